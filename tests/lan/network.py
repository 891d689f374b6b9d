"""A LAN on one machine: a namespace for each computer, and one for the hub that their cables lead to.

Names say which run they belong to, so that two labs do not meet, and so that the next one finds what a killed one left
behind."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import system
from system import Failed, run

PREFIX = "wslab"
SWITCH = Path(__file__).with_name("switch.py")


def run_name():
    """How everything of this run is called: no other process has this number and this start."""
    return f"{PREFIX}-{os.getpid()}-{system.start_time(os.getpid())}"


def namespaces():
    """All named namespaces of labs."""
    try:
        return [name for name in os.listdir("/run/netns") if name.startswith(f"{PREFIX}-")]
    except FileNotFoundError:
        return []


def remove(name):
    """Takes a namespace away, with whatever of a lab still runs in it."""
    for pid in run("ip", "netns", "pids", name, ok=False).split():
        try:
            os.kill(int(pid), signal.SIGKILL)
        except ProcessLookupError:
            pass
    run("ip", "netns", "del", name, ok=False)


def remove_all_of(run_prefix):
    """Takes away every namespace of one run."""
    for name in namespaces():
        if name.startswith(f"{run_prefix}-"):
            remove(name)


def remove_stale():
    """Takes away what labs left behind that were killed; how many namespaces and folders that were."""
    stale = [name for name in namespaces() if not is_alive(name)]
    for name in stale:
        remove(name)
    folders = [folder for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}-*") if not is_alive(folder.name)]
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return len(stale) + len(folders)


def is_alive(name):
    """Whether the run still runs to which this belongs."""
    parts = name.split("-")
    return len(parts) > 2 and str(system.start_time(parts[1])) == parts[2]


def usable_link_local(name):
    """Whether a machine has a link-local address that is its own for certain."""
    told = run("ip", "-n", name, "-6", "-o", "addr", "show", "dev", "eth0", "scope", "link")
    return "fe80:" in told and "tentative" not in told


class Machine:
    """A computer on the LAN: a namespace with one network card, `eth0`."""

    def __init__(self, namespace, port, address):
        self.namespace = namespace
        self.port = port
        self.address = address

    def command(self, *command):
        """The command line that runs something there. It becomes that process: its number is the one started."""
        return ["ip", "netns", "exec", self.namespace, *command]


class Network:
    """A hub and its machines. `kind` is "bridge" (the kernel's) or "switch" (ours, which can impair)."""

    def __init__(self, prefix, kind, seed):
        self.prefix = prefix
        self.kind = kind
        self.seed = seed
        self.hub = f"{prefix}-hub"
        self.machines = []
        self.switch = None
        # How frames fare from the first one on.
        self.impair_at_start = {}
        run("ip", "netns", "add", self.hub)
        self.in_hub("ip", "link", "set", "lo", "up")
        if kind == "bridge":
            self.in_hub("ip", "link", "add", "br0", "type", "bridge")
            self.in_hub("ip", "link", "set", "br0", "up")

    def in_hub(self, *command):
        """Runs a command in the hub's namespace."""
        return run("ip", "netns", "exec", self.hub, *command)

    def add_machines(self, count):
        """Plugs in so many more machines. A switch must not be running yet."""
        for _ in range(count):
            self.add_machine()
        if self.kind == "switch":
            self.start_switch()
        return self.machines[-count:]

    def add_machine(self):
        """Plugs in a machine."""
        number = len(self.machines) + 1
        name, port = f"{self.prefix}-{number}", f"v{number}"
        address = f"10.77.0.{number}"
        run("ip", "netns", "add", name)
        machine = Machine(name, port, address)
        self.machines.append(machine)
        self.connect(machine)
        run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        run("ip", "-n", name, "link", "set", "lo", "up")
        run("ip", "-n", name, "link", "set", "eth0", "up")

    def connect(self, machine):
        """A network card and a cable from it to the hub."""
        name, port = machine.namespace, machine.port
        run("ip", "-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", port, "netns", self.hub)
        if self.kind == "bridge":
            run("ip", "-n", self.hub, "link", "set", port, "master", "br0", "up")
        else:
            run("ip", "-n", self.hub, "link", "set", port, "up")
            with system.inside(name):
                system.fill_in_checksums("eth0")

    def only_link_local(self, machine, number):
        """Gives a machine another card in place of its own, with no address but the link-local one it makes itself, after so
        many others have been in it: the kernel numbers them on."""
        name = machine.namespace
        run("ip", "-n", name, "link", "del", "eth0")
        for _ in range(number):
            run("ip", "-n", name, "link", "add", "old", "type", "veth", "peer", "name", "end")
            run("ip", "-n", name, "link", "del", "old")
        self.connect(machine)
        run("ip", "-n", name, "link", "set", "eth0", "up")
        # Until the kernel has made sure that nobody else has it, the address cannot be used.
        system.wait_for(f"{name} to have an address", lambda: usable_link_local(name))

    def start_switch(self):
        """Starts our switch between all ports."""
        ports = [machine.port for machine in self.machines]
        command = ["ip", "netns", "exec", self.hub, sys.executable, "-B", str(SWITCH), str(self.seed), *ports]
        self.switch = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       preexec_fn=system.die_with_parent(signal.SIGKILL))
        if self.switch.stdout.readline() != "ready\n":
            raise Failed("the lab's switch did not start")
        self.impair(**self.impair_at_start)

    def impair(self, **how):
        """Tells the switch how frames fare from now on: see switch.py."""
        self.switch.stdin.write(json.dumps(how) + "\n")
        self.switch.stdin.flush()
        if self.switch.stdout.readline() != "done\n":
            raise Failed("the lab's switch has stopped")

    def partition(self, *groups):
        """Only machines of the same group hear each other."""
        self.impair(groups=[[machine.port for machine in group] for group in groups])

    def heal(self):
        """All hear each other again."""
        self.impair(groups=[])

    def pull(self, machine):
        """Pulls a machine's cable."""
        run("ip", "-n", self.hub, "link", "set", machine.port, "down")

    def plug(self, machine):
        """Puts it back."""
        run("ip", "-n", self.hub, "link", "set", machine.port, "up")

    def stop_switch(self):
        """Ends the switch; what it did."""
        if self.switch is None:
            return {}
        switch, self.switch = self.switch, None
        said, _ = switch.communicate(timeout=20)
        return json.loads(said.splitlines()[-1])

    def close(self):
        """Takes everything away, whatever state it is in."""
        if self.switch is not None:
            self.switch.kill()
            self.switch.communicate()
            self.switch = None
        for name in [self.hub, *(machine.namespace for machine in self.machines)]:
            remove(name)
