"""The scenarios: what a room does to a network and to the laptops on it. Each ends in a finished game, the same for all."""

import json
import re
import shutil
import subprocess

from checks import finish, nobody_lingers, same_game
from play import BOT, GAME, HOSTS_BOTS, NAMES, PORT, begun, handed, net, reach, scenario, seat_all, table
from system import Failed


@scenario(weight=6, seconds=15)
def mdns_six(stage):
    """Six peers find each other by mDNS alone and play."""
    machines = stage.network.add_machines(7)
    peers = [stage.peer(name, machine) for name, machine in zip(NAMES, machines)]
    host, *others = peers
    host.host(GAME, "--seats", "6", *HOSTS_BOTS, *BOT)
    stage.wait("the host to listen", lambda: host.last("gathering") is not None)
    first, *others = others
    first.join(None, *BOT)
    stage.wait("the first to sit down", lambda: first.last("gathering") is not None)
    listed = list_tables(stage, machines[6])
    stage.check([(one["state"], one["seats_taken"], one["seats"]) for one in listed] == [("open", 2, 6)],
                "`tables` on another machine lists the one open table")
    stage.check_idle([host, first], 4)
    for other in others:
        other.join(None, *BOT)
    begun(stage, peers)
    finish(stage, peers)
    same_game(stage, peers)


def list_tables(stage, machine, seconds="3"):
    """What `whistlestop tables` says on a machine."""
    command = machine.command(str(stage.binary), "tables", "--json", "--seconds", seconds)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"`tables` failed: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


@scenario(weight=3, seconds=20)
def ipv6_only(stage):
    """There are only link-local addresses, each machine's card has another number, and nobody hears of others by mDNS."""
    machines = stage.network.add_machines(3)
    for number, machine in enumerate(machines):
        stage.network.only_link_local(machine, 3 * number)
    peers = [stage.peer(name, machine) for name, machine in zip(NAMES, machines)]
    host, by_address, by_code = peers
    options = [*BOT, "--pace", "20", *net()]
    host.host(GAME, "--seats", "3", *HOSTS_BOTS, *options)
    stage.wait("the host to listen", lambda: host.last("gathering") is not None)
    address = host.last("listening")["addresses"][0]
    stage.check(address.startswith("[fe80:"), "the host names its link-local address")
    # Without the number of the card, which means something to the host alone.
    by_address.join(re.sub("%[^]]*", "", address), *options)
    by_code.join(host.last("listening")["code"], *options)
    begun(stage, peers)
    stage.wait("everybody to be linked to everybody", lambda: all(len(links(peer)) == 2 for peer in peers))
    stage.check(True, "each is linked to both others")
    finish(stage, peers)
    same_game(stage, peers)


def links(peer):
    """The keys that a peer was ever linked to."""
    return {event["key"] for event in peer.all("linked")}


@scenario(hub="switch", seconds=20)
def loss_10(stage):
    """Every tenth packet is lost."""
    stage.network.impair_at_start = {"loss": 10}
    peers = table(stage, 4, 0)
    finish(stage, peers)
    done = stage.network.stop_switch()
    share = 100 * done["lost"] / (done["lost"] + done["sent"])
    stage.check(8 < share < 12, f"{done['lost']} packets were lost, {share:.0f} of 100")
    same_game(stage, peers)


@scenario(hub="switch", seconds=40)
def delay_40(stage):
    """Every packet takes 40 to 60 ms, so that some overtake others."""
    stage.network.impair_at_start = {"delay": 40, "jitter": 20}
    peers = table(stage, 4, 0)
    finish(stage, peers)
    stage.network.stop_switch()
    same_game(stage, peers)


@scenario(seconds=20)
def cable_3s(stage):
    """One cable is out for three seconds; the seats were joined by code."""
    peers = table(stage, 4, 50, join=lambda host: host.last("listening")["code"])
    pulled_for(stage, peers, 3)
    finish(stage, peers)
    same_game(stage, peers)


