"""The program in a real terminal on a machine of the lab, with a person's keys: what stands on the screen, cell by cell."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading

import system
from peers import END_SECONDS
from system import Failed

COLUMNS, LINES = 80, 24

# All that the program says to a terminal: text, control sequences, titles.
PARTS = re.compile(r"\x1b\[([?>=]?)([0-9;:]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|([\r\n\b\x07])|(.)",
                   re.DOTALL)


class Grid:
    """A screen of characters, without their looks: as much of a terminal as the program uses."""

    def __init__(self):
        self.clear()

    def clear(self):
        """Everything empty."""
        self.cells = [[" "] * COLUMNS for _ in range(LINES)]
        self.row = self.column = 0

    def take(self, text):
        """Takes in what was written."""
        for mode, numbers, final, control, char in (found.groups() for found in PARTS.finditer(text)):
            if char and char != "\x1b":
                self.put(char)
            elif final and not mode:
                self.move(final, [int(number or 0) for number in re.split("[;:]", numbers)])
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self.row = min(self.row + 1, LINES - 1)

    def put(self, char):
        """A character where the cursor is."""
        if self.row < LINES and self.column < COLUMNS:
            self.cells[self.row][self.column] = char
        self.column += 1

    def move(self, final, numbers):
        """A control sequence that moves the cursor or empties cells."""
        count = max(numbers[0], 1)
        if final in "Hf":
            self.row, self.column = count - 1, max((numbers + [1])[1], 1) - 1
        elif final == "G":
            self.column = count - 1
        elif final == "C":
            self.column += count
        elif final == "J" and numbers[0] == 2:
            row, column = self.row, self.column
            self.clear()
            self.row, self.column = row, column
        elif final == "K":
            self.cells[self.row][self.column:] = [" "] * (COLUMNS - self.column)

    def text(self):
        """All lines."""
        return "\n".join("".join(line).rstrip() for line in self.cells)


class Person:
    """Somebody at a laptop: a terminal with the program in it."""

    def __init__(self, stage, name, machine, *command):
        self.stage = stage
        self.name = name
        self.grid = Grid()
        # Everything that was ever written to it.
        self.written = ""
        self.lock = threading.Lock()
        self.home = stage.folder / "homes" / name
        command = machine.command(str(stage.binary), *command, "--home", str(self.home), "--name", name)
        self.outside, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        terminal = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(command, stdin=inside, stdout=inside, stderr=inside, env=terminal,
                                        start_new_session=True, preexec_fn=system.die_with_parent(signal.SIGKILL))
        os.close(inside)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        """Takes in what the program writes, in a thread of its own."""
        kept = b""
        while True:
            try:
                written = os.read(self.outside, 65536)
            except OSError:
                written = b""
            if not written:
                return
            # A sequence or a character may be cut anywhere: what is not whole waits for its end.
            kept += written
            whole = whole_part(kept)
            with self.stage.news:
                with self.lock:
                    text = kept[:whole].decode("utf-8", "replace")
                    self.written += text
                    self.grid.take(text)
                self.stage.news.notify_all()
            kept = kept[whole:]

    def journal(self):
        """The file of the one table that was played."""
        journals = list((self.home / "tables").glob("*.wsl"))
        if len(journals) != 1:
            raise Failed(f"{self.name} has {len(journals)} journals, not one")
        return journals[0]

    def screen(self):
        """What stands on the screen."""
        with self.lock:
            return self.grid.text()

    def shows(self, *texts):
        """Waits until all this stands on the screen."""
        try:
            self.stage.wait(f"{texts} on the screen of {self.name}",
                            lambda: all(text in self.screen() for text in texts))
        except Failed as why:
            raise Failed(f"{why}\n{self.screen()}") from None

    def press(self, keys):
        """Presses keys."""
        os.write(self.outside, keys.encode())

    def end(self):
        """Waits until the program has ended by itself; its exit code."""
        try:
            return self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"the program of {self.name} does not end:\n{self.screen()}") from None

    def stop(self):
        """Ends it whatever it does; what it last showed is kept."""
        (self.stage.logs / f"{self.name}.screen").write_text(self.screen(), encoding="utf-8")
        self.process.kill()
        self.process.wait()
        self.reader.join(5)
        os.close(self.outside)


def whole_part(written):
    """How much of this ends in a whole character and a whole sequence."""
    start = written.rfind(b"\x1b")
    tail = written[start:]
    cut_sequence = start >= 0 and not re.match(rb"\x1b(\[[?>=]?[0-9;:]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[ -/]*[0-OQ-Z^-~])", tail)
    whole = start if cut_sequence else len(written)
    for back in range(1, min(4, whole) + 1):
        byte = written[whole - back]
        if byte & 0xC0 == 0xC0:
            length = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2
            return whole - back if length > back else whole
        if byte & 0x80 == 0:
            break
    return whole
