#!/usr/bin/env python3
"""A program hosted below the tile beside the same in tmux: echo of keys, cat of a large file, bytes to the terminal, CPU.

    host.py [--cameo PATH] [--keys N] [--megabytes N]

Each runs on a pseudo-terminal of 120x40 cells that takes all at once. The tile shows the bundled avatar; sound is off.
"""
import argparse, fcntl, os, pty, re, select, signal, statistics, struct, sys, tempfile, termios, time

SIZE = (40, 120)
ANSWERS = [(re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"), (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"), (re.compile(rb"\x1b\[\?2026\$p"), b"\x1b[?2026;2$y")]


class Terminal:
    """A program on a pseudo-terminal that answers the usual questions."""

    def __init__(self, command, environment):
        self.bytes, self.tail = 0, b""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.environ.update(environment)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 1200, 800))
            os.execvp(command[0], command)

    def read(self, seconds):
        """What comes within this time, at least one piece; empty when nothing does."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return b""
        try:
            piece = os.read(self.descriptor, 1 << 20)
        except OSError:
            raise EOFError
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

    def wait_for(self, text, seconds=60):
        seen, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            seen = (seen + self.read(end - time.monotonic()))[-200_000:]
            if text in seen:
                return True
        return False

    def type(self, keys):
        os.write(self.descriptor, keys)

    def cpu(self):
        """Seconds of CPU of the program that runs on this terminal, without what it has started."""
        with open(f"/proc/{self.process}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """MiB that it takes."""
        with open(f"/proc/{self.process}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    def end(self):
        os.kill(self.process, signal.SIGHUP)
        os.close(self.descriptor)
        os.waitpid(self.process, 0)


def echo(terminal, count):
    """Milliseconds from a key to its echo by the terminal of the program below."""
    times = []
    for number in range(count):
        key = bytes([97 + number % 26])
        began = time.perf_counter()
        terminal.type(key)
        while key not in terminal.read(1):
            if time.perf_counter() - began > 1:
                break
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.005)
    times.sort()
    return statistics.median(times), times[len(times) * 99 // 100]


def cat(terminal, path):
    """Seconds until all of a file has been read and the end of it is on the screen."""
    began = time.perf_counter()
    terminal.type(b"cat %s; echo E''ND\r" % path.encode())
    terminal.wait_for(b"END", 120)
    return time.perf_counter() - began


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--cameo", default=".build/release/cameo")
    options.add_argument("--keys", type=int, default=400)
    options.add_argument("--megabytes", type=int, default=50)
    options = options.parse_args()
    environment = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PS1": "$ ", "SHELL": "/bin/sh", "ENV": "", "SDL_AUDIODRIVER": "dummy"}
    socket = f"bench-{os.getpid()}"
    hosts = {
        "none": ["/bin/sh"],
        "tmux": ["tmux", "-L", socket, "-f", "/dev/null", "new-session", "/bin/sh"],
        "tile off": [options.cameo, "pip", "--tile", "off", "--no-audio", "--", "/bin/sh"],
        "tile": [options.cameo, "pip", "--no-audio", "--", "/bin/sh"],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        line = "the quick brown fox jumps over the lazy dog and runs away from all of it 0123456789\n"
        file.write(line * (options.megabytes * 1_000_000 // len(line)))
        file.flush()
        print(f"{'host':10} {'echo ms':>8} {'p99':>6} {'cat s':>7} {'MB out':>7} {'idle KB/s':>10} {'idle CPU %':>11} {'MiB':>5}")
        for name, command in hosts.items():
            terminal = Terminal(command, environment)
            terminal.settle(3)
            terminal.type(b"cat > /dev/null\r")
            terminal.settle(0.5)
            median, late = echo(terminal, options.keys)
            terminal.type(b"\x03")
            terminal.settle(0.5)
            before = terminal.bytes
            seconds = cat(terminal, file.name)
            written = terminal.bytes - before
            before, spent = terminal.bytes, terminal.cpu()
            terminal.settle(10)
            idle = (terminal.bytes - before) / 10_000
            print(f"{name:10} {median:8.2f} {late:6.2f} {seconds:7.2f} {written / 1e6:7.2f} {idle:10.1f} "
                  f"{(terminal.cpu() - spent) * 10:11.1f} {terminal.memory():5.0f}", flush=True)
            terminal.end()
    os.system(f"tmux -L {socket} kill-server 2>/dev/null")


if __name__ == "__main__":
    main()