@scenario(weight=2, seconds=110)
def cable_60s(stage):
    """One cable is out for a minute: a bot holds the seat meanwhile, and gives it back."""
    peers = table(stage, 4, 500)
    seat = peers[2].seat
    pulled_for(stage, peers, 60)
    others = [peer for peer in peers if peer is not peers[2]]
    stage.check(all(peer.kinds("stand_in", seat) for peer in others), "a bot played the seat meanwhile")
    stage.wait("the seat to be given back", lambda: all(handed(peer, seat, "player") for peer in peers))
    stage.check(True, "the player got the seat back")
    finish(stage, peers)
    same_game(stage, peers)


def pulled_for(stage, peers, seconds):
    """The third peer's cable is out for a while in the middle of the game."""
    reach(stage, peers, 12)
    stage.say(f"pulls {peers[2].name}'s cable for {seconds} s")
    stage.network.pull(peers[2].machine)
    stage.pause(seconds)
    stage.check(not any(peer.last("over") for peer in peers), f"the game was not over after {seconds} s without")
    stage.network.plug(peers[2].machine)
    stage.say("the cable is back")


@scenario(hub="switch", seconds=45)
def partition_2_2(stage):
    """Two hear only each other, and so do the other two; then all hear all again."""
    peers = table(stage, 4, 50, away=["5", "5", "wait", "wait"])
    reach(stage, peers, 12)
    machines = [peer.machine for peer in peers]
    stage.say("parts the four in two halves for 25 s")
    stage.network.partition(machines[:2], machines[2:])
    # What was under way when it began may still become final; nothing more may.
    stage.pause(5)
    before = [peer.index() for peer in peers]
    stage.check_idle(peers, 20)
    after = [peer.index() for peer in peers]
    stage.check(before == after, f"no half decided anything alone (all stayed at entry {max(after)})")
    stage.network.heal()
    stage.say("healed")
    finish(stage, peers)
    stage.check(stage.network.stop_switch()["withheld"] > 0, "packets between the halves were withheld")
    same_game(stage, peers)


@scenario(seconds=30)
def kill_9(stage):
    """One peer is killed in the middle of the game, a bot takes the seat, and it comes back by `resume`."""
    peers = table(stage, 4, 100, away="6")
    victim, seat = peers[1], peers[1].seat
    reach(stage, peers, 12)
    stage.say(f"kill -9 of {victim.name}")
    victim.kill()
    others = [peer for peer in peers if peer is not victim]
    stage.wait("a bot to take the seat", lambda: all(handed(peer, seat, "bot") for peer in others))
    stage.check(True, "a bot took the seat of the killed one")
    victim.resume(None, *BOT, "--pace", "100", *net("--away", "6"))
    stage.wait("the seat to be given back", lambda: all(handed(peer, seat, "player") for peer in others))
    stage.check(True, "the resumed player got the seat back")
    finish(stage, peers)
    same_game(stage, peers)


@scenario(seconds=30)
def old_backup(stage):
    """A player's home goes back to a copy of before, at a table of three that has played on."""
    peers = table(stage, 3, 60)
    victim, others = peers[1], [peers[0], peers[2]]
    reach(stage, peers, 8)
    backup = stage.folder / "backup"
    shutil.copytree(victim.home, backup)
    reach(stage, peers, 24)
    stage.say(f"kill -9 of {victim.name}, whose home goes back to a copy of 16 entries ago")
    victim.kill()
    shutil.rmtree(victim.home)
    shutil.copytree(backup, victim.home)
    victim.resume(None, *BOT, "--pace", "60")
    stage.wait("the others to let it begin anew", lambda: victim.last("recovered") is not None)
    since = [event["event"] for event in victim.events if event["life"] == victim.lives]
    stage.check("recovering" in since, "it said that it asks the others first")
    stage.check("sent" not in since[: since.index("recovered")], "it signed nothing before the others had let it begin anew")
    finish(stage, peers)
    blamed = [event for peer in peers for name in ["cheated", "forked"] for event in peer.all(name)]
    stage.check(not blamed, "nobody is blamed, and nothing was signed twice")
    same_game(stage, peers)


