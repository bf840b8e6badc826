"""tmux as oracle: the bytes go through a pane whose terminal is raw, the screen comes back from `capture-pane`.

Each snapshot has a session of its own, fed from the start: to see the colored blanks at the ends of rows, which `capture-pane` leaves out,
something is written into the last column after the first capture, and the second capture tells of the cells before it. When tmux has taken
in all bytes is known from `pipe-pane`, which passes on what was read once it has been parsed.
"""
import os, re, select, shutil, subprocess, tempfile

from grid import BLANK, snapshot

GRAPHICS = dict(zip("+,-.0`abcdefghijklmnopqrstuvwxyz{|}~", "→←↑↓▮◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"))
WORDS = {1: "bold", 2: "faint", 3: "italic", 4: "underline", 5: "blink", 7: "reverse", 8: "conceal", 9: "strike", 53: "overline"}
UNDERLINES = {"4:2": "underline-double", "4:3": "underline-curly", "4:4": "underline-dotted", "4:5": "underline-dashed"}
SETTLE = b"\x18\x1b\\\x1b[?6l\x1b[4l\x1b[r\x1b(B\x1b)B\x0f\x1b[m"      # out of any sequence, no margins, no character set


class Tmux:
    """A private server; use it in a `with` statement."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="oracle-")
        self.base = ["tmux", "-u", "-S", os.path.join(self.folder, "socket"), "-f", "/dev/null"]
        self.environment = dict(PATH=os.environ["PATH"], LC_ALL="C.UTF-8", TERM="xterm-256color", HOME=self.folder, SHELL="/bin/sh")
        self.run("new-session", "-d", "-s", "main", "sleep 100000", ";", "set", "-g", "status", "off", ";", "set", "-g", "remain-on-exit", "on")
        self.count, self.widths = 0, {chr(code): 1 for code in range(0x20, 0x7f)}
        return self

    def __exit__(self, *_):
        subprocess.run(self.base + ["kill-server"], env=self.environment, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *arguments):
        return subprocess.run(self.base + list(arguments), env=self.environment, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8", "replace")

    def learn_widths(self, text):
        """Asks how many cells each character of `text` has, of those not known yet."""
        unknown = sorted(set(text) - self.widths.keys() - {"\x1b", "\x0e", "\x0f", "\n"})
        for start in range(0, len(unknown), 200):
            some = unknown[start:start + 200]
            answer = self.run("display-message", "-p", " ".join("#{w:#{l:%s}}" % character for character in some))
            self.widths.update(zip(some, map(int, answer.split())))

    def snapshots(self, name, head, places, data):
        """Yields the snapshots of a recording in the common form."""
        number = 0
        for index, place in enumerate(places):
            if place["kind"] == "snapshot":
                yield self.snapshot(name, number, head, places[:index + 1], data)
                number += 1

    def snapshot(self, name, number, head, places, data):
        """The snapshot at the last of `places`, everything fed from the start."""
        self.count += 1
        columns, rows = head["columns"], head["rows"]
        pane = Pane(self, "s%d" % self.count, columns, rows)
        start = 0
        for place in places:
            pane.feed(data[start:place["offset"]])
            start = place["offset"]
            if place["kind"] == "resize":
                columns, rows = place["columns"], place["rows"]
                self.run("resize-window", "-t", pane.name, "-x", str(columns), "-y", str(rows))
        lines, cursor, modes = pane.capture(columns, rows)
        pane.feed(SETTLE + b"".join(b"\x1b[%d;%dHX" % (row + 1, columns) for row in range(rows)))
        filled, _, _ = pane.capture(columns, rows)
        pane.close()
        self.learn_widths("".join(lines + filled + list(GRAPHICS.values())))
        parser, second = CaptureParser(self.widths), CaptureParser(self.widths)
        cells = [with_end(parser.row(line), second.row(full), columns) for line, full in zip(lines, filled)]
        return snapshot(name, number, places[-1]["offset"], "tmux", columns, rows, cursor, cells, modes)


class Pane:
    """A session with one window of one pane that shows what is fed to it."""

    def __init__(self, tmux, name, columns, rows):
        self.tmux, self.name = tmux, name
        source, sink = (os.path.join(tmux.folder, name + end) for end in (".in", ".out"))
        os.mkfifo(source)
        os.mkfifo(sink)
        tmux.run("new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows), "stty raw -echo; exec cat " + source, ";",
                 "pipe-pane", "-O", "-t", name, "exec cat > " + sink)
        self.taken_in = os.open(sink, os.O_RDONLY)
        self.input = os.open(source, os.O_WRONLY)
        os.set_blocking(self.input, False)
        os.unlink(source)
        os.unlink(sink)

    def feed(self, data):
        """Returns when tmux has parsed all of `data`."""
        sent = seen = 0
        while seen < len(data):
            ready, free, _ = select.select([self.taken_in], [self.input] if sent < len(data) else [], [], 20)
            if not ready and not free:
                raise TimeoutError("tmux took in %d of %d bytes" % (seen, len(data)))
            if free:
                sent += os.write(self.input, data[sent:sent + 4096])
            if ready:
                seen += len(os.read(self.taken_in, 65536))

    def capture(self, columns, rows):
        """(lines with SGR, cursor, modes) of the screen."""
        form = ("#{pane_width} #{pane_height} #{cursor_y} #{cursor_x} #{cursor_flag} #{?alternate_on,alternate,-} #{?insert_flag,insert,-} "
                "#{?origin_flag,origin,-} #{?wrap_flag,-,no-wrap} #{?keypad_cursor_flag,cursor-keys,-} #{?keypad_flag,keypad,-}")
        text = self.tmux.run("display-message", "-p", "-t", self.name, form, ";", "capture-pane", "-p", "-e", "-N", "-t", self.name)
        first, *lines = text.split("\n")
        width, height, row, column, visible, *modes = first.split(" ")
        if (int(width), int(height)) != (columns, rows):
            raise ValueError("the window is %sx%s, not %dx%d" % (width, height, columns, rows))
        pending = int(column) >= columns
        cursor = dict(row=int(row), column=min(int(column), columns - 1), visible=visible == "1", pending=pending)
        return (lines + [""] * rows)[:rows], cursor, [mode for mode in modes if mode != "-"]

    def close(self):
        os.close(self.input)
        os.close(self.taken_in)
        self.tmux.run("kill-session", "-t", self.name)


def with_end(row, filled, columns):
    """The row, with the blanks after its end from the capture whose last column was written to; what was in that cell is not known."""
    if len(row) >= columns:
        return row
    return row + (filled + [BLANK] * columns)[len(row):columns - 1] + [None]


class CaptureParser:
    """Reads what `capture-pane -e` printed of a screen: text, SGR and shifts to line drawing, which all go on from line to line."""

    def __init__(self, widths):
        self.widths, self.graphics = widths, False
        self.foreground, self.background, self.attributes = "default", "default", set()

    def row(self, line):
        """The cells of one line, up to where it ends."""
        cells = []
        for sgr, shift, character in re.findall(r"\x1b\[([0-9;:]*)m|([\x0e\x0f])|([^\x1b])", line):
            if shift:
                self.graphics = shift == "\x0e"
            elif character:
                self.add(cells, GRAPHICS.get(character, character) if self.graphics else character)
            else:
                self.apply(sgr)
        return cells

    def add(self, cells, character):
        width = self.widths[character]
        if width == 0 and cells:
            base = -2 if cells[-1][1] == 0 else -1
            cells[base][0] += character
            return
        cells.append([character, width, self.foreground, self.background, sorted(self.attributes)])
        if width == 2:
            cells.append(["", 0, "default", "default", []])

    def apply(self, sgr):
        """Changes the attributes as the parameters of an SGR say."""
        codes = sgr.split(";")
        while codes:
            code = codes.pop(0)
            number = int(code) if code.isdigit() else 0 if code == "" else None
            if number == 0:
                self.foreground, self.background, self.attributes = "default", "default", set()
            elif code == "5:3":                                # what tmux 3.3a prints for 53
                self.attributes.add("overline")
            elif code in UNDERLINES:
                self.attributes |= {"underline", UNDERLINES[code]}
            elif number in WORDS:
                self.attributes.add(WORDS[number])
            elif number in (38, 48, 58):
                color, codes = (int(codes[1]), codes[2:]) if codes[0] == "5" else ("#%02x%02x%02x" % tuple(map(int, codes[1:4])), codes[4:])
                self.set_color(number, color)
            elif number in (39, 49):
                self.set_color(number - 1, "default")
            elif number is not None and number // 10 in (3, 4, 9, 10):
                self.set_color(38 if number // 10 in (3, 9) else 48, number % 10 + (8 if number >= 90 else 0))
            else:
                raise ValueError("an SGR of tmux that is not known: " + sgr)

    def set_color(self, which, color):
        if which == 38:
            self.foreground = color
        elif which == 48:
            self.background = color
        else:
            self.attributes = {word for word in self.attributes if not word.startswith("underline-color")} | {"underline-color:%s" % color}
