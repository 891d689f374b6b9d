"""A crowd on one LAN: everybody finds a seat, nobody two, and the network stays quiet once all sit."""

import socket
import struct
import threading
import time

import system
from checks import finish, nothing_strange, same_game
from play import BOT, GAME, HOSTS_BOTS, reach, scenario, table
from scenarios import list_tables
from screen import Person
from system import Failed

# How long a crowd may take to sit down at most: only a crowd that never does takes so long.
CROWD_SECONDS = 300
ALL_PROTOCOLS = 3
ENTER = "\r"
MDNS_PORT = 5353
# Whoever plays waits for this long before each move: seated peers with nothing to do.
IDLE = ["--pace", "3600000"]


@scenario(weight=16, seconds=60)
def herd(stage):
    """Six hosts and eighteen who join any table, all at once: everybody gets one seat, as fast as by name."""
    crowd_against_names(stage, 6, 4)


@scenario(weight=16, seconds=300, long=True)
def herd_hundred(stage):
    """Twenty hosts and eighty who join any table, all at once: everybody gets one seat, as fast as by name."""
    crowd_against_names(stage, 20, 5)


def crowd_against_names(stage, tables, seats):
    """The same crowd twice: first everybody joins their host by name, then anybody anywhere."""
    machines = stage.network.add_machines(tables * seats)
    by_name = crowd(stage, machines, "n", tables, seats, named=True)
    by_chance = crowd(stage, machines, "c", tables, seats, named=False)
    stage.check(by_chance <= 2 * by_name + 2, f"that took {by_chance:.1f} s, and {by_name:.1f} s by name")


def crowd(stage, machines, prefix, tables, seats, named):
    """So many tables of so many seats; all come at once. How long it took until all games were on."""
    peers = [stage.peer(f"{prefix}{number}", machine) for number, machine in enumerate(machines)]
    hosts, others = peers[:tables], peers[tables:]
    since = stage.seconds()
    for host in hosts:
        host.host(GAME, "--seats", str(seats), *HOSTS_BOTS, *BOT, *IDLE)
    for number, other in enumerate(others):
        other.join(hosts[number % tables].name if named else None, *BOT, *IDLE, "--wait", str(CROWD_SECONDS))
    stage.wait("all tables to begin", lambda: all(peer.last("started") for peer in peers), CROWD_SECONDS)
    took = max(peer.last("started")["at"] for peer in peers) - since
    how = "by name" if named else "by chance"
    everybody_sits_once(stage, peers, hosts, seats, how)
    for peer in peers:
        peer.stop()
    stage.say(f"{len(peers)} sat down {how} in {took:.1f} s")
    return took


def everybody_sits_once(stage, peers, hosts, seats, how):
    """Each is at one table, and at each table are as many as it has seats; nothing else is left of the coming and going."""
    nothing_strange(stage, peers, ())
    at = {}
    for peer in peers:
        at.setdefault(peer.last("table")["table"], []).append(peer)
    stage.check(len(at) == len(hosts) and all(len(people) == seats for people in at.values()),
                f"{how}: {len(at)} tables of {seats} began, and nobody sits at two")
    names = {peer.last("table")["name"] for peer in peers}
    stage.check(len(names) == len(hosts), f"{how}: each table has a name of its own")
    told = {peer.name for peer in peers if peer.last("gathering")["name"] != peer.last("table")["name"]}
    stage.check(not told, f"{how}: every table kept its name")
    journals = sum(len(list((peer.home / "tables").glob("*.wsl"))) for peer in peers)
    stage.check(len(peers) <= journals <= len(peers) * 6 // 5, f"{how}: {journals} journals for {len(peers)} seats")
    first = {peer.name: len({event["id"] for event in peer.all("gathering")}) for peer in peers}
    stage.say(f"{how}: at most {max(first.values())} gatherings were seen by one peer, "
              f"{sum(first.values()) / len(first):.2f} on average")


# What is heard of it on the network

class Listener:
    """Counts the packets of mDNS that a hub floods to everybody, by the second."""

    def __init__(self, network):
        self.by_second = {}
        self.until = None
        self.network = network
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        if not self.ready.wait(10):
            raise Failed("the lab cannot listen at its hub")

    def listen(self):
        """Reads frames in the hub's namespace, in a thread of its own."""
        with system.inside(self.network.hub):
            wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(ALL_PROTOCOLS))
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
            wire.bind(("br0", 0))
        wire.settimeout(0.2)
        self.ready.set()
        while self.until is None:
            try:
                frame = wire.recv(2048)
            except TimeoutError:
                continue
            if is_mdns(frame):
                second = int(time.monotonic())
                self.by_second[second] = self.by_second.get(second, 0) + 1
        wire.close()

    def count(self, since, until):
        """Packets from one moment to another."""
        return sum(count for second, count in list(self.by_second.items()) if since <= second < until)

    def worst(self, since, until, window=10):
        """The most packets within so many seconds."""
        return max(self.count(begin, begin + window) for begin in range(int(since), int(until) - window + 1))

    def stop(self):
        """Listens no longer."""
        self.until = time.monotonic()
        self.thread.join(5)


