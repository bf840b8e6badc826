"""Screens as both oracles and the emulator print them (README.md has the form), their normal form, and the comparison."""
import json, unicodedata

BLANK = [" ", 1, "default", "default", []]
SECOND_HALF = ["", 0, "default", "default", []]
SEEN_IN_A_BLANK = {"underline", "underline-double", "underline-curly", "underline-dotted", "underline-dashed", "reverse", "strike", "overline"}


def normal_cell(cell):
    """What can be seen of a cell: a blank has no foreground unless something is drawn in it, a second half of a wide character nothing."""
    if cell is None:
        return None
    text, width, foreground, background, attributes = cell
    if width == 0:
        return SECOND_HALF
    if text in ("", " "):
        attributes = sorted(SEEN_IN_A_BLANK.intersection(attributes))
        return [" ", 1, foreground if attributes else "default", background, attributes]
    if "underline" not in attributes:
        attributes = [word for word in attributes if not word.startswith("underline-color:")]
    return [text, width, foreground, background, sorted(attributes)]


def normal_rows(rows, columns):
    """All cells of all rows in normal form; the blanks that a row leaves out at its end are put in."""
    return [[normal_cell(cell) for cell in row[:columns]] + [BLANK] * (columns - len(row)) for row in rows]


def snapshot(file, number, offset, source, columns, rows, cursor, cells, modes):
    """A snapshot in the common form; `cells` are rows of cells, in any form that `normal_cell` takes."""
    normal = normal_rows(cells, columns)
    for row in normal:
        while row and row[-1] == BLANK:
            row.pop()
    return dict(file=file, snapshot=number, offset=offset, source=source, columns=columns, rows=rows, cursor=cursor, modes=sorted(modes), cells=normal)


def drawn_cell(cell):
    """What the painter draws of a cell: no concealed text, plain underlines; a block of one color is a blank on it."""
    if cell is None or cell[1] == 0:
        return cell
    text, width, foreground, background, attributes = cell
    if "conceal" in attributes:
        text, width = " ", 1
    attributes = [word for word in attributes if word != "conceal" and not word.startswith("underline-")]
    if text == "\u2588" and foreground != "default" and "reverse" not in attributes:
        text, foreground, background = " ", "default", foreground
    return normal_cell([text, width, foreground, background, attributes])


def drawn(snapshots):
    """The snapshots with what the painter draws of each cell, and the cursor where one is to be seen."""
    def cursor(one):
        return dict(one, pending=False) if one["visible"] else dict(visible=False)
    return {key: dict(one, cells=[[drawn_cell(cell) for cell in row] for row in normal_rows(one["cells"], one["columns"])],
                      cursor=cursor(one["cursor"]), modes=[]) for key, one in snapshots.items()}


def show(one):
    """A snapshot as lines of text."""
    lines = ["%s #%d at %d, %dx%d, cursor %s, modes %s" % (one["file"], one["snapshot"], one["offset"], one["columns"], one["rows"], one["cursor"],
             " ".join(one["modes"]))]
    for row in normal_rows(one["cells"], one["columns"]):
        lines.append("|" + "".join(cell[0] if cell else "?" for cell in row) + "|")
    return "\n".join(lines)


class Comparison:
    """Cells equal and compared, of one file, with the first differences."""

    def __init__(self):
        self.equal, self.cells, self.snapshots, self.cursors, self.listing = 0, 0, 0, 0, []


def compare_snapshots(one, other, result, limit):
    """Adds the comparison of two snapshots to `result`, and at most `limit` differences of them."""
    result.snapshots += 1
    where = "snapshot %d at %d" % (one["snapshot"], one["offset"])
    if (one["columns"], one["rows"]) != (other["columns"], other["rows"]):
        result.cells += one["columns"] * one["rows"]
        result.listing.append("%s: size %dx%d and %dx%d" % (where, one["columns"], one["rows"], other["columns"], other["rows"]))
        return
    differences = []
    for row, pair in enumerate(zip(normal_rows(one["cells"], one["columns"]), normal_rows(other["cells"], one["columns"]))):
        for column, (left, right) in enumerate(zip(*pair)):
            if left is None or right is None:
                continue
            result.cells += 1
            if left == right:
                result.equal += 1
            else:
                differences.append("  row %d column %d: %s | %s" % (row, column, cell_text(left), cell_text(right)))
    if one["cursor"] == other["cursor"]:
        result.cursors += 1
    else:
        differences.insert(0, "  cursor: %s | %s" % (one["cursor"], other["cursor"]))
    if one["modes"] != other["modes"]:
        differences.insert(0, "  modes: %s | %s" % (" ".join(one["modes"]) or "none", " ".join(other["modes"]) or "none"))
    if differences:
        more = ["  ... %d more" % (len(differences) - limit)] if len(differences) > limit else []
        result.listing += [where + ":"] + differences[:limit] + more


