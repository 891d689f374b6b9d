"""What the lab needs of Linux beyond the standard library: children that end with it, and steps into namespaces."""

import contextlib
import ctypes
import fcntl
import os
import signal
import socket
import struct
import subprocess
import time

PR_SET_PDEATHSIG = 1
CLONE_NEWNET = 0x40000000
SIOCETHTOOL = 0x8946
ETHTOOL_STXCSUM = 0x17

libc = ctypes.CDLL(None, use_errno=True)


class Failed(Exception):
    """Something is not as it must be; the text says what."""


def die_with_parent(which):
    """For `preexec_fn`: the child gets this signal when the thread that started it ends, even by kill -9."""

    def prepare():
        libc.prctl(PR_SET_PDEATHSIG, which, 0, 0, 0)

    return prepare


def run(*command, ok=True):
    """Runs a short command; its output, or `Failed` with what it said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          preexec_fn=die_with_parent(signal.SIGKILL))
    if ok and done.returncode != 0:
        raise Failed(f"`{' '.join(command)}` failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def wait_for(what, holds, seconds=60):
    """Waits until something holds that the system brings about; the limit is only there for a hang."""
    limit = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > limit:
            raise Failed(f"after {seconds} s still waiting for {what}")
        time.sleep(0.05)


@contextlib.contextmanager
def inside(namespace):
    """This thread, inside a named network namespace."""
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    try:
        enter(there)
        yield
    finally:
        enter(home)
        os.close(there)
        os.close(home)


def enter(namespace_fd):
    """Moves this thread into an open network namespace."""
    if libc.setns(namespace_fd, CLONE_NEWNET) != 0:
        raise Failed(f"cannot enter a network namespace: {os.strerror(ctypes.get_errno())}")


def fill_in_checksums(interface):
    """Makes the kernel send whole, finished packets from here, as a real network card would put on the wire.

    Between two ends of a veth it leaves checksums open and joins packets; a switch in user space would pass on
    packets that the other side must throw away."""
    value = ctypes.create_string_buffer(struct.pack("II", ETHTOOL_STXCSUM, 0))
    request = struct.pack("16sP", interface.encode(), ctypes.addressof(value))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCETHTOOL, request.ljust(40, b"\0"))


def start_time(pid):
    """When a process was started, in the kernel's ticks; nothing if there is none."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            return int(stat.read().rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return None
