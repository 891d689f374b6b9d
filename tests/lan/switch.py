"""A switch in user space: passes Ethernet frames between ports, and loses, delays or withholds them when told.

Runs inside the hub's namespace: `switch.py SEED PORT...`. Says `ready`, then takes one JSON object a line on standard
input: `{"loss": PERCENT}`, `{"delay": MILLIS, "jitter": MILLIS}`, `{"groups": [[PORT, ...], ...]}` (frames stay within
a group; an empty list joins all). Ends with its input, and says what it did."""

import heapq
import json
import os
import random
import select
import socket
import struct
import sys
import time

ETH_P_ALL = 3
PACKET_OUTGOING = 4
SOL_PACKET = 263
PACKET_ADD_MEMBERSHIP = 1
PACKET_MR_PROMISC = 1
SO_RCVBUFFORCE = 33
# Frames that may wait at a port until this program gets a turn of the processor.
BUFFER_BYTES = 8 << 20
# Frames on their way; beyond this a real switch drops too.
MAX_WAITING = 20_000


class Switch:
    """Ports, what is known of who is behind them, and frames that are on their way."""

    def __init__(self, seed, names):
        self.luck = random.Random(seed)
        self.ports = {name: open_port(name) for name in names}
        self.by_file = {port.fileno(): name for name, port in self.ports.items()}
        self.behind = {}
        self.group = dict.fromkeys(names, 0)
        self.loss_percent = 0.0
        self.delay = self.jitter = 0.0
        self.waiting = []
        self.number = 0
        self.done = {"received": 0, "sent": 0, "lost": 0, "withheld": 0, "refused": 0}

    def command(self, told):
        """Changes how frames fare."""
        self.loss_percent = told.get("loss", self.loss_percent)
        self.delay = told.get("delay", self.delay * 1000) / 1000
        self.jitter = told.get("jitter", self.jitter * 1000) / 1000
        if "groups" in told:
            self.group = dict.fromkeys(self.ports, 0)
            for number, names in enumerate(told["groups"]):
                self.group.update(dict.fromkeys(names, number))

    def receive(self, name):
        """Takes the frames that wait at a port."""
        for _ in range(64):
            try:
                frame, where = self.ports[name].recvfrom(65_536)
            except OSError:
                # Nothing more, or the cable is out.
                return
            if where[2] != PACKET_OUTGOING and len(frame) >= 14:
                self.pass_on(name, frame)

    def pass_on(self, source, frame):
        """Sends a frame on its way, to one port if it is known who is where, else to all."""
        self.done["received"] += 1
        to, by = frame[:6], frame[6:12]
        self.behind[by] = source
        known = self.behind.get(to)
        for name in [known] if known else self.ports:
            if name == source:
                continue
            if self.group[name] != self.group[source]:
                self.done["withheld"] += 1
            elif self.luck.random() * 100 < self.loss_percent:
                self.done["lost"] += 1
            elif len(self.waiting) < MAX_WAITING:
                self.number += 1
                due = time.monotonic() + self.delay + self.luck.uniform(0, self.jitter)
                heapq.heappush(self.waiting, (due, self.number, name, frame))

    def deliver(self):
        """Hands over what is due."""
        while self.waiting and self.waiting[0][0] <= time.monotonic():
            _, _, name, frame = heapq.heappop(self.waiting)
            try:
                self.ports[name].send(frame)
                self.done["sent"] += 1
            except OSError:
                self.done["refused"] += 1

    def run(self):
        """Works until standard input ends."""
        poll = select.poll()
        for file in [0, *self.by_file]:
            poll.register(file, select.POLLIN)
        told = b""
        print("ready", flush=True)
        while True:
            pause = 1000.0
            if self.waiting:
                pause = max(0.0, (self.waiting[0][0] - time.monotonic()) * 1000)
            for file, _ in poll.poll(pause):
                if file != 0:
                    self.receive(self.by_file[file])
                    continue
                more = os.read(0, 4096)
                if not more:
                    return
                *lines, told = (told + more).split(b"\n")
                for line in lines:
                    self.command(json.loads(line))
                print("done", flush=True)
            self.deliver()


def open_port(name):
    """A socket that sees and sends whole frames at an interface."""
    port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    port.bind((name, 0))
    port.setblocking(False)
    everything = struct.pack("IHH8s", socket.if_nametoindex(name), PACKET_MR_PROMISC, 0, b"")
    port.setsockopt(SOL_PACKET, PACKET_ADD_MEMBERSHIP, everything)
    try:
        port.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER_BYTES)
    except PermissionError:
        # An ordinary user gets as much as the system allows everybody.
        port.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
    return port


def main():
    """The program."""
    switch = Switch(int(sys.argv[1]), sys.argv[2:])
    switch.run()
    try:
        print(json.dumps(switch.done), flush=True)
    except BrokenPipeError:
        # Nobody asks any more.
        sys.stderr.close()


if __name__ == "__main__":
    main()