def cell_text(cell):
    text, width, foreground, background, attributes = cell
    plain = "".join(c if c.isprintable() and not unicodedata.combining(c) else "\\u{%x}" % ord(c) for c in text)
    return " ".join(["'%s'" % plain, "width %d" % width] + (["on " + str(background)] if background != "default" else [])
                    + ([str(foreground)] if foreground != "default" else []) + attributes)


def read_snapshots(path):
    """The snapshots of a file of JSON lines, by (file, number)."""
    with open(path, encoding="utf-8") as file:
        return {(one["file"], one["snapshot"]): one for one in map(json.loads, file)}


def compare(left, right, limit=5):
    """Compares two dictionaries of snapshots; returns the text of the report."""
    files = {}
    for key in sorted(left.keys() & right.keys()):
        compare_snapshots(left[key], right[key], files.setdefault(key[0], Comparison()), limit)
    lines = []
    for name, result in sorted(files.items(), key=lambda item: item[1].equal / max(1, item[1].cells)):
        if result.listing:
            lines += ["%s: %.3f %% of cells equal, %d of %d cursors" % (name, percent(result.equal, result.cells), result.cursors, result.snapshots)]
            lines += ["  " + line for line in result.listing] + [""]
    for kind in sorted({name.split("/")[0] for name in files}):
        of_kind = [result for name, result in files.items() if name.split("/")[0] == kind]
        equal, cells = sum(r.equal for r in of_kind), sum(r.cells for r in of_kind)
        lines.append("%s: %.4f %% of %d cells equal, %d of %d cursors, %d of %d files without a difference" % (
            kind, percent(equal, cells), cells, sum(r.cursors for r in of_kind), sum(r.snapshots for r in of_kind),
            sum(not r.listing for r in of_kind), len(of_kind)))
    for only, name in ((left.keys() - right.keys(), "first"), (right.keys() - left.keys(), "second")):
        if only:
            lines.append("only in the %s: %d snapshots, as of %s" % (name, len(only), sorted(only)[0][0]))
    return "\n".join(lines)


def judge(mine, one, other, limit=5):
    """Compares `mine` with two oracles; returns the text: where both agree and mine differs, and whom mine follows where they do not."""
    files = {}
    for key in sorted(mine.keys() & one.keys() & other.keys()):
        three = (mine[key], one[key], other[key])
        if len({(each["columns"], each["rows"]) for each in three}) == 1:
            judge_snapshot(key, three, files.setdefault(key[0], Judgement()), limit)
    lines = []
    for name, result in sorted(files.items(), key=lambda item: item[1].right / max(1, item[1].agreed)):
        if result.listing:
            lines += ["%s: %.3f %% of the cells that the oracles agree about" % (name, percent(result.right, result.agreed))]
            lines += ["  " + line for line in result.listing] + [""]
    for kind in sorted({name.split("/")[0] for name in files}):
        of_kind = [result for name, result in files.items() if name.split("/")[0] == kind]
        agreed, right, first, second, neither = (sum(getattr(r, name) for r in of_kind) for name in ("agreed", "right", "first", "second", "neither"))
        lines.append("%s: %.4f %% of %d cells that the oracles agree about; of the %d others %d as the first, %d as the second, %d as neither" % (
            kind, percent(right, agreed), agreed, first + second + neither, first, second, neither))
    return "\n".join(lines)


class Judgement:
    """Counts of cells of one file against two oracles, with the first differences."""

    def __init__(self):
        self.agreed = self.right = self.first = self.second = self.neither = 0
        self.listing = []


def judge_snapshot(key, three, result, limit):
    """Adds a snapshot of mine and of two oracles to `result`."""
    differences = []
    for row, rows in enumerate(zip(*(normal_rows(each["cells"], each["columns"]) for each in three))):
        for column, (cell, one, other) in enumerate(zip(*rows)):
            if cell is None:
                continue
            if one is None or other is None or one == other:
                known = other if one is None else one
                result.agreed += known is not None
                result.right += known is not None and cell == known
                if known is not None and cell != known:
                    differences.append("  row %d column %d: %s | %s" % (row, column, cell_text(cell), cell_text(known)))
            else:
                result.first += cell == one
                result.second += cell == other
                result.neither += cell not in (one, other)
    if three[1]["cursor"] == three[2]["cursor"] != three[0]["cursor"]:
        differences.insert(0, "  cursor: %s | %s" % (three[0]["cursor"], three[1]["cursor"]))
    if differences:
        more = ["  ... %d more" % (len(differences) - limit)] if len(differences) > limit else []
        result.listing += ["snapshot %d at %d:" % (key[1], three[0]["offset"])] + differences[:limit] + more


def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0
