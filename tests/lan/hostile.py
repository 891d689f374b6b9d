"""Scenarios with a peer that means harm: it joins as a seat and then misbehaves. The others finish the game."""

from checks import finish, same_game
from play import BOT, GAME, HOSTS_BOTS, NAMES, begun, handed, net, scenario
from system import Failed


def seat_with_hostile(stage, mode, pace, *options):
    """Three honest peers and a hostile one at a table of four; the honest ones, and the other."""
    if not stage.hostile.exists():
        raise Failed(f"{stage.hostile} is missing; run `cargo build --example hostile`")
    machines = stage.network.add_machines(4)
    honest = [stage.peer(name, machine) for name, machine in zip(NAMES[:3], machines)]
    mallory = stage.peer("Mallory", machines[3])
    shared = [*BOT, "--pace", str(pace), *net(*options)]
    host, *others = honest
    host.host(GAME, "--seats", "4", *HOSTS_BOTS, *shared)
    stage.wait("the host to listen", lambda: host.last("gathering") is not None)
    for other in others:
        other.join(host.address(), *shared)
    mallory.run(mode, "--join", host.address(), program=stage.hostile)
    begun(stage, honest)
    return honest, mallory


def ends(stage, mallory):
    """Waits until the hostile peer has done all it came for."""
    stage.wait("the hostile peer to end", lambda: mallory.last("end") is not None, 240)
    if mallory.reap() != 0:
        raise Failed("the hostile peer failed")


def answers(mallory, what):
    """How the others answered a misdeed."""
    return [event["answer"] for event in mallory.all("did") if event["what"] == what]


def dropped_for(stage, honest, mallory, what, why):
    """Each honest peer dropped the hostile one for this, and says why in these words; the hostile one was told."""
    told = answers(mallory, what)
    closed = len(told) == len(honest) and not any("NOT CLOSED" in answer for answer in told)
    keys = {event["key"] for event in mallory.all("did") if event["what"] == what}
    said = all(any(why in event["why"] for event in peer.all("unlinked") if event["key"] in keys)
               for peer in honest)
    stage.check(closed and said, f"{what} got it dropped by all, with the reason")


def kept_out(stage, honest, mallory):
    told = answers(mallory, "coming back")
    refused = len(told) == len(honest) and all("you sent what no honest peer sends" in answer for answer in told)
    stage.check(refused, "nobody let it in again")


@scenario(seconds=20)
def hostile_equivocates(stage):
    """A seat signs two moves for one index and sends them to different peers."""
    honest, mallory = seat_with_hostile(stage, "equivocate", 20, "--away", "6")
    finish(stage, honest)
    ends(stage, mallory)
    stage.check(len(mallory.all("did")) == 3, "it signed two moves three times")
    same_game(stage, honest, cheats=[mallory.seat])


@scenario(seconds=30)
def hostile_floods(stage):
    """A seat sends far too many messages, too much chat and too many bytes."""
    # Nobody votes by itself, so that the game cannot end before the floods do.
    honest, mallory = seat_with_hostile(stage, "flood", 20, "--away", "wait")
    ends(stage, mallory)
    floods = {"a flood of messages": "it sends more than a table can need",
              "a flood of chat": "it says more than anybody could read",
              "a flood of bytes": "it sent more than a link may carry"}
    for what, why in floods.items():
        dropped_for(stage, honest, mallory, what, why)
    kept_out(stage, honest, mallory)
    for peer in honest:
        peer.tell(cmd="bot", seat=mallory.seat)
    finish(stage, honest)
    stage.check(handed(honest[0], mallory.seat, "bot"), "a bot took its seat when all told it to")
    same_game(stage, honest)


@scenario(seconds=30)
def hostile_garbage(stage):
    """A seat sends what is no message, no frame, no greeting and no packet."""
    honest, mallory = seat_with_hostile(stage, "garbage", 60, "--away", "6")
    ends(stage, mallory)
    junk = {"a frame of junk": "it sent bytes that are not a message", "messages of junk": "malformed or forged",
            "an oversize frame": "it claims 4294967295 bytes", "an empty frame": "it is empty",
            "a truncated frame": "it was cut off"}
    for what, why in junk.items():
        dropped_for(stage, honest, mallory, what, why)
    kept_out(stage, honest, mallory)
    told = answers(mallory, "no greeting")
    stage.check(len(told) == 3 and all("no greeting" in answer for answer in told), "no greeting got it refused by all")
    finish(stage, honest)
    stage.check(handed(honest[0], mallory.seat, "bot"), "a bot took its seat")
    same_game(stage, honest)


@scenario(seconds=20)
def hostile_wrong_key(stage):
    """A seat shows other players' certificates and says that they live at its address."""
    honest, mallory = seat_with_hostile(stage, "wrong-key", 80, "--away", "6")
    finish(stage, honest)
    ends(stage, mallory)
    told = answers(mallory, "the certificate of another")
    stage.check(len(told) == 6 and all(answer.startswith("refused") for answer in told),
                "nobody took it for another player")
    there = [event for peer in honest for event in peer.all("linked")
             if event["address"].startswith(mallory.machine.address) and event["key"] != mallory.key]
    stage.check(not there, "nobody was linked to another player at its address")
    same_game(stage, honest)


@scenario(seconds=25)
def hostile_withholds(stage):
    """A seat never reveals its link for a draw, but stays and talks."""
    honest, mallory = seat_with_hostile(stage, "withhold", 20, "--away", "6")
    finish(stage, honest)
    stage.check(bool(honest[0].kinds("draw")), "draws were made without waiting for it")
    stage.check(not any(handed(peer, mallory.seat, "bot") for peer in honest), "nobody had to do without it")
    ends(stage, mallory)
    stage.check(bool(honest[0].kinds("move", mallory.seat)), "it kept its seat and played")
    same_game(stage, honest)
