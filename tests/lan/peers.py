"""Headless peers as the lab runs them: started on a machine, listened to, told things, killed, started again."""

import json
import os
import signal
import subprocess
import threading
import time

import system
from system import Failed

# How long a process may take to end once it was told to, or said that it does. Only a hang takes so long.
END_SECONDS = 60

# The event that tells of a final entry.
ENTRY = "final"


class Peer:
    """A player or spectator: one home, one machine, one life after another."""

    def __init__(self, stage, name, machine, binary):
        self.stage = stage
        self.name = name
        self.binary = binary
        self.machine = machine
        self.home = stage.folder / "homes" / name
        self.process = None
        self.threads = []
        # Whether its end is part of the plan.
        self.may_end = False
        self.lives = 0
        # Of all lives.
        self.events = []
        self.log = open(stage.logs / f"{name}.log", "a", encoding="utf-8")

    # Starting and ending

    def run(self, *arguments, program=None):
        """Starts a life. `arguments` begin with the command."""
        if self.process is not None:
            raise Failed(f"{self.name} is running already")
        command, *rest = arguments
        shared = ["--json", "--home", str(self.home), "--name", self.name]
        line = self.machine.command(str(program or self.binary), command, *rest, *shared)
        self.note("start", " ".join(line))
        self.lives += 1
        self.may_end = False
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, bufsize=1,
                                        preexec_fn=system.die_with_parent(signal.SIGKILL))
        self.threads = [threading.Thread(target=self.read, args=[stream, kind], daemon=True)
                        for stream, kind in [(self.process.stdout, "out"), (self.process.stderr, "err")]]
        for thread in self.threads:
            thread.start()

    def host(self, game, *options):
        """Opens a table."""
        self.run("peer", "--host", game, *options)

    def join(self, table, *options):
        """Joins a table; nothing for any with a free seat."""
        self.run("peer", "--join", *([table] if table else []), *options)

    def watch(self, table, *options):
        """Watches a table."""
        self.run("peer", "--watch", *([table] if table else []), *options)

    def resume(self, what, *options):
        """Goes on with a table: its id, a file, or nothing for the last one."""
        self.run("resume", *([str(what)] if what else []), *options)

    def kill(self):
        """kill -9."""
        self.may_end = True
        self.process.send_signal(signal.SIGKILL)
        self.reap()
        self.note("killed", "by the lab")

    def reap(self):
        """Waits for the process and everything it has still said; its exit code."""
        try:
            code = self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"{self.name} does not end") from None
        for thread in self.threads:
            thread.join()
        self.process.stdin.close()
        self.process = None
        self.note("ended", f"with code {code}")
        return code

    def stop(self):
        """Ends it whatever it does."""
        self.may_end = True
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def tell(self, **command):
        """A line on its standard input."""
        self.note("told", json.dumps(command))
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    # Listening

    def read(self, stream, kind):
        """Takes in what it says, in a thread of its own."""
        for line in stream:
            line = line.rstrip("\n")
            self.note(kind, line)
            event = parse(line) if kind == "out" else None
            with self.stage.news:
                if event is not None:
                    self.events.append({**event, "life": self.lives, "at": self.stage.seconds()})
                elif kind == "err":
                    self.events.append({"event": "stderr", "text": line, "life": self.lives})
                self.stage.news.notify_all()
        with self.stage.news:
            self.stage.news.notify_all()

    def note(self, kind, text):
        """A line of its log."""
        if not self.log.closed:
            self.log.write(f"{self.stage.seconds():8.3f} {kind}: {text}\n")
            self.log.flush()

    def all(self, name):
        """Its events of this name, so far."""
        return [event for event in list(self.events) if event.get("event") == name]

    def last(self, name):
        """Its last event of this name, if there is one."""
        return next((event for event in reversed(list(self.events)) if event.get("event") == name), None)

    def hashes(self):
        """The state's hash after each entry that it reported."""
        return {entry["index"]: entry["hash"] for entry in self.all(ENTRY)}

    def index(self):
        """The last entry that it reported."""
        return max(self.hashes(), default=0)

    def kinds(self, kind, seat=None):
        """Entries of a kind, of a seat or of any."""
        return [entry for entry in self.all(ENTRY)
                if kind_of(entry) == kind and (seat is None or entry.get("seat") == seat)]

    @property
    def seat(self):
        """Where it sits."""
        return self.last("table")["seat"]

    @property
    def key(self):
        """Who it is."""
        return self.last("listening")["key"]

    def address(self):
        """Where it listens, for others to type."""
        addresses = self.last("listening")["addresses"]
        own = [one for one in addresses if one.startswith(f"{self.machine.address}:")]
        if not own:
            raise Failed(f"{self.name} names no address on its network card: {addresses}")
        return own[0]

    def processor_seconds(self):
        """What its process has used of a processor so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii", errors="replace") as stat:
            user, system_time = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system_time)) / os.sysconf("SC_CLK_TCK")

    def has_ended(self):
        """Whether its process has ended and all it said was heard."""
        heard = not any(thread.is_alive() for thread in self.threads)
        return heard and self.process.poll() is not None


def kind_of(entry):
    """What an entry is, in one word."""
    kind = entry["kind"]
    return kind if isinstance(kind, str) else next(iter(kind))


def parse(line):
    """The event of a line; what is no JSON object is itself one, so that the checks find it."""
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    return event if isinstance(event, dict) else {"event": "not json", "text": line}


class Stage:
    """Where a scenario plays: its network, its peers, its clock, its logs."""

    def __init__(self, name, builds, hostile, folder, logs, seed, say):
        self.name = name
        # What the peers run, in turn.
        self.builds = builds
        self.binary = builds[0]
        self.hostile = hostile
        self.folder = folder
        self.logs = logs
        self.seed = seed
        self.say = say
        self.network = None
        self.peers = []
        self.checked = []
        self.news = threading.Condition()
        self.started = time.monotonic()
        os.makedirs(folder / "homes", exist_ok=True)
        os.makedirs(logs, exist_ok=True)

    def seconds(self):
        """Since the scenario began."""
        return time.monotonic() - self.started

    def peer(self, name, machine):
        """A new player or spectator."""
        peer = Peer(self, name, machine, self.builds[len(self.peers) % len(self.builds)])
        self.peers.append(peer)
        return peer

    def wait(self, what, holds, seconds=90):
        """Waits until something holds. The limit is only there so that a hang is told as what it is."""
        limit = time.monotonic() + seconds
        with self.news:
            while not holds():
                self.check_alive()
                left = limit - time.monotonic()
                if left <= 0:
                    raise Failed(f"after {seconds} s still waiting for {what}; {self.how_far()}")
                self.news.wait(min(left, 1.0))

    def check_alive(self):
        """Fails if a peer ended that should not have."""
        for peer in self.peers:
            if peer.process is not None and not peer.may_end and peer.has_ended():
                code = peer.process.returncode
                said = [event["text"] for event in peer.all("stderr")][-3:]
                if code != 0 or peer.last("end") is None:
                    raise Failed(f"{peer.name} ended with code {code}: {' '.join(said) or 'without a word'}")

    def how_far(self):
        """Where everybody is, for a message."""
        return ", ".join(f"{peer.name} at entry {peer.index()}" for peer in self.peers)

    def pause(self, seconds):
        """Lets time pass because the time is what the scenario is about."""
        limit = time.monotonic() + seconds
        while (left := limit - time.monotonic()) > 0:
            self.check_alive()
            time.sleep(min(left, 0.5))

    def check_idle(self, peers, seconds):
        """Lets time pass in which these peers have nothing to do but wait, and checks that they do nothing else."""
        before = [peer.processor_seconds() for peer in peers]
        self.pause(seconds)
        shares = [(peer.processor_seconds() - used) / seconds for peer, used in zip(peers, before)]
        self.check(max(shares) < 0.05, f"waiting took {100 * max(shares):.0f} % of a core at most")

    def check(self, holds, what):
        """A thing that must hold, and that the verdict lists."""
        if not holds:
            raise Failed(f"not so: {what}")
        self.checked.append(what)

    def close(self):
        """Ends everything of the scenario, whatever state it is in."""
        for peer in self.peers:
            peer.stop()
        if self.network is not None:
            self.network.close()
        for peer in self.peers:
            for thread in peer.threads:
                thread.join(1)
            peer.log.close()
