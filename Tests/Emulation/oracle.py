#!/usr/bin/env python3
"""What other terminals show of a recorded stream, and how it compares.

    oracle.py tmux|ghostty [--text] FILE ...     a line of JSON for each snapshot (--text: the screen as text)
    oracle.py pip CAMEO off|on FILE ...          the same of the screen of `cameo pip`, without and with the tile (CAMEO: the program)
    oracle.py text JSONL                         the screens of such lines as text
    oracle.py compare [-n LINES] A B             how two files of such lines differ, worst first, and the percentages of equal cells
    oracle.py judge [-n LINES] MINE A B          how MINE differs from what A and B agree about, and whom it follows elsewhere

--drawn for `compare` and `judge`: only what the painter promises to draw. FILE is a recording or a folder of them. README.md describes both forms. tmux needs the program, ghostty the Python package pyghostty.
"""
import getopt, json, os, sys

import grid
from recording import read_recording


def recordings(paths):
    """The recordings among files and folders, sorted."""
    for path in paths:
        if os.path.isdir(path):
            yield from recordings(os.path.join(path, name) for name in sorted(os.listdir(path)))
        elif path.endswith(".rec"):
            yield path


def print_snapshots(oracle, paths, as_text):
    """Prints what `oracle` shows of all recordings."""
    for path in recordings(paths):
        folder, name = os.path.split(os.path.abspath(path))
        for one in oracle.snapshots(os.path.basename(folder) + "/" + name, *read_recording(path)):
            print(grid.show(one) if as_text else json.dumps(one, ensure_ascii=False, separators=(",", ":")))


def main():
    options, arguments = getopt.gnu_getopt(sys.argv[1:], "n:", ["text", "drawn"])
    options = dict(options)
    if not arguments:
        sys.exit(__doc__)
    what, *paths = arguments
    if what == "tmux":
        from oracle_tmux import Tmux
        with Tmux() as oracle:
            print_snapshots(oracle, paths, "--text" in options)
    elif what == "ghostty":
        from oracle_ghostty import Ghostty
        print_snapshots(Ghostty(), paths, "--text" in options)
    elif what == "pip":
        from oracle_pip import Pip
        oracle = Pip(os.path.abspath(paths[0]), {"off": "off", "on": "always"}[paths[1]])
        print_snapshots(oracle, paths[2:], "--text" in options)
        print("%d snapshots in the middle of a character or a sequence are left out" % oracle.skipped, file=sys.stderr)
    elif what in ("compare", "judge"):
        several = [grid.read_snapshots(path) for path in paths]
        if "--drawn" in options:
            several = [grid.drawn(snapshots) for snapshots in several]
        print((grid.compare if what == "compare" else grid.judge)(*several, int(options.get("-n", 5))))
    elif what == "text":
        for one in grid.read_snapshots(paths[0]).values():
            print(grid.show(one))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
