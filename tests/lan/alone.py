"""Players who leave or vanish, down to the last: nobody waits in vain."""

from checks import finish, nothing_strange
from lobby import entry, is_on
from play import BOT, GAME, HOSTS_BOTS, NAMES, PORT, handed, net, reach, scenario
from screen import Person

# By when the others play on after a polite leave. What is meant is a second; the rest is for a busy machine.
AT_ONCE = 3

ENTER = "\r"


@scenario(weight=6, seconds=60)
def leave_politely(stage):
    """At two, three, four and six seats all but one leave, one after the other, and the last plays to the end."""
    for seats in (2, 3, 4, 6):
        peers = fresh_table(stage, seats, "wait")
        reach(stage, peers, 6)
        left = list(peers)
        slowest = 0
        while len(left) > 1:
            leaver = left.pop()
            seat, since = leaver.seat, stage.seconds()
            leaver.may_end = True
            leaver.tell(cmd="leave")
            stage.wait("a bot to take the seat", lambda: all(handed(peer, seat, "bot") for peer in left))
            slowest = max(slowest, stage.seconds() - since)
            stage.wait("the one who leaves to end", lambda: leaver.last("end") is not None)
            leaver.reap()
        stage.check(slowest < AT_ONCE, f"{seats} seats: the others played on after {slowest:.1f} s at most, down to one")
        finish(stage, left)
        nothing_strange(stage, peers, ())


@scenario(weight=6, seconds=120)
def vanish(stage):
    """At two, three, four and six seats all but one are killed, one after the other: votes while there are enough, then a copy."""
    for seats in (2, 3, 4, 6):
        peers = fresh_table(stage, seats, "6", "--alone", "copy")
        reach(stage, peers, 6)
        left = list(peers)
        while len(left) > 1:
            victim = left.pop()
            before = left[0].last("table")["table"]
            seat = victim.seat
            victim.kill()
            since = stage.seconds()
            stage.wait("the others to play on", lambda: all(
                handed(peer, seat, "bot") or peer.last("table")["table"] != before for peer in left))
            stage.say(f"{seats} seats, {len(left)} left: on after {stage.seconds() - since:.1f} s")
        finish(stage, left)
        nothing_strange(stage, peers, ())
        stage.check(True, f"{seats} seats: the last one played to the end")


@scenario(weight=4, seconds=60)
def go_on_together(stage):
    """Two of three that are left of four go on together on two laptops, and the third gets the seat back."""
    peers = fresh_table(stage, 4, "wait", pace="120")
    reach(stage, peers, 8)
    *left, cid, dot = peers
    seats = [cid.seat, dot.seat]
    for victim in (cid, dot):
        victim.kill()
    since = stage.seconds()
    stage.wait("both to be told", lambda: all(told(peer) == seats for peer in left))
    stage.check(stage.seconds() - since < 10, f"both were told after {stage.seconds() - since:.1f} s")
    before = left[0].last("table")["table"]
    left[0].tell(cmd="go_on")
    stage.wait("the other to hear of it", lambda: left[1].last("stranded")["would"] == [left[0].seat])
    left[1].tell(cmd="go_on")
    stage.wait("the copy", lambda: all(peer.last("table")["table"] != before for peer in left))
    stage.check(left[0].last("table")["table"] == left[1].last("table")["table"], "both are at one new table")
    cid.resume(None, *BOT, "--pace", "120", *net("--away", "wait"))
    stage.wait("the seat to be given back", lambda: all(handed(peer, seats[0], "player") for peer in left))
    stage.check(cid.last("table")["table"] == left[0].last("table")["table"], "the third came to the new table by itself")
    finish(stage, [*left, cid])
    same_end(stage, [*left, cid])
    nothing_strange(stage, peers, ())


@scenario(weight=2, seconds=60)
def two_laptops_one_killed(stage):
    """A table of two by keys: one laptop is killed, ten seconds and one key later the other plays on, and gets its player back."""
    machines = stage.network.add_machines(2)
    ann = Person(stage, "Ann", machines[0], "host", GAME, "--seats", "2", *HOSTS_BOTS, *net())
    ben = stage.peer("Ben", machines[1])
    try:
        ann.shows("Others can join")
        ben.join(f"{machines[0].address}:{PORT}", *BOT, *net())
        ann.shows("Ben is ready")
        ann.press(" ")
        stage.wait("the game to begin", lambda: ben.last("started"))
        while entry(ann) < 4:
            stage.wait("Ann's turn", lambda: is_on(ann) or entry(ann) >= 4)
            if is_on(ann):
                press_enter(stage, ann)
        ben.kill()
        since = stage.seconds()
        ann.shows("out of reach", "g goes on at once")
        stage.check(stage.seconds() - since < 10, f"the screen said so after {stage.seconds() - since:.1f} s")
        stage.check(not is_on(ann), "it does not say that it is her turn")
        ann.press("g")
        stage.wait("Ann's turn at the new table", lambda: is_on(ann))
        before = entry(ann)
        while entry(ann) < before + 4:
            stage.wait("Ann's turn", lambda: is_on(ann) or entry(ann) >= before + 4)
            if is_on(ann):
                press_enter(stage, ann)
        stage.check(True, "she plays on with a bot after one key")
        ben.resume(None, *BOT, *net())
        ann.shows("Ben has the seat back")
        stage.check(True, "Ben has the seat back")
        ben.may_end = True
        ann.press("qs")
        stage.check(ann.end() == 0, "she saves and leaves")
    finally:
        ann.stop()


def press_enter(stage, person):
    """Does what is highlighted."""
    before = person.screen()
    person.press(ENTER)
    stage.wait(f"{person.name}'s screen to change", lambda: person.screen() != before)


def fresh_table(stage, seats, away, *options, pace="60"):
    """A table of so many new peers on new machines, started."""
    machines = stage.network.add_machines(seats)
    peers = [stage.peer(f"{name}{seats}", machine) for name, machine in zip(NAMES, machines)]
    words = [*BOT, "--pace", pace, *net("--away", away), *options]
    peers[0].host(GAME, "--seats", str(seats), *HOSTS_BOTS, *words)
    stage.wait("the host to listen", lambda: peers[0].last("gathering") is not None)
    for peer in peers[1:]:
        peer.join(peers[0].address(), *words)
        stage.wait("the seat", lambda peer=peer: peer.last("gathering") is not None)
    stage.wait("the game to begin", lambda: all(peer.last("started") for peer in peers))
    return peers


def told(peer):
    """Whom a peer misses at a table where too few are left."""
    event = peer.last("stranded")
    return event and event["missing"]


def same_end(stage, peers):
    """All saw the same end."""
    ends = {str(peer.last("over")["standings"]) for peer in peers}
    stage.check(len(ends) == 1, "all saw the same end")