@scenario(seconds=30)
def all_killed(stage):
    """All are killed, all but one lose their journals, and the table is resumed from the one that is left."""
    peers = table(stage, 4, 100)
    by_id, by_address, survivor, by_copy = peers
    reach(stage, peers, 20)
    stage.say(f"kill -9 of all; only {survivor.name} keeps a journal")
    for peer in peers:
        peer.kill()
    journal, name = survivor.last("table")["journal"], survivor.last("table")["table"]
    for peer in [by_id, by_address, by_copy]:
        shutil.rmtree(peer.home / "tables")
    copy = stage.folder / "copy.wsl"
    shutil.copyfile(journal, copy)
    again = [*BOT, "--pace", "20", "--listen", PORT]
    survivor.resume(name[:12], *again)
    stage.wait("the survivor to listen", lambda: survivor.last("listening")["life"] == 2)
    by_id.join(name[:12], *again)
    by_address.join(survivor.address(), *again)
    by_copy.resume(copy, *again)
    finish(stage, peers)
    stage.check(True, "three came back from one journal: by the table's id, by an address, by a copied file")
    same_game(stage, peers)


@scenario(seconds=20)
def leaves_for_good(stage):
    """One player leaves on purpose, and a bot plays the seat to the end."""
    peers = table(stage, 4, 60)
    leaver, seat = peers[3], peers[3].seat
    others = peers[:3]
    reach(stage, peers, 12)
    stage.say(f"{leaver.name} leaves")
    leaver.may_end = True
    leaver.tell(cmd="leave")
    stage.wait("the one who leaves to end", lambda: leaver.last("end") is not None)
    code = leaver.reap()
    stage.check(code == 0 and leaver.last("end").get("left") is True, "who left ended with code 0")
    finish(stage, others)
    stage.check(all(peer.all("leaving") and handed(peer, seat, "bot") for peer in others), "all saw who left")
    stage.check(all(peer.kinds("stand_in", seat) for peer in others), "a bot played the seat to the end")
    stage.check(not handed(others[0], seat, "player"), "the seat was not given back")
    same_game(stage, others, gone=[leaver])


@scenario(seconds=20)
def late_spectator(stage):
    """Somebody comes in the middle of the game to watch."""
    machines = stage.network.add_machines(4)
    peers = [stage.peer(name, machine) for name, machine in zip(NAMES, machines)]
    players, spectator = peers[:3], peers[3]
    seat_all(stage, players, 120)
    reach(stage, players, 20)
    spectator.watch(players[1].address(), *net())
    reach(stage, [spectator], 1)
    stage.check(players[0].last("over") is None, "the spectator came in the middle of the game")
    finish(stage, peers)
    stage.check(spectator.last("table")["seat"] is None, "the spectator has no seat")
    same_game(stage, peers)


@scenario(weight=6, seconds=20)
def two_tables(stage):
    """Two tables at once on one LAN, found by mDNS."""
    tables = tables_at_once(stage, 2, 3)
    ids = {peers[0].last("table")["table"] for peers in tables}
    stage.check(len(ids) == 2, "two different tables")


@scenario(weight=16, seconds=60)
def twenty_peers(stage):
    """Twenty peers in five tables on one LAN, found by mDNS."""
    tables = tables_at_once(stage, 5, 4)
    ids = {peers[0].last("table")["table"] for peers in tables}
    stage.check(len(ids) == 5, "five different tables")


def tables_at_once(stage, count, seats):
    """So many tables of so many seats; the others join their host by its name."""
    machines = iter(stage.network.add_machines(count * seats))
    tables = [[stage.peer(f"{name}{number}", next(machines)) for name in NAMES[:seats]]
              for number in range(1, count + 1)]
    for host, *_ in tables:
        host.host(GAME, "--seats", str(seats), *HOSTS_BOTS, *BOT)
    for host, *others in tables:
        for other in others:
            other.join(host.name, *BOT)
    everybody = [peer for peers in tables for peer in peers]
    begun(stage, everybody)
    finish(stage, everybody)
    nobody_lingers(stage, everybody)
    for peers in tables:
        same_game(stage, peers)
    return tables
