"""How scenarios are written down and run, and how a table comes about in them."""

from network import Network

GAME = "chicago-express"
PORT = "7777"
# Bots that decide at once: the lab tries the network, not the bots.
BOT = ["--bot", "random"]
HOSTS_BOTS = ["--bot-seats", "random"]
NAMES = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]


class Scenario:
    """A scenario: its name, what it is, how it goes, and how much of the machine it takes."""

    def __init__(self, play, about, hub, weight, seconds, long):
        self.name = play.__name__.replace("_", "-")
        self.play = play
        self.about = about
        self.hub = hub
        # Peers that are busy at once, about: so many run side by side as the cores carry.
        self.weight = weight
        # How long it takes, about: the longest begins first.
        self.seconds = seconds
        # It runs only if it is asked for by its name.
        self.long = long

    def run(self, stage, prefix):
        """Plays it. Whatever happens, nothing stays behind."""
        try:
            stage.network = Network(prefix, self.hub, stage.seed)
            self.play(stage)
        finally:
            stage.close()


SCENARIOS = {}


def scenario(hub="bridge", weight=4, seconds=20, long=False):
    """Marks a function as a scenario; its first line says what it is."""

    def note(play):
        one = Scenario(play, play.__doc__.strip().splitlines()[0], hub, weight, seconds, long)
        SCENARIOS[one.name] = one
        return play

    return note


def net(*options):
    """How a peer without mDNS is on the network: only a typed address, and what others tell it, lead to it."""
    return ["--no-mdns", "--listen", PORT, *options]


def table(stage, count, pace, away="30", join=None):
    """A table of so many peers on so many machines, started: see `seat_all`."""
    machines = stage.network.add_machines(count)
    peers = [stage.peer(name, machine) for name, machine in zip(NAMES, machines)]
    seat_all(stage, peers, pace, away, join)
    return peers


def seat_all(stage, peers, pace, away="30", join=None, game=GAME, chosen=()):
    """The first of these peers opens a table and the others join it.

    `away` is what they do about absent ones, for all or for each; `join` says what the others type, if not the host's
    address; `chosen` are options of the game."""
    terms = [word for option in chosen for word in ("--option", option)]
    aways = [away] * len(peers) if isinstance(away, str) else away
    for peer, policy in zip(peers, aways):
        options = [*BOT, "--pace", str(pace), *net("--away", policy)]
        if peer is peers[0]:
            peer.host(game, "--seats", str(len(peers)), *terms, *HOSTS_BOTS, *options)
            stage.wait("the host to listen", lambda: peers[0].last("gathering") is not None)
        else:
            peer.join(join(peers[0]) if join else peers[0].address(), *options)
    begun(stage, peers)


def begun(stage, peers):
    """Waits until all are at the table and it has begun; seats are given in the order in which they came."""
    stage.wait("the game to begin", lambda: all(peer.last("started") for peer in peers))


def reach(stage, peers, index):
    """Waits until all these have come so far in the game."""
    stage.wait(f"entry {index}", lambda: all(peer.index() >= index for peer in peers))


def handed(peer, seat, to):
    """Whether the peer saw the seat handed over so: to a bot or back to its player."""
    change = {"bot": "remove", "player": "return"}[to]
    return any(entry["kind"] == {change: seat} for entry in peer.kinds(change, seat))
