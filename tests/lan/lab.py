"""A LAN on one machine, and what can happen on one: the program behind scripts/lan-lab."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True

# Those with the scenarios, in the order in which they are listed.
import scenarios  # noqa: E402, F401
import games  # noqa: E402, F401
import lobby  # noqa: E402, F401
import alone as alone_scenarios  # noqa: E402, F401
import hostile  # noqa: E402, F401
import crowd  # noqa: E402, F401
import network  # noqa: E402
import system  # noqa: E402
from peers import Stage  # noqa: E402
from play import SCENARIOS  # noqa: E402
from system import Failed  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = 77
INSIDE = "WHISTLESTOP_LAB_INSIDE"
# Busy peers that a core carries without anybody waiting long.
PEERS_PER_CORE = 8
# How long a scenario may take to clean up after itself before it is killed.
CLEAN_UP_SECONDS = 30

EXAMPLES = """examples:
  scripts/lan-lab                               all scenarios but the long ones
  scripts/lan-lab kill-9 cable-3s               these two
  scripts/lan-lab hostile                       all whose names begin so
  scripts/lan-lab --keep-logs /tmp/lab loss-10  and look at what every peer said
  scripts/lan-lab --binary target/release/whistlestop --seed 7
  scripts/lan-lab --second target/debug/whistlestop --binary target/release/whistlestop every-kind
                                                two builds at one table, which must decide alike

Needs Linux with ip (iproute2) and python3, nothing else; runs as root, or as an ordinary user where unshare may make
namespaces. Exit code: 0 all went well, 1 a scenario failed, 2 wrong arguments, 77 skipped because this machine cannot
make namespaces."""


def arguments():
    """What was asked for."""
    parser = argparse.ArgumentParser(
        prog="scripts/lan-lab", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Makes a network on this machine, plays games on it, and does to it what happens to networks.")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="which [default: all but the long ones; see --list]")
    parser.add_argument("--list", action="store_true", help="list the scenarios")
    parser.add_argument("--binary", type=Path, metavar="PATH",
                        help="the program [default: the newer of target/debug and target/release]")
    parser.add_argument("--second", type=Path, metavar="PATH",
                        help="what every other peer runs, for example another build [default: the program]")
    parser.add_argument("--hostile", type=Path, metavar="PATH",
                        help="the hostile peer [default: examples/hostile beside the program]")
    parser.add_argument("--keep-logs", type=Path, metavar="DIR", help="keep all logs there [default: only of failures]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="decides which packets are lost [default: 1]")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--prefix", help=argparse.SUPPRESS)
    return parser.parse_args()


def stop(message, code=2):
    """Says why not, and ends."""
    print(f"lan-lab: {message}", file=sys.stderr, flush=True)
    sys.exit(code)


def find_programs(asked):
    """The program and the hostile peer, built."""
    binary = asked.binary
    if binary is None:
        built = [ROOT / "target" / profile / "whistlestop" for profile in ("debug", "release")]
        built = [path for path in built if path.exists()]
        if not built:
            stop("there is no built program; run `cargo build --example hostile --bin whistlestop`, or give --binary")
        binary = max(built, key=lambda path: path.stat().st_mtime)
    second = asked.second or binary
    for option, path in [("--binary", binary), ("--second", second)]:
        if not os.access(path, os.X_OK):
            stop(f"{path} is no program; build it, or give another with {option}")
    asked.binary, asked.second = binary.resolve(), second.resolve()
    asked.hostile = (asked.hostile or asked.binary.parent / "examples" / "hostile").resolve()


def choose(asked):
    """The scenarios that are meant: by name, or by the beginning of several names."""
    chosen = []
    for name in asked or [one for one in SCENARIOS if not SCENARIOS[one].long]:
        fitting = [one for one in SCENARIOS if one == name] or \
                  [one for one in SCENARIOS if one.startswith(f"{name}-")]
        if not fitting:
            stop(f"there is no scenario {name!r}; there is {', '.join(SCENARIOS)}")
        chosen += [one for one in fitting if one not in chosen]
    return chosen


# Namespaces

def make_sure_of_namespaces():
    """Goes on only where namespaces can be made: as root, or by starting again as root of a namespace of one's own."""
    if sys.platform != "linux":
        stop("SKIPPED: only Linux has network namespaces", SKIPPED)
    if shutil.which("ip") is None:
        stop("SKIPPED: `ip` is missing; install it (Debian, Ubuntu: apt install iproute2)", SKIPPED)
    why = try_namespaces()
    if why is None:
        return
    if INSIDE in os.environ:
        stop(f"SKIPPED: no namespaces, not even inside unshare: {why}", SKIPPED)
    if shutil.which("unshare") is None:
        stop(f"SKIPPED: {why}; and `unshare` is missing (Debian, Ubuntu: apt install util-linux)", SKIPPED)
    alone = ["unshare", "-Urnm", "--"]
    probe = subprocess.run([*alone, "mount", "-t", "tmpfs", "tmpfs", "/run"], capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        stop(f"SKIPPED: {why}; and unshare says: {probe.stderr.strip()} "
             "(run as root, or allow user namespaces: sysctl kernel.unprivileged_userns_clone=1)", SKIPPED)
    inner = 'mount -t tmpfs tmpfs /run && exec "$@"'
    os.environ[INSIDE] = "1"
    os.execvp("unshare", [*alone, "sh", "-c", inner, "sh", sys.executable, "-B", str(Path(__file__)), *sys.argv[1:]])


def try_namespaces():
    """Makes a namespace with a cable and takes it away; why that cannot be."""
    if os.geteuid() != 0:
        return "not root"
    name = f"{network.run_name()}-try"
    try:
        system.run("ip", "netns", "add", name)
        system.run("ip", "-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", "v1")
        system.run("ip", "netns", "exec", name, "true")
        return None
    except Failed as why:
        return str(why)
    finally:
        network.remove(name)


def end_on_signals():
    """A signal ends this process by the same way as everything else, with all that is to be cleaned up; once."""

    def end(number, _frame):
        for other in (signal.SIGTERM, signal.SIGINT):
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)


