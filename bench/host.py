"""A program hosted below the tile, beside the same in tmux: echo of keys, `cat` of a large file, bytes to the terminal for recorded
sessions, CPU and memory, and the same over a link of 200 KB/s.

Each runs on a pseudo-terminal of 120x40 cells. The tile shows the bundled avatar; sound is off.
"""
import fcntl
import glob
import os
import pty
import re
import select
import signal
import statistics
import struct
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZE = (40, 120)
ANSWERS = [
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"), (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y")]
KEYS, SLOW = 400, 200_000
# Of the text that is written, at full speed and over the slow link.
MEGABYTES, SLOW_MEGABYTES = 50, 5
SESSIONS = os.path.join(ROOT, "Tests", "Emulation", "sessions", "*.xterm-256color.120x40.rec")


class Terminal:
    """A program on a pseudo-terminal that answers the usual questions; read at full speed, or at so many bytes a second."""

    def __init__(self, command, rate=None):
        self.bytes, self.tail, self.rate = 0, b"", rate
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PS1="$ ", ENV="", SDL_AUDIODRIVER="dummy")
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 1200, 800))
            os.execvp(command[0], command)

    def read(self, seconds):
        """What comes within this time; empty when nothing does."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return b""
        piece = os.read(self.descriptor, self.rate // 50 if self.rate else 1 << 20)
        if self.rate:
            time.sleep(len(piece) / self.rate)
        self.bytes += len(piece)
        self.tail = (self.tail + piece)[-64:]
        for question, answer in ANSWERS:
            if question.search(self.tail):
                self.tail = question.sub(b"", self.tail)
                os.write(self.descriptor, answer)
        return piece

    def settle(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(max(0.0, end - time.monotonic()))

    def wait_for(self, text, seconds=120):
        seen, end = b"", time.monotonic() + seconds
        while text not in seen and time.monotonic() < end:
            seen = (seen + self.read(end - time.monotonic()))[-200_000:]

    def type(self, keys):
        os.write(self.descriptor, keys)

    def cpu(self, process=None):
        """Seconds of CPU of a process, without what it has started; of the one on this terminal unless another is named."""
        with open(f"/proc/{process or self.process}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, process=None):
        """MiB that it takes."""
        with open(f"/proc/{process or self.process}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    def end(self):
        os.kill(self.process, signal.SIGHUP)
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


def echo(terminal):
    """Milliseconds from a key to its echo by the terminal of the program below: median, and of 100 the last but one."""
    terminal.type(b"cat > /dev/null\r")
    terminal.settle(0.5)
    times = []
    for number in range(KEYS):
        key, began = bytes([97 + number % 26]), time.perf_counter()
        terminal.type(key)
        while key not in terminal.read(1) and time.perf_counter() - began < 1:
            pass
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.005)
    terminal.type(b"\x03")
    terminal.settle(0.5)
    times.sort()
    return statistics.median(times), times[len(times) * 99 // 100]


def cat(terminal, path):
    """Seconds until all of a file has been read and its end is on the screen."""
    began = time.perf_counter()
    terminal.type(b"cat %s; echo E''ND\r" % path.encode())
    terminal.wait_for(b"END")
    return time.perf_counter() - began


PLAYER = """
import glob, re, sys, termios, time, tty
before = termios.tcgetattr(0)
tty.setraw(0)
for path in sorted(glob.glob(sys.argv[1])):
    head, _, data = open(path, "rb").read().partition(b"\\n\\n")
    start = 0
    for place in [int(found) for found in re.findall(rb'"offset": (\\d+)', head)] + [len(data)]:
        sys.stdout.buffer.write(data[start:place])
        sys.stdout.flush()
        start = place
        time.sleep(0.05)
    sys.stdout.write("\\x1bc\\x1b[?1049l")
time.sleep(0.2)
# Answers to what the sessions asked are nothing that a shell may read.
termios.tcsetattr(0, termios.TCSAFLUSH, before)
print("PLAY" + "ED")
"""


def replay(terminal, folder):
    """KB to the terminal for recorded sessions of programs, a twentieth of a second between what was looked at."""
    before, player = terminal.bytes, os.path.join(folder, "player.py")
    with open(player, "w") as file:
        file.write(PLAYER)
    terminal.type(b"python3 %s '%s'\r" % (player.encode(), SESSIONS.encode()))
    terminal.wait_for(b"PLAYED")
    return (terminal.bytes - before) / 1000


def tmux_server(socket):
    """Its server does the work."""
    return int(os.popen(f"tmux -L {socket} display-message -p '#{{pid}}'").read())


def verdicts(cameo):
    """Rows (what, figure, budget, kept)."""
    socket = f"cameo-bench-{os.getpid()}"
    hosts = {
        "none": ["/bin/sh"],
        "tmux": ["tmux", "-L", socket, "-f", "/dev/null", "new-session", "/bin/sh"],
        "pip, tile off": [cameo, "pip", "--tile", "off", "--no-audio", "--", "/bin/sh"],
        "pip": [cameo, "pip", "--no-audio", "--", "/bin/sh"],
    }
    fast = _table("all that it takes", hosts, None, MEGABYTES, socket)
    _table("200 KB/s", hosts, SLOW, SLOW_MEGABYTES, socket)
    none, tmux, off, pip = (fast[name] for name in hosts)
    return [
        _row("a key through the tile to its echo, beyond the same without, median, ms", pip[0] - none[0], 2),
        _row("the same, p99, ms", pip[1] - none[1], 5),
        _row("cat of 50 MB below the tile, times that of tmux", pip[2] / tmux[2], 1.3),
        _row("CPU that the tile adds while idling, % of a core", pip[5] - off[5], 3),
    ]


def _table(link, hosts, rate, megabytes, socket):
    """Prints the figures of each host over a link, and returns them."""
    figures = {}
    print(f"| host, link: {link} | echo ms: median, p99 | cat of {megabytes} MB s | sessions KB | idle KB/s | idle CPU % | MiB |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "text")
        line = "the quick brown fox jumps over the lazy dog and runs away from all of it 0123456789\n"
        with open(path, "w") as file:
            file.write(line * (megabytes * 1_000_000 // len(line)))
        for name, command in hosts.items():
            figures[name] = _measure(name, command, rate, path, folder, socket)
            os.system(f"tmux -L {socket} kill-server 2>/dev/null")
    print()
    return figures


def _measure(name, command, rate, path, folder, socket):
    terminal = Terminal(command, rate)
    terminal.settle(4)
    worker = tmux_server(socket) if name == "tmux" else None
    median, late = echo(terminal)
    seconds = cat(terminal, path)
    sessions = replay(terminal, folder)
    terminal.settle(1)
    before, spent = terminal.bytes, terminal.cpu(worker)
    terminal.settle(10)
    idle, cpu = (terminal.bytes - before) / 10_000, (terminal.cpu(worker) - spent) * 10
    memory = terminal.memory(worker)
    terminal.end()
    print(f"| {name} | {median:.2f}, {late:.2f} | {seconds:.2f} | {sessions:.0f} | {idle:.1f} | {cpu:.1f} | {memory:.0f} |", flush=True)
    return median, late, seconds, sessions, idle, cpu


def _row(what, figure, budget):
    return (what, f"{figure:.2f}", str(budget), figure <= budget)
