"""A program on a pseudo-terminal that is read and typed to while it runs, and the backend that it talks to."""
import bisect
import json
import os
import queue
import re
import signal
import subprocess
import threading
import time

import terminal

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = os.path.join(os.path.dirname(HERE), ".build", "peers", "bin", "python")


class Session:
    """Keeps what the program writes with the moment at which it could be read, of the monotonic clock."""

    def __init__(self, command, columns, rows, env=None):
        self.began = time.monotonic()
        self.pid, self.terminal = terminal.spawn(command, columns, rows, env)
        self.lock = threading.Lock()
        self.times, self.starts, self.bytes = [], [], bytearray()
        self.first_picture = None
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        head, colors, answered = b"", 0, 0
        while True:
            try:
                data = os.read(self.terminal, 1 << 20)
            except OSError:
                return
            now = time.monotonic()
            if not data:
                return
            with self.lock:
                self.times.append(now)
                self.starts.append(len(self.bytes))
                self.bytes += data
            if self.first_picture is None:
                colors += data.count(b"8;2;")
                if colors > terminal.PICTURE_COLORS:
                    self.first_picture = now - self.began
            if answered < terminal.QUERY_BYTES:
                answered += len(data)
                head = terminal._answer(self.terminal, (head + data)[-terminal.KEPT_TAIL:])

    def type(self, text):
        os.write(self.terminal, text.encode())

    def say(self, text):
        self.type("\r")
        time.sleep(0.05)
        self.type(text)
        time.sleep(0.05)
        self.type("\r")

    def forget(self):
        """What was written so far."""
        with self.lock:
            self.times, self.starts, self.bytes = [], [], bytearray()

    def moments(self, colors):
        """When the first bytes with each color could be read; `None` for those that never came. The colors come in this
        order."""
        with self.lock:
            times, starts, written = list(self.times), list(self.starts), bytes(self.bytes)
        found, place = [], 0
        for color in colors:
            match = re.compile(rb"[34]8;2;%d;%d;%d[;m]" % color).search(written, place)
            if match:
                place = match.start()
                found.append(times[bisect.bisect_right(starts, place) - 1])
            else:
                found.append(None)
        return found

    def usage(self):
        return terminal.usage(self.pid)

    def end(self):
        """Quits; returns the seconds until it has ended."""
        before = time.monotonic()
        self.type("q")
        return self.wait(before)

    def wait(self, before):
        while os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            if time.monotonic() - before > 60:
                os.kill(self.pid, signal.SIGKILL)
            time.sleep(0.002)
        took = time.monotonic() - before
        self.reader.join(5)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.terminal)
        if os.waitstatus_to_exitcode(status) != 0:
            raise SystemExit(f"bench: it ended with status {os.waitstatus_to_exitcode(status)}: {bytes(self.bytes[-400:])!r}")
        return took


class Peer:
    """A program that tells lines of JSON: `bench/backend.py`, `bench/visitors.py`."""

    def __init__(self, script, *arguments):
        self.process = subprocess.Popen(
            [PEERS, "-B", os.path.join(HERE, script), *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1)
        self.told, self.lines = [], queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def do(self, what, **details):
        self.process.stdin.write(json.dumps({"do": what, **details}) + "\n")

    def wait(self, event, timeout=120):
        """The next one of that name; what is told before stays in `told`."""
        told = self.look(event, timeout)
        if not told:
            raise SystemExit(f"bench: {self.process.args[2]} told no {event} within {timeout} s, but {self.told[-3:]}")
        return told

    def look(self, event, timeout):
        """The same, and `None` where none is told in that time."""
        deadline = time.monotonic() + timeout
        while True:
            try:
                told = self.lines.get(timeout=max(0, deadline - time.monotonic()))
            except queue.Empty:
                return None
            self.told.append(told)
            if told["event"] == event:
                return told

    def all(self, event):
        while not self.lines.empty():
            self.told.append(self.lines.get())
        return [told for told in self.told if told["event"] == event]

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


class Backend(Peer):
    def __init__(self, *arguments):
        super().__init__("backend.py", *arguments)
        self.address = f"http://127.0.0.1:{self.wait('listening')['port']}"

    def loaded(self, clips):
        for _ in range(clips):
            self.wait("clip_sent")
