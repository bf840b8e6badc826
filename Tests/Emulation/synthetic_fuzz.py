"""The streams made by chance, from fixed seeds: bytes of any kind, and a grammar of sequences that are valid but senseless."""
import random

SIZES = ((1, 1), (2, 2), (5, 3), (80, 24), (120, 40))
WORDS = ["a", "bc", "def", "hello", " ", "    ", "漢", "字語", "e\u0301", "é", "─│", "0123456789", "longer words than one"]
EMOJI = ["😀", "👍🏽", "🇫🇷", "☀\ufe0f", "👩\u200d💻", "\u200d", "\ufe0f", "\u0301", "한", "\u1112\u1161"]
CONTROLS = ["\r", "\n", "\r\n", "\x08", "\t", "\x0e", "\x0f", "\x07", "\x00", "\x0b"]
COLORS = ["0", "", "1", "2", "3", "4", "5", "7", "8", "9", "21", "22", "23", "24", "25", "27", "28", "29", "31", "32", "97", "39", "42", "103", "49", "53", "55",
          "38;5;120", "48;5;200", "38;2;1;2;3", "48;2;200;100;50", "4:3", "4:0", "38:5:9", "48:2::9:8:7", "58:5:3", "59"]
MODES = ["?6", "?7", "4", "20", "?25", "?1", "?1049", "?47", "?1047", "?5"]
FRESH = b"\x18\x1b\\\x1b[?1049l\x1bc"                         # out of any sequence, the main screen, all of it reset
PLAIN_ESCAPES = ["7", "8", "D", "E", "M", "H", "(0", "(B", ")0", ")B"]
MOVES, EDITS, REGION = "ABCDEFG`adeHfZI", "@PXKJLMSTb", "r"


class Grammar:
    """Sequences with parameters by chance; what it draws from can be narrowed."""

    def __init__(self, seed, columns, rows, moves=MOVES, edits=EDITS, modes=MODES, words=WORDS, controls=CONTROLS, escapes=PLAIN_ESCAPES, margins=False):
        self.chance, self.columns, self.rows = random.Random(seed), columns, rows
        self.moves, self.edits, self.modes, self.words, self.controls, self.escapes, self.margins = moves, edits, modes, words, controls, escapes, margins

    def number(self, most):
        """Mostly small, sometimes nothing, zero or too large."""
        pick = self.chance.random()
        if pick < 0.15:
            return ""
        return str(self.chance.choice([0, 1, most, most + 1, 9999]) if pick < 0.3 else self.chance.randint(1, max(1, most)))

    def one(self):
        pick = self.chance.random()
        if pick < 0.40:
            return self.chance.choice(self.words)
        if pick < 0.52:
            return "\x1b[%sm" % ";".join(self.chance.choice(COLORS) for _ in range(self.chance.randint(1, 3)))
        if pick < 0.60:
            return self.chance.choice(self.controls)
        if pick < 0.75:
            final = self.chance.choice(self.moves)
            if final in "Hf":
                return "\x1b[%s;%s%s" % (self.number(self.rows), self.number(self.columns), final)
            return "\x1b[%s%s" % (self.number(self.rows if final in "ABEFde" else self.columns), final)
        if pick < 0.89:
            final = self.chance.choice(self.edits)
            return "\x1b[%s%s" % (self.chance.choice(["", "0", "1", "2"]) if final in "KJ" else self.number(self.rows if final in "LMST" else self.columns), final)
        if pick < 0.93:
            return "\x1b[%s;%sr" % (self.number(self.rows), self.number(self.rows))
        if pick < 0.96 and self.escapes:
            return "\x1b" + self.chance.choice(self.escapes)
        if pick < 0.98 and self.modes:
            return "\x1b[%s%s" % (self.chance.choice(self.modes), self.chance.choice("hl"))
        if self.margins:
            return self.chance.choice(["\x1b[?69h", "\x1b[?69l", "\x1b[%s;%ss" % (self.number(self.columns), self.number(self.columns))])
        return self.chance.choice(["\x1b[?7h", "\x1b[m", "\x1b[r"])

    def cases(self, count, length):
        return ["".join(self.one() for _ in range(length)) for _ in range(count)]


