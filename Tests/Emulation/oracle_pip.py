"""`cameo pip` as a whole: a recording is what its program writes, and its own output goes through libghostty-vt (pyghostty 0.1.3).

One session a recording. The recorded program's terminal is raw; behind each piece a title is set, and all has been drawn when the outer
terminal gets that title. A snapshot in the middle of a character or a sequence is left out, since the title would end it.
"""
import fcntl, os, pty, re, select, shutil, signal, struct, tempfile, termios, time

from grid import BLANK, snapshot
from oracle_ghostty import Ghostty, Terminal

WHOLE_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_].*?(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])", re.S)
OPTIONS = ["pip", "--no-audio", "--no-mouse", "--no-make-room", "--colors", "truecolor", "--tile"]
ANSWERS = {b"\x1b[c": b"\x1b[?2026;2$y\x1b[?62c"}


class Pip(Ghostty):
    def __init__(self, cameo, tile):
        super().__init__()
        self.cameo, self.tile, self.skipped, self.tiles = cameo, tile, 0, {}

    def snapshots(self, name, head, places, data):
        """Yields the snapshots of a recording in the common form; what the tile covers is `None`."""
        session = Session(self.cameo, self.tile, head["columns"], head["rows"])
        start = number = 0
        try:
            self.wait_for_tile(session)
            for place in places:
                session.feed(data[start:place["offset"]])
                start = place["offset"]
                if place["kind"] == "resize":
                    if not is_cut(data[:start]):
                        session.settle()
                    session.resize(place["columns"], place["rows"])
                    continue
                if is_cut(data[:start]):
                    self.skipped += 1
                else:
                    session.settle()
                    columns, rows = session.outer.size
                    cells = self.cells(session.outer, columns, rows)
                    if is_reversed(data[:start]):
                        cells = [list(map(other_way_round, row)) for row in cells]
                    cells = self.without_tile(cells, columns, rows)
                    yield snapshot(name, number, start, "pip", columns, rows, self.cursor(session.outer), cells, [])
                number += 1
        finally:
            session.close()

    def without_tile(self, cells, columns, rows):
        if self.tile == "off":
            return cells
        left, right, top, bottom = self.tile_of(columns, rows)
        return [[None if left <= column <= right and top <= row <= bottom else cell for column, cell in enumerate(line)]
                for row, line in enumerate(cells)]

    def tile_of(self, columns, rows):
        """First and last column and row of the tile over a screen on which nothing stands, once it has its picture."""
        if (columns, rows) not in self.tiles:
            session = Session(self.cameo, self.tile, columns, rows)
            time.sleep(2)
            session.settle()
            self.tiles[columns, rows] = self.drawn(session)
            session.close()
        return self.tiles[columns, rows]

    def wait_for_tile(self, session):
        """Before its picture is there the tile has another shape."""
        while self.tile != "off" and self.drawn(session) != self.tile_of(*session.outer.size):
            session.settle()

    def drawn(self, session):
        """All that is not blank, which has to be a rectangle."""
        cells = self.cells(session.outer, *session.outer.size)
        drawn = [(column, row) for row, line in enumerate(cells) for column, cell in enumerate(line) if cell != BLANK]
        if not drawn:
            return None
        xs, ys = [x for x, _ in drawn], [y for _, y in drawn]
        return min(xs), max(xs), min(ys), max(ys)


def is_reversed(data):
    """DECSCNM, which other terminals do not keep with their cells."""
    return data.rfind(b"\x1b[?5h") > max(data.rfind(b"\x1b[?5l"), data.rfind(b"\x1bc"))


def other_way_round(cell):
    return cell[:4] + [sorted(set(cell[4]) ^ {"reverse"})] if cell[1] else cell


def is_cut(data):
    """Whether the bytes end inside of a character or of a sequence."""
    tail = data[-4:]
    for length in range(1, len(tail) + 1):
        first = tail[-length]
        if first >= 0xC0:
            if length < (2 if first < 0xE0 else 3 if first < 0xF0 else 4):
                return True
            break
        if first < 0x80:
            break
    end = place = 0
    start = max(0, len(data) - 65536)
    while (place := data.find(b"\x1b", max(place, start))) >= 0:
        whole = WHOLE_SEQUENCE.match(data, place)
        if whole is None:
            # Ended by another one, or not at all.
            return data.find(b"\x1b", place + 1) < 0 or is_cut_string(data[place:])
        place = end = whole.end()
    return False


def is_cut_string(data):
    return data[1:2] in (b"]", b"P", b"X", b"^", b"_") and b"\x07" not in data and b"\x1b\\" not in data


class Session:
    """`cameo pip` on a terminal of ours, with `cat` of a pipe inside."""

    def __init__(self, cameo, tile, columns, rows):
        self.folder = tempfile.mkdtemp(prefix="oracle-")
        source = os.path.join(self.folder, "in")
        os.mkfifo(source)
        self.process, self.master = pty.fork()
        if self.process == 0:
            # Its size is there before it looks.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": self.folder, "SDL_AUDIODRIVER": "dummy"}
            command = "stty raw -echo; tty > tty.part; mv tty.part tty; exec cat " + source
            os.chdir(self.folder)
            os.execve(cameo, [cameo, *OPTIONS, tile, "--", "/bin/sh", "-c", command], environment)
        self.outer, self.bytes, self.count = Terminal(columns, rows), b"", 0
        while not os.path.exists(os.path.join(self.folder, "tty")):
            self.read(0.05)
        with open(os.path.join(self.folder, "tty")) as file:
            self.inner = os.open(file.read().strip(), os.O_RDWR | os.O_NOCTTY)
        self.input = os.open(source, os.O_WRONLY)
        os.set_blocking(self.input, False)

    def read(self, seconds, writes=False):
        """Hands on what comes from it; returns whether something may be written for the program now."""
        ready, free, _ = select.select([self.master], [self.input] if writes else [], [], seconds)
        if ready:
            some = os.read(self.master, 65536)
            self.outer.feed(some)
            self.bytes = self.bytes[-4096:] + some
            for question, answer in ANSWERS.items():
                if question in some:
                    os.write(self.master, answer)
        return bool(free)

    def feed(self, data):
        sent = 0
        while sent < len(data):
            if self.read(20, True):
                sent += os.write(self.input, data[sent:sent + 4096])

    def settle(self):
        """Returns when all that was fed is on the outer terminal."""
        self.count += 1
        title = b"settled %d" % self.count
        self.feed(b"\x1b]2;" + title + b"\x1b\\")
        deadline = time.monotonic() + 20
        while b"\x1b]2;" + title + b"\x1b\\" not in self.bytes:
            self.read(0.05)
            if time.monotonic() > deadline:
                raise TimeoutError("not drawn within 20 s")

    def resize(self, columns, rows):
        """Returns when the program's terminal has the size as well."""
        size = struct.pack("HHHH", rows, columns, 0, 0)
        self.outer.resize(columns, rows)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, size)
        while fcntl.ioctl(self.inner, termios.TIOCGWINSZ, bytes(8))[:4] != size[:4]:
            self.read(0.01)

    def close(self):
        for descriptor in (self.inner, self.input):
            os.close(descriptor)
        try:
            while True:
                self.read(5)
        except OSError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.master)
        self.outer.close()
        shutil.rmtree(self.folder, ignore_errors=True)
