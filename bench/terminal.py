"""Runs a program on a pseudo-terminal that takes its output as fast as it comes, or at a given rate."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass, field

# What a truecolor terminal answers; a program that asks would otherwise wait for its deadline.
ANSWERS = [
    (re.compile(rb"\x1b\[>0?c"), b"\x1b[>41;370;0c"),
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\]10;\?(?:\x1b\\|\x07)"), b"\x1b]10;rgb:cccc/cccc/cccc\x1b\\"),
    (re.compile(rb"\x1b\]11;\?(?:\x1b\\|\x07)"), b"\x1b]11;rgb:0000/0000/0000\x1b\\"),
    (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y"),
]
QUERY_BYTES = 100_000  # queries come at the start; later output is not searched
PICTURE_COLORS = 200  # so many color changes are a picture, not a line of text
KEPT_TAIL = 4096


@dataclass
class Run:
    """What one run used and said. Times in seconds."""

    bytes: int = 0
    cpu: float = 0
    wall: float = 0
    status: int = 0
    first_picture: float | None = None
    after_last_key: float | None = None
    tail: bytes = b""
    samples: list = field(default_factory=list)  # (time, CPU seconds so far, peak MiB)


def spawn(command, columns, rows, env=None):
    """Starts a program on a terminal of its own: its process and the other end."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))
        variables = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **(env or {})}
        variables.pop("NO_COLOR", None)
        try:
            os.execvpe(command[0], command, variables)
        except OSError:
            os._exit(127)
    return pid, terminal


def run(command, columns, rows, *, env=None, keys=(), rate=None, sample=None, timeout=180):
    """`keys`: (seconds, bytes) to type; `rate`: bytes a second that the terminal takes; `sample`: seconds between looks
    at the process. `after_last_key` is the time from the last key until the process has ended."""
    keys = list(keys)
    started = time.monotonic()
    pid, terminal = spawn(command, columns, rows, env)
    result = Run()
    head, colors, last_key, next_sample = b"", 0, None, 0.0
    while True:
        now = time.monotonic() - started
        if now > timeout:
            os.kill(pid, signal.SIGKILL)
        if keys and now >= keys[0][0]:
            _type(terminal, keys.pop(0)[1])
            last_key = now
        if sample and now >= next_sample:
            result.samples.append((now, *_look(pid)))
            next_sample = now + sample
        if last_key is not None and not keys and result.after_last_key is None and _ended(pid):
            result.after_last_key = time.monotonic() - started - last_key
        wait = 0.005 if last_key is not None or sample else 0.05
        if not select.select([terminal], [], [], wait)[0]:
            continue
        try:
            data = os.read(terminal, 1 << 20 if not rate else max(1, rate // 50))
        except OSError:  # how Linux says that the other side is closed
            break
        if not data:
            break
        result.bytes += len(data)
        result.tail = (result.tail + data)[-KEPT_TAIL:]
        if result.first_picture is None:
            colors += data.count(b"8;2;")
            if colors > PICTURE_COLORS:
                result.first_picture = time.monotonic() - started
        if result.bytes < QUERY_BYTES:
            head = _answer(terminal, (head + data)[-KEPT_TAIL:])
        if rate:
            time.sleep(len(data) / rate)
    _, status, usage = os.wait4(pid, 0)
    os.close(terminal)
    result.wall = time.monotonic() - started
    if last_key is not None and result.after_last_key is None:
        result.after_last_key = result.wall - last_key
    result.cpu = usage.ru_utime + usage.ru_stime
    result.status = os.waitstatus_to_exitcode(status)
    return result


def _answer(terminal, text):
    for question, answer in ANSWERS:
        text, count = question.subn(b"", text)
        for _ in range(count):
            _type(terminal, answer)
    return text


def _type(terminal, data):
    try:
        os.write(terminal, data)
    except OSError:
        pass  # it has ended already


def _ended(pid):
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _look(pid):
    """CPU seconds so far and peak MiB in memory."""
    try:
        cpu, _, peak = usage(pid)
    except OSError:  # it has ended already
        return 0.0, 0
    return cpu, peak


def usage(pid):
    """CPU seconds so far, MiB in memory now and at the highest. From /proc: the peak that wait4 tells includes this script's
    own, from before the program was started."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    with open(f"/proc/{pid}/status") as file:
        status = file.read()
    ticks = int(fields[11]) + int(fields[12])

    def megabytes(name):
        found = re.search(name + r":\s+(\d+)", status)
        return int(found.group(1)) / 1024 if found else 0

    return ticks / os.sysconf("SC_CLK_TCK"), megabytes("VmRSS"), megabytes("VmHWM")
