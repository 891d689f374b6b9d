"""Two laptops with people at them: everything by keys, as it is on the screen."""

import json
import pathlib
import re
import subprocess

from checks import finish, same_game
from play import BOT, GAME, PORT, begun, net, scenario
from screen import Person
from system import Failed

DOWN, LEFT, ENTER = "\x1b[B", "\x1b[D", "\r"
# So many entries are some bids of both.
ENTRIES = 8


@scenario(weight=2, seconds=30)
def two_laptops(stage):
    """Two people find each other in the lobby and play until moves are final, all by keys."""
    people = []
    try:
        for name, machine in zip(["Ann", "Ben"], stage.network.add_machines(2)):
            people.append(Person(stage, name, machine))
        play(stage, *people)
    finally:
        for person in people:
            person.stop()
    same_table(stage, people)


def play(stage, ann, ben):
    """Ann opens a table for two, Ben sits down at it, and both play."""
    for person in (ann, ben):
        person.shows("Play now against bots")
    ann.press("+")
    ann.shows("New table", "At the table: Ann and 2 free seats.")
    ann.press(DOWN + DOWN + LEFT)
    ann.shows("At the table: Ann and 1 free seat.")
    ann.press(ENTER)
    ann.shows("Others can join")
    ben.shows("Table ", "open, 1 of 2", "Ann")
    stage.check(True, "Ben's lobby lists Ann's table")
    line = next(line for line in ben.screen().splitlines() if "open, 1 of 2" in line)
    digit, number = re.search(r"(\d)\s+Table (\d+)", line).groups()
    ben.press(digit)
    ben.shows("Ann host", "not ready yet", f"Table {number}")
    ann.shows("Ben sat down")
    ben.press(" ")
    ann.shows("Ben is ready")
    ann.press(" ")
    for person in (ann, ben):
        person.shows("in step")
    stage.check(True, "both said that they are ready, and the game began")
    while min(entry(ann), entry(ben)) < ENTRIES:
        stage.wait("somebody's turn", lambda: any(is_on(person) for person in (ann, ben)))
        for person in (ann, ben):
            if is_on(person):
                do_what_is_highlighted(stage, person)
    stage.check(True, f"both screens show entry {ENTRIES}")


def do_what_is_highlighted(stage, person):
    """Presses Enter, which takes up what is highlighted, tries it, and commits it."""
    before = person.screen()
    person.press(ENTER)
    stage.wait(f"{person.name}'s screen to change", lambda: person.screen() != before)


@scenario(weight=3, seconds=300)
def every_kind_of_player(stage):
    """A person by keys, a bot that looks far ahead, a bot in Python and a remote peer finish a game."""
    machines = stage.network.add_machines(3)
    person = Person(stage, "Ann", machines[0], "host", GAME, "--seats", "4", "--bots", "1", "--bot-seats", "hard", *net())
    program, remote = (stage.peer(name, machine) for name, machine in zip(["Monty", "Cid"], machines[1:]))
    try:
        person.shows("Others can join")
        address = f"{machines[0].address}:{PORT}"
        example = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "example_bot.py"
        program.join(address, "--bot-cmd", f"python3 '{example}'", "--bot-time", "100", *net())
        remote.join(address, *BOT, *net())
        person.shows("Monty is ready", "Cid is ready")
        person.press(" ")
        begun(stage, [program, remote])
        while remote.last("over") is None:
            stage.wait("Ann's turn or the end", lambda: remote.last("over") or is_on(person), seconds=240)
            if is_on(person):
                do_what_is_highlighted(stage, person)
        person.shows("Monty", "Cid", "again")
        finish(stage, [program, remote])
        person.press("q")
        stage.check(person.end() == 0, "Ann's screen showed the end, and q ended the program")
    finally:
        person.stop()
    stage.check(not program.last("notice"), "the program in Python decided all its turns itself")
    moves = {entry["seat"] for entry in remote.kinds("move")}
    stage.check(len(moves) == 3, "Ann, the program and the remote peer signed moves of their own")
    same_game(stage, [program, remote], journals=[person.journal()])


@scenario(weight=1, seconds=10)
def noisy_program(stage):
    """A program that plays at somebody's laptop writes to standard error, and the screen stays as it was drawn."""
    machine, = stage.network.add_machines(1)
    noise = 'while read -r line; do echo "NOISE $(seq -s " " 300)" >&2; echo nonsense; done'
    person = Person(stage, "Ann", machine, "play", GAME, "--bot-cmd", f"Monty={noise}")
    try:
        person.shows("Monty")
        while entry(person) < ENTRIES:
            stage.wait("Ann's turn", lambda: is_on(person))
            do_what_is_highlighted(stage, person)
        person.shows("greedy")
        stage.check("NOISE" not in person.written, "nothing of what it wrote came to the screen")
    finally:
        person.stop()


def is_on(person):
    """Whether it is this person's turn."""
    return "YOUR TURN" in person.screen()


def entry(person):
    """The entry that a screen shows."""
    shown = re.search(r"entry (\d+)", person.screen())
    return int(shown.group(1)) if shown else 0


def same_table(stage, people):
    """The journals of both hold the same game, as far as it came."""
    files = [str(file) for person in people for file in (person.home / "tables").glob("*.wsl")]
    done = subprocess.run([str(stage.binary), "verify", "--json", *files], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"verify: {done.stderr.strip()}")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    stage.check(len({one["phrase"] for one in told}) == 1 and len(told) == len(people), "both journals are of one table")
    final = min(one["entries"] for one in told)
    stage.check(final >= ENTRIES - 1, f"{final} entries are in both journals")
