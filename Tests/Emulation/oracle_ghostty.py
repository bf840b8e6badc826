"""libghostty-vt as oracle, through the Python package pyghostty (tried with 0.1.3)."""
from pyghostty import Terminal
from pyghostty._ffi import check, ffi, lib, union_fn
from pyghostty.core import init_sized

from grid import snapshot

ATTRIBUTES = {"bold": "bold", "italic": "italic", "faint": "faint", "blink": "blink", "inverse": "reverse", "invisible": "conceal",
              "strikethrough": "strike", "overline": "overline"}
UNDERLINES = [[], ["underline"], ["underline", "underline-double"], ["underline", "underline-curly"], ["underline", "underline-dotted"],
              ["underline", "underline-dashed"]]
MODES = {"insert": (4, True), "origin": (6, False), "cursor-keys": (1, False), "keypad": (66, False)}


class Ghostty:
    def __init__(self):
        self.grid_ref = union_fn("ghostty_terminal_grid_ref", "GhosttyResult(*)(GhosttyTerminal, GhosttyPointS, GhosttyGridRef*)")
        self.point, self.place, self.style = ffi.new("GhosttyPointS*"), init_sized("GhosttyGridRef"), init_sized("GhosttyStyle")
        self.point.tag = lib.GHOSTTY_POINT_TAG_ACTIVE
        self.cell, self.number, self.rgb = ffi.new("GhosttyCell*"), ffi.new("uint32_t*"), ffi.new("GhosttyColorRgb*")
        self.tag, self.wide = ffi.new("GhosttyCellContentTag*"), ffi.new("GhosttyCellWide*")
        self.text, self.length = ffi.new("uint32_t[64]"), ffi.new("size_t*")

    def snapshots(self, name, head, places, data):
        """Yields the snapshots of a recording in the common form."""
        terminal = Terminal(head["columns"], head["rows"])
        data = data.replace(b"\x1b[?40h", b"\x1b[?40l")      # the size is ours: no change to 132 columns
        start = number = 0
        for place in places:
            terminal.feed(data[start:place["offset"]])
            start = place["offset"]
            if place["kind"] == "resize":
                terminal.resize(place["columns"], place["rows"])
            else:
                columns, rows = terminal.size
                yield snapshot(name, number, start, "ghostty", columns, rows, self.cursor(terminal), self.cells(terminal, columns, rows), self.modes(terminal))
                number += 1
        terminal.close()

    def cursor(self, terminal):
        return dict(row=terminal.get("cursor_y"), column=terminal.get("cursor_x"), visible=bool(terminal.get("cursor_visible", "bool")),
                    pending=bool(terminal.get("cursor_pending_wrap", "bool")))

    def modes(self, terminal):
        modes = [name for name, (number, ansi) in MODES.items() if terminal.mode(number, ansi)]
        modes += ["alternate"] if terminal.get("active_screen", "GhosttyTerminalScreen") != lib.GHOSTTY_TERMINAL_SCREEN_PRIMARY else []
        return modes + ([] if terminal.mode(7) else ["no-wrap"])

    def cells(self, terminal, columns, rows):
        return [[self.read(terminal, row, column) for column in range(columns)] for row in range(rows)]

    def read(self, terminal, row, column):
        """One cell in the common form."""
        self.point.value.x, self.point.value.y = column, row
        check(self.grid_ref(terminal._t[0], self.point[0], self.place), "grid_ref")
        check(lib.ghostty_grid_ref_cell(self.place, self.cell), "cell")
        if self.cell[0] == 0:
            return [" ", 1, "default", "default", []]
        lib.ghostty_cell_get(self.cell[0], lib.GHOSTTY_CELL_DATA_CONTENT_TAG, self.tag)
        lib.ghostty_cell_get(self.cell[0], lib.GHOSTTY_CELL_DATA_WIDE, self.wide)
        if self.wide[0] == lib.GHOSTTY_CELL_WIDE_SPACER_TAIL:
            return ["", 0, "default", "default", []]
        if self.tag[0] == lib.GHOSTTY_CELL_CONTENT_BG_COLOR_PALETTE:
            index = ffi.new("uint8_t*")
            lib.ghostty_cell_get(self.cell[0], lib.GHOSTTY_CELL_DATA_COLOR_PALETTE, index)
            return [" ", 1, "default", index[0], []]
        if self.tag[0] == lib.GHOSTTY_CELL_CONTENT_BG_COLOR_RGB:
            lib.ghostty_cell_get(self.cell[0], lib.GHOSTTY_CELL_DATA_COLOR_RGB, self.rgb)
            return [" ", 1, "default", hexadecimal(self.rgb), []]
        lib.ghostty_cell_get(self.cell[0], lib.GHOSTTY_CELL_DATA_CODEPOINT, self.number)
        text = chr(self.number[0]) if self.number[0] else ""
        if self.tag[0] == lib.GHOSTTY_CELL_CONTENT_CODEPOINT_GRAPHEME:
            check(lib.ghostty_grid_ref_graphemes(self.place, self.text, 64, self.length), "graphemes")
            text = "".join(map(chr, self.text[0:self.length[0]]))
        check(lib.ghostty_grid_ref_style(self.place, self.style), "style")
        style = self.style
        attributes = [word for name, word in ATTRIBUTES.items() if getattr(style, name)] + UNDERLINES[style.underline]
        if (color := color_of(style.underline_color)) != "default":
            attributes.append("underline-color:%s" % color)
        width = 2 if self.wide[0] == lib.GHOSTTY_CELL_WIDE_WIDE else 1
        return [text, width, color_of(style.fg_color), color_of(style.bg_color), attributes]


def color_of(color):
    if color.tag == lib.GHOSTTY_STYLE_COLOR_PALETTE:
        return color.value.palette
    return hexadecimal(color.value.rgb) if color.tag == lib.GHOSTTY_STYLE_COLOR_RGB else "default"


def hexadecimal(rgb):
    return "#%02x%02x%02x" % (rgb.r, rgb.g, rgb.b)
