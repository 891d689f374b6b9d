"""Every game that the program knows, over the network: a new one needs nothing here."""

import json
import subprocess

from checks import finish, nobody_lingers, same_game
from play import NAMES, scenario, seat_all
from system import Failed

PLAYERS = 3


@scenario(weight=3, seconds=60)
def every_game(stage):
    """Three peers finish each of the games, one after the other."""
    machines = stage.network.add_machines(PLAYERS)
    for number, game in enumerate(games(stage), 1):
        stage.say(f"plays {game}")
        peers = [stage.peer(f"{name} {number}", machine) for name, machine in zip(NAMES, machines)]
        seat_all(stage, peers, 0, game=game)
        finish(stage, peers)
        nobody_lingers(stage, peers)
        same_game(stage, peers)
        stage.check(peers[0].last("over") is not None, f"{game} was played to its end")


def games(stage):
    """The ids of all games that the program has for so many, as it says itself."""
    asked = subprocess.run([str(stage.binary), "rules"], input='{"cmd":"games"}\n', capture_output=True, text=True,
                           check=False)
    if asked.returncode != 0:
        raise Failed(f"`rules` failed: {asked.stderr.strip()}")
    told = json.loads(asked.stdout)["games"]
    return [game["id"] for game in told if game["seats"][0] <= PLAYERS <= game["seats"][1]]
