"""What must be true at the end of every scenario: one game, the same for all, to the end."""

import json
import subprocess

from system import Failed

# A game of the lab takes well under a minute of its own; a machine with much else to do may need several times that.
GAME_SECONDS = 240


def finish(stage, peers, seconds=GAME_SECONDS):
    """Waits until all these have ended by themselves, with the game over and exit code 0."""
    stage.wait("the end of the game",
               lambda: all(peer.last("end") is not None for peer in peers), seconds)
    for peer in peers:
        code = peer.reap()
        end = peer.last("end")
        if code != 0 or end.get("games") != 1:
            raise Failed(f"{peer.name} ended with code {code} and {end}")
    stage.check(True, f"{len(peers)} peers ended with code 0")


def nobody_lingers(stage, peers):
    """Where all were there to the end, nobody stays behind to wait for somebody (`--linger`, 30 s)."""
    waited = max(peer.last("end")["at"] - peer.last("over")["at"] for peer in peers)
    stage.check(waited < 25, f"all ended within {waited:.1f} s of the game's end")


def same_game(stage, peers, gone=(), cheats=(), journals=()):
    """All these saw the same game to the same end; so did those that are gone, as long as they saw it.

    `cheats` are the seats that must be proved to have cheated; no other may be. `journals` are files that somebody else
    kept of it."""
    nothing_strange(stage, [*peers, *gone], cheats)
    last = same_hashes(peers, gone)
    for name in ["table", "phrase"]:
        values = {peer.last("table")[name] for peer in [*peers, *gone] if peer.last("table")}
        if len(values) != 1:
            raise Failed(f"not all have the same {name}: {sorted(values)}")
    standings = {json.dumps(peer.last("over")["standings"], sort_keys=True) for peer in peers}
    if len(standings) != 1:
        raise Failed(f"not all have the same standings: {standings}")
    final = peers[0].hashes()[last]
    verified = verify(stage, peers, journals)
    for name, journal in verified.items():
        told = (journal["entries"], journal["over"], journal["hash"], journal["phrase"])
        seen = (last, True, final, peers[0].last("table")["phrase"])
        if told != seen:
            raise Failed(f"the journal of {name} holds {told}, but the peers saw {seen}")
        proved = {proof["seat"] for proof in journal["cheated"]}
        if proved != set(cheats):
            raise Failed(f"the journal of {name} proves that seats {proved} cheated, not {set(cheats)}")
    stage.check(True, f"equal hashes at all {last} entries, phrase and {len(verified)} journals the same")


def same_hashes(peers, gone):
    """Compares the hashes entry by entry; the last index."""
    last = max(peer.index() for peer in peers)
    known = {}
    for peer in [*peers, *gone]:
        for index, state in sorted(peer.hashes().items()):
            whose, first = known.setdefault(index, (peer.name, state))
            if first != state:
                raise Failed(f"at entry {index} {whose} has the hash {first}, {peer.name} has {state}")
    for peer in peers:
        if peer.index() != last:
            raise Failed(f"{peer.name} saw the game only to entry {peer.index()} of {last}")
        missing = sorted(set(range(1, last + 1)) - set(peer.hashes()))
        # What a peer had on disk when it was killed it does not tell again; its journal is compared instead.
        if missing and peer.lives == 1:
            raise Failed(f"{peer.name} did not tell of the entries {missing[:10]}")
    return last


def nothing_strange(stage, peers, cheats):
    """No honest peer is blamed, no state differs, and everything said was an event."""
    for peer in peers:
        for event in list(peer.events):
            name = event.get("event")
            if name in ("desync", "forked", "not json", "changed_key") or "panicked" in event.get("text", ""):
                raise Failed(f"{peer.name} reported {event}")
            if name == "cheated" and event["seat"] not in cheats:
                raise Failed(f"{peer.name} blames an honest seat: {event}")
    for seat in cheats:
        blind = [peer.name for peer in peers
                 if seat not in [event["seat"] for event in peer.all("cheated")]]
        stage.check(not blind, f"all report that seat {seat} cheated" + (f" (not {blind})" if blind else ""))


def verify(stage, peers, journals):
    """What `whistlestop verify` says of each journal; it fails if they are not the same game."""
    files = {peer.last("table")["journal"]: peer.name for peer in peers}
    files.update({str(journal): str(journal) for journal in journals})
    command = [str(stage.binary), "verify", "--json", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (stage.logs / "verify.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode != 0:
        raise Failed(f"verify: {done.stderr.strip()}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(lines) != len(files):
        raise Failed(f"verify told of {len(lines)} journals, not of {len(files)}")
    return {files[line["file"]]: line for line in lines}