def is_mdns(frame):
    """Whether an Ethernet frame is a packet of mDNS to everybody."""
    kind = struct.unpack("!H", frame[12:14])[0]
    if kind == 0x0800:
        head, protocol = 14 + (frame[14] & 15) * 4, frame[23]
    elif kind == 0x86DD:
        head, protocol = 54, frame[20]
    else:
        return False
    return bool(frame[0] & 1) and protocol == 17 and struct.unpack("!H", frame[head + 2:head + 4])[0] == MDNS_PORT


@scenario(weight=12, seconds=90)
def quiet_twelve(stage):
    """Twelve seated peers who wait for each other say next to nothing to everybody, and a lobby still sees them at once."""
    machines = stage.network.add_machines(13)
    quiet(stage, machines, 3, 4, 40)


@scenario(weight=16, seconds=400, long=True)
def quiet_hundred(stage):
    """A hundred seated peers say at most twice as much to everybody as twenty do, never much at once."""
    machines = stage.network.add_machines(101)
    few = quiet(stage, [*machines[:20], machines[-1]], 4, 5, 120)
    many = quiet(stage, machines, 20, 5, 120)
    stage.check(many <= 2 * max(few, 1), f"a hundred said {many} packets a minute, twenty {few}")


def quiet(stage, machines, tables, seats, seconds):
    """Seats so many by name, and listens while nothing happens; packets a minute."""
    listener = Listener(stage.network)
    *machines, visitor = machines
    peers = [stage.peer(f"q{len(stage.peers)}", machine) for machine in machines]
    hosts, others = peers[:tables], peers[tables:]
    try:
        begin = time.monotonic()
        for host in hosts:
            host.host(GAME, "--seats", str(seats), *HOSTS_BOTS, *BOT, *IDLE)
        for number, other in enumerate(others):
            other.join(hosts[number % tables].name, *BOT, *IDLE, "--wait", str(CROWD_SECONDS))
        stage.wait("all tables to begin", lambda: all(peer.last("started") for peer in peers), CROWD_SECONDS)
        seated = time.monotonic()
        # The last of what was said while they sat down is over.
        stage.pause(15)
        since = int(time.monotonic()) + 1
        stage.pause(seconds + 2)
        said, worst = listener.count(since, since + seconds), listener.worst(since, since + seconds)
        stage.check(worst <= 200, f"{len(peers)} idle peers said {said} packets in {seconds} s, at most {worst} in 10 s")
        stage.say(f"while they sat down: {listener.count(begin, seated + 1)} packets")
        before = int(time.monotonic())
        listed = list_tables(stage, visitor, "2")
        stage.check(len(listed) == tables and len({one["name"] for one in listed}) == tables,
                    f"a new lobby lists all {tables} tables within 2 s")
        stage.check(all(one["state"] == "playing" and len(one["names"]) == 1 for one in listed),
                    "each table is told of by one player")
        stage.pause(10)
        looked = listener.worst(before, before + 12)
        stage.check(looked <= 200, f"for that {looked} packets were said within 10 s")
        return said * 60 // seconds
    finally:
        for peer in peers:
            peer.stop()
        listener.stop()


@scenario(weight=4, seconds=40)
def host_dies_gathering(stage):
    """A host is killed while its table gathers: who sat there is at another table within seconds."""
    machines = stage.network.add_machines(4)
    first, second, joiner, last = [stage.peer(name, machine) for name, machine in zip(["Ann", "Bob", "Cid", "Dot"], machines)]
    first.host(GAME, "--seats", "3", *HOSTS_BOTS, *BOT)
    stage.wait("the first table", lambda: first.last("gathering") is not None)
    joiner.join(None, *BOT)
    stage.wait("Cid to sit down", lambda: joiner.last("gathering") is not None)
    second.host(GAME, "--seats", "3", *HOSTS_BOTS, *BOT)
    stage.wait("the second table", lambda: second.last("gathering") is not None)
    stage.say("kill -9 of the host")
    first.kill()
    since = stage.seconds()
    other = second.last("gathering")["id"]
    stage.wait("Cid to sit at the other table", lambda: joiner.last("gathering")["id"] == other)
    took = stage.seconds() - since
    stage.check(took < 9, f"the joiner sat at the other table {took:.1f} s after the host was killed")
    last.join("Bob", *BOT)
    stage.wait("the game", lambda: all(peer.last("started") for peer in [second, joiner, last]))
    stage.check(len(list((joiner.home / "tables").glob("*.wsl"))) == 1, "nothing is left of the first table")