# One scenario, in a process of its own

def run_one(asked):
    """Plays a scenario and writes down how it went."""
    end_on_signals()
    scenario = SCENARIOS[asked.one]
    work = asked.work
    logs = work / "logs" / scenario.name

    def say(text):
        print(f"  {scenario.name}: {text}", flush=True)

    stage = Stage(scenario.name, [asked.binary, asked.second], asked.hostile, work / scenario.name, logs, asked.seed, say)
    failure = None
    try:
        scenario.run(stage, f"{asked.prefix}-{scenario.name}")
    except Failed as why:
        failure = str(why)
    except Exception as why:  # A mistake of the lab is a failure too, and must not pass for anything else.
        (logs / "lab.log").write_text(traceback.format_exc(), encoding="utf-8")
        failure = f"the lab itself failed: {why!r}; see lab.log"
    verdict = {"seconds": stage.seconds(), "checked": stage.checked, "failure": failure}
    (work / f"{scenario.name}.json").write_text(json.dumps(verdict), encoding="utf-8")
    sys.exit(0 if failure is None else 1)


# All of them

class Lab:
    """The scenarios under way and those that wait."""

    def __init__(self, asked, names):
        self.asked = asked
        self.prefix = network.run_name()
        self.work = Path(tempfile.mkdtemp(prefix=f"{self.prefix}-"))
        # Long ones first, so that the short ones fill up the time beside them.
        self.waiting = sorted((SCENARIOS[name] for name in names), key=lambda one: -one.seconds)
        self.room = PEERS_PER_CORE * len(os.sched_getaffinity(0))
        self.under_way = {}
        self.failed = []
        # Where logs are kept, once there are any to keep.
        self.kept = None

    def run(self):
        """Plays all; how many failed."""
        count, started = len(self.waiting), time.monotonic()
        try:
            while self.waiting or self.under_way:
                self.start_what_fits()
                self.collect()
        finally:
            self.clean_up()
        seconds = time.monotonic() - started
        if self.failed:
            print(f"FAILED {len(self.failed)} of {count} scenarios in {seconds:.0f} s: {', '.join(self.failed)}")
        else:
            print(f"all {count} scenarios went well in {seconds:.0f} s")
        return len(self.failed)

    def start_what_fits(self):
        """Starts whatever there is room for; one that is larger than the room runs alone."""
        for scenario in list(self.waiting):
            taken = sum(one.weight for one in self.under_way.values())
            if self.under_way and taken + scenario.weight > self.room:
                continue
            self.waiting.remove(scenario)
            command = [sys.executable, "-B", __file__, "--one", scenario.name, "--work", str(self.work),
                       "--prefix", self.prefix, "--binary", str(self.asked.binary), "--second", str(self.asked.second),
                       "--hostile", str(self.asked.hostile), "--seed", str(self.asked.seed)]
            print(f"begin {scenario.name}: {scenario.about}", flush=True)
            process = subprocess.Popen(command, preexec_fn=system.die_with_parent(signal.SIGTERM))
            self.under_way[process] = scenario

    def collect(self):
        """Waits until a scenario is done, and says how it went."""
        while not (done := [process for process in self.under_way if process.poll() is not None]):
            time.sleep(0.1)
        for process in done:
            self.judge(self.under_way.pop(process), process.returncode)

    def judge(self, scenario, code):
        """The verdict of one scenario."""
        written = self.work / f"{scenario.name}.json"
        verdict = {"seconds": 0, "checked": [], "failure": f"the lab itself failed with code {code}"}
        if written.exists():
            verdict = json.loads(written.read_text(encoding="utf-8"))
        checked = "; ".join(verdict["checked"])
        logs = self.work / "logs" / scenario.name
        if (verdict["failure"] or self.asked.keep_logs) and logs.exists():
            self.kept = self.kept or self.asked.keep_logs or Path(tempfile.mkdtemp(prefix="whistlestop-lab-logs-"))
            shutil.copytree(logs, self.kept / scenario.name, dirs_exist_ok=True)
        if verdict["failure"] is None:
            print(f"ok    {scenario.name} ({verdict['seconds']:.0f} s): {checked}", flush=True)
        else:
            self.failed.append(scenario.name)
            print(f"FAIL  {scenario.name} ({verdict['seconds']:.0f} s): {verdict['failure']}"
                  f"\n      checked before: {checked or 'nothing'}"
                  f"\n      logs: {self.kept / scenario.name if self.kept else 'none'}", flush=True)

    def clean_up(self):
        """Ends what still runs, and takes away all that this run made; kept logs are elsewhere."""
        for process in self.under_way:
            process.terminate()
        for process in self.under_way:
            try:
                process.wait(CLEAN_UP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        interrupted = bool(self.under_way)
        self.under_way = {}
        network.remove_all_of(self.prefix)
        shutil.rmtree(self.work, ignore_errors=True)
        if interrupted:
            print("lan-lab: stopped before the end; everything was cleaned up", file=sys.stderr)


def main():
    """The program."""
    asked = arguments()
    if asked.list:
        for one in SCENARIOS.values():
            print(f"{one.name:20} {one.about}{' (long)' if one.long else ''}")
        return
    if asked.one:
        run_one(asked)
    names = choose(asked.scenarios)
    find_programs(asked)
    make_sure_of_namespaces()
    end_on_signals()
    stale = network.remove_stale()
    if stale:
        print(f"took away {stale} namespaces and folders that a killed lab left behind")
    sys.exit(1 if Lab(asked, names).run() else 0)


if __name__ == "__main__":
    main()
