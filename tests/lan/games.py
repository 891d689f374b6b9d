"""Every game that the program knows, over the network: a new one needs nothing here."""

import json
import subprocess

from checks import finish, nobody_lingers, same_game
from play import NAMES, scenario, seat_all
from system import Failed

PLAYERS = 3


# Options that make another game of one, and a word that only its story has: another map has other cities, other cards
# and an end of its own.
VARIANTS = [("railways-of-the-world", ["map=mexico"], "Mexico City")]


@scenario(weight=3, seconds=75)
def every_game(stage):
    """Three peers finish each of the games on each of its maps, one after the other."""
    machines = stage.network.add_machines(PLAYERS)
    tables = [(game, [], "") for game in games(stage)] + VARIANTS
    for number, (game, chosen, word) in enumerate(tables, 1):
        stage.say(" ".join(["plays", game, *chosen]))
        peers = [stage.peer(f"{name} {number}", machine) for name, machine in zip(NAMES, machines)]
        seat_all(stage, peers, 0, game=game, chosen=chosen)
        finish(stage, peers)
        nobody_lingers(stage, peers)
        same_game(stage, peers)
        over = peers[0].last("over") is not None and word in story(stage, peers[0])
        stage.check(over, " ".join([game, *chosen, "was played to its end"]))


def story(stage, peer):
    """All that the journal of a peer tells of its game."""
    asked = subprocess.run([str(stage.binary), "export", peer.last("table")["journal"], "--json"], capture_output=True,
                           text=True, check=False)
    if asked.returncode != 0:
        raise Failed(f"`export` failed: {asked.stderr.strip()}")
    return asked.stdout


def games(stage):
    """The ids of all games that the program has for so many, as it says itself."""
    asked = subprocess.run([str(stage.binary), "rules"], input='{"cmd":"games"}\n', capture_output=True, text=True,
                           check=False)
    if asked.returncode != 0:
        raise Failed(f"`rules` failed: {asked.stderr.strip()}")
    told = json.loads(asked.stdout)["games"]
    return [game["id"] for game in told if game["seats"][0] <= PLAYERS <= game["seats"][1]]