class Careful:
    """Sequences that tmux and libghostty-vt agree about: no pending wrap left behind, nothing outside of the margins, REP right after text."""

    def __init__(self, seed, columns, rows, wide=False):
        self.chance, self.columns, self.rows, self.wide = random.Random(seed), columns, rows, wide
        self.top, self.bottom = 1, rows
        backgrounds = ("48", "42", "103")                       # of what is left of a wide character they make different things
        self.colors = [color for color in COLORS if color and not (wide and color.startswith(backgrounds))]

    def place(self, row=None, room=0):
        """Moves to `row`, or to any between the margins, with at least `room` columns after the cursor's."""
        row = row or self.chance.randint(self.top, self.bottom)
        column = self.chance.randint(1, max(1, self.columns - room))
        return self.chance.choice(["\x1b[%d;%dH", "\x1b[%d;%df"]) % (row, column) if self.chance.random() < 0.8 else "\x1b[%dd\x1b[%dG" % (row, column)

    def text(self):
        """A word that ends before the last column; one in four wraps, with the default background, away from the bottom."""
        words = [word for word in (WORDS + ["語x", "字字字"] if self.wide else WORDS[:6] + ["é", "─│"]) if 2 * len(word) < self.columns] or ["a"]
        word = self.chance.choice(words)
        repeat = "\x1b[%db" % self.chance.randint(1, 3) if word[-1] < "\x7f" and self.chance.random() < 0.2 else ""
        if self.chance.random() < 0.25 and self.bottom - self.top >= 2:
            return "\x1b[m" + self.place(self.chance.randint(self.top, self.bottom - 1)) + word + self.place()
        return self.place(room=2 * len(word) + 4) + word + repeat if self.columns > 2 * len(word) + 4 else "\x1b[1G" + word[:1] + "\r"

    def edit(self):
        final = self.chance.choice("KJ" if self.wide else "@PXKJLMSTDABC")
        if final in "KJ":
            start = "\x1b[%d;1H" % self.chance.randint(1, self.rows) if self.wide else self.place()
            return start + "\x1b[%s%s" % (self.chance.choice(["", "2"]) if self.wide else self.chance.choice(["", "1", "2"]), final)
        if final in "LM":
            return self.place() + "\x1b[%d%s\r" % (self.chance.randint(1, self.rows + 1), final)
        if final in "ST":
            return "\x1b[%d%s" % (self.chance.randint(1, self.rows), final)
        count = self.chance.randint(1, max(1, self.columns // 3))
        return self.place(room=2 * count + 1) + "\x1b[%d%s" % (count, final) if self.columns > 2 * count + 1 else "\r"

    def region(self):
        self.top, self.bottom = 1, self.rows
        if self.chance.random() < 0.3 or self.rows < 2:
            return "\x1b[r"
        self.top = self.chance.randint(1, self.rows - 1)
        self.bottom = self.chance.randint(self.top + 1, self.rows)
        return "\x1b[%d;%dr" % (self.top, self.bottom) + self.place()

    def one(self):
        pick = self.chance.random()
        if pick < 0.45:
            return self.text()
        if pick < 0.65:
            return "\x1b[%sm" % ";".join(self.chance.choice(self.colors) for _ in range(self.chance.randint(1, 3)))
        if pick < 0.90:
            return self.edit()
        if pick < 0.95:
            return self.region()
        return self.place() + self.chance.choice(["\r\n", "\x1bM", "\x1bD", "\x1bE", "\x0b", "\x1b7\x1b[m\x1b[H*\x1b8", "\t\r"])

    def cases(self, count, length):
        made = []
        for _ in range(count):
            self.top, self.bottom = 1, self.rows
            made.append("".join(self.one() for _ in range(length)))
        return made


def bytes_of(seed, count, length):
    """Bytes by chance, of all 256."""
    chance = random.Random(seed)
    return [bytes(chance.randrange(256) for _ in range(length)) for _ in range(count)]


def pieces(seed, count, length):
    """What sequences are made of, by chance, so that some come out whole."""
    chance = random.Random(seed)
    of = list("\x1b\x1b\x1b[[[;;?0123456789 ABCDHJKLMPSTX@bdfhlmrsu\r\n\tabc:!$") + ["漢", "\x1b[", "\x1b[", "\x1b[", "\x1b[?"]
    return ["".join(chance.choice(of) for _ in range(length)) for _ in range(count)]


def characters(seed, count, length):
    """Characters by chance, of many scripts."""
    chance = random.Random(seed)
    ranges = [(0x20, 0x7e), (0xa0, 0x24f), (0x300, 0x36f), (0x370, 0x5ff), (0x900, 0xdff), (0x1100, 0x11ff), (0x2000, 0x2bff), (0x3000, 0x30ff), (0x4e00, 0x9fff),
              (0xac00, 0xd7a3), (0xfe00, 0xffef), (0x1f000, 0x1faff)]
    return ["".join(chr(chance.randint(*chance.choice(ranges))) for _ in range(length)) for _ in range(count)]


def streams():
    """(name, size, cases) of all of them."""
    made = []
    for number, size in enumerate(SIZES):
        count, length = (32, 40) if size[0] < 80 else (9, 220)
        columns, rows = size
        filled = FRESH + "".join("\x1b[%d;1H%s" % (row + 1, chr(65 + row % 26) * columns) for row in range(rows)).encode() + b"\x1b[H"
        edits_only = dict(modes=[], escapes=[], controls=["\r", "\n", "\x08"], words=WORDS[:6])
        kinds = [
            ("fuzz-bytes", bytes_of(100 + number, count, length)),
            ("fuzz-escapes", pieces(200 + number, count, length)),
            ("fuzz-grammar", Grammar(300 + number, *size).cases(count, length)),
            ("fuzz-edits", Grammar(400 + number, *size, **edits_only).cases(count, length)),
            ("fuzz-scroll", Grammar(500 + number, *size, moves="ABHd", edits="LMSTJ", modes=["?6"], escapes="MDE", words=WORDS[:6]).cases(count, length)),
            ("fuzz-wide", Grammar(600 + number, *size, moves="CDGH", edits="@PXKb", modes=["4", "?7"], words=["漢", "字", "a", "bc", "語x"], escapes=[]).cases(
                count, length)),
            ("fuzz-emoji", Grammar(700 + number, *size, moves="CDGH", edits="XKP", modes=[], words=WORDS + EMOJI, escapes=[]).cases(count, length)),
            ("fuzz-margins", Grammar(800 + number, *size, modes=["?6", "?69", "4", "?7"], margins=True).cases(count, length)),
            ("fuzz-characters", characters(900 + number, count, length)),
        ]
        for name, cases in kinds:
            start = filled if name in ("fuzz-edits", "fuzz-scroll", "fuzz-margins") else FRESH
            made.append((name, size, [start + (case if isinstance(case, bytes) else case.encode()) for case in cases]))
    for number, size in enumerate(((120, 40), (80, 24), (20, 8), (6, 3))):
        filled = FRESH + "".join("\x1b[%d;1H%s" % (row + 1, chr(65 + row % 26) * size[0]) for row in range(size[1])).encode() + b"\x1b[H"
        count, length = (40, 40) if size[0] < 80 else (8, 220)
        made.append(("common", size, [filled + case.encode() for case in Careful(1100 + number, *size).cases(count, length)]))
        made.append(("common-wide", size, [FRESH + case.encode() for case in Careful(1200 + number, *size, wide=True).cases(count, length)]))
    chance = random.Random(1000)
    resizing = Grammar(1001, 40, 12).cases(20, 60)
    sizes = [(chance.randint(1, 60), chance.randint(1, 20)) for _ in resizing]
    made.append(("fuzz-resize", (40, 12), [step for case, size in zip(resizing, sizes) for step in (size, FRESH + case.encode())]))
    return made