@scenario(weight=2, seconds=30)
def joiner_resumes_row(stage):
    """Host and joiner of a row of games are killed; the joiner resumes first, and plays the row with its host."""
    machines = stage.network.add_machines(2)
    host, joiner = [stage.peer(name, machine) for name, machine in zip(["Ann", "Bob"], machines)]
    host.host(GAME, "--seats", "2", "--games", "2", *HOSTS_BOTS, *BOT, "--pace", "100")
    joiner.join("Ann", *BOT)
    stage.wait("some entries", lambda: min(host.index(), joiner.index()) > 8)
    for peer in (host, joiner):
        peer.kill()
    joiner.resume(None, *BOT, "--games", "2")
    stage.wait("Bob to be back", lambda: joiner.last("table")["life"] == 2)
    host.resume(None, *BOT, "--games", "2")
    stage.wait("the end of both games", lambda: all(peer.last("end") for peer in (host, joiner)), 180)
    for peer in (host, joiner):
        stage.check(peer.reap() == 0 and peer.last("end")["games"] == 2, f"{peer.name} played both games")
        tables = {event["table"] for event in peer.all("table")}
        stage.check(len(tables) == 2, f"{peer.name} was at two tables and at no rival one")
    names = {event["name"] for peer in (host, joiner) for event in peer.all("table")}
    stage.check(len(names) == 1, "both tables have one name")


@scenario(weight=3, seconds=20)
def two_anns(stage):
    """Two hosts have one name: whoever joins by it is told so, and sits down by the number of a table."""
    machines = stage.network.add_machines(5)
    hosts = [stage.peer(name, machine) for name, machine in zip(["Ann", "Zoe"], machines)]
    for host in hosts:
        host.name = "Ann"
        host.host(GAME, "--seats", "2", *HOSTS_BOTS, *BOT)
    stage.wait("both tables", lambda: all(host.last("gathering") for host in hosts))
    lost, found = [stage.peer(name, machine) for name, machine in zip(["Bob", "Cid"], machines[2:])]
    lost.may_end = True
    lost.join("Ann", *BOT)
    lost.may_end = True
    stage.wait("Bob to be told", lambda: lost.has_ended())
    said = " ".join(event["text"] for event in lost.all("stderr"))
    names = [host.last("gathering")["name"] for host in hosts]
    stage.check(lost.process.returncode == 1 and all(name in said for name in names), f"Bob was told: {said}")
    stage.check(lost.last("gathering") is None and not list((lost.home / "tables").glob("*.wsl")), "Bob sits nowhere")
    dot = Person(stage, "Dot", machines[4], "join", "Ann")
    try:
        dot.shows("2 tables are meant", "/ Ann", "2 of 2 tables near you")
        dot.press(ENTER)
        dot.shows("Ann host", "Dot you")
        stage.check(True, "at a screen both are listed to choose from")
        taken = [any(seat.get("name") == "Dot" for seat in host.last("gathering")["seats"]) for host in hosts]
        stage.check(taken.count(True) == 1, "Dot sits at one of them")
        other = taken.index(False)
        number = names[other].removeprefix("table ")
        found.join(number, *BOT)
        stage.wait("the game", lambda: hosts[other].last("started") and found.last("started"))
        stage.check(found.last("table")["name"] == names[other] and hosts[1 - other].last("table") is None,
                    f"`join {number}` sat down at {names[other]}")
    finally:
        dot.stop()


@scenario(weight=3, seconds=30)
def new_address(stage):
    """The host's laptop gets another address in the middle of the game: it goes on within seconds, without anybody's doing."""
    peers = table(stage, 3, 200)
    host = peers[0]
    reach(stage, peers, 12)
    name, old = host.machine.namespace, host.machine.address
    stage.say(f"{old} becomes 10.77.0.200")
    system.run("ip", "-n", name, "addr", "del", f"{old}/24", "dev", "eth0")
    system.run("ip", "-n", name, "addr", "add", "10.77.0.200/24", "dev", "eth0")
    since, index = stage.seconds(), max(peer.index() for peer in peers)
    reach(stage, peers, index + 6)
    took = stage.seconds() - since
    stage.check(took < 9, f"six entries later {took:.1f} s had gone by")
    finish(stage, peers)
    same_game(stage, peers)
