#!/usr/bin/env python3
"""Real programs in `cameo pip` and without it, the same keys typed: their screens compared, cell by cell.

    live.py CAMEO [--tile] [NAME ...]

NAME are parts of the names in `record.py -l`; without one all programs are run that do the same every time. Both screens are
libghostty-vt's (pyghostty 0.1.3), of what the program wrote, or of what `cameo pip` made of that. With --tile the tile is shown, and what it
covers is not compared. Programs run as whoever runs this, in /tmp/session.
"""
import os, shutil, sys

import grid
from oracle_ghostty import Ghostty
from oracle_pip import OPTIONS, Pip
from record import HOME, SESSIONS, SNAP, Recorder, make_files

# They show the time, the load, or what is drawn by chance; or are nothing but recordings of tput.
OTHERS = ("top", "watch", "wget", "progress", "demo-", "cmatrix", "train", "vttest", "git-log", "man")


def run(one, command):
    """(head, places, data) of a session with another command."""
    shutil.rmtree(HOME, ignore_errors=True)
    os.makedirs(HOME)
    make_files(HOME)
    os.makedirs(os.path.join(HOME, ".config", "pulse"))       # the built-in voice's library makes it
    columns, rows = one["size"]
    recorder = Recorder(command, "xterm-256color", columns, rows)
    recorder.settle(quiet=0.7, patience=5)
    for step in one["steps"]:
        if step == SNAP:                                      # one for each, also where nothing was written since the last one
            if not recorder.ended:                            # then the screen is given back
                recorder.places.append(dict(offset=len(recorder.data), kind="snapshot"))
        else:
            recorder.step(step)
    recorder.finish()
    return dict(columns=columns, rows=rows), recorder.places, bytes(recorder.data)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--tile"]
    if not arguments:
        sys.exit(__doc__)
    cameo, names = os.path.abspath(arguments[0]), arguments[1:]
    tile = "always" if "--tile" in sys.argv else "off"
    pip = Pip(cameo, tile)
    left, right = {}, {}
    for one in SESSIONS:
        wanted = any(name in one["name"] for name in names) if names else not any(name in one["name"] for name in OTHERS)
        if not wanted or not shutil.which(one["command"][0]):
            continue
        print(one["name"], file=sys.stderr)
        program = one["command"] if one["command"][0] != "bash" or "-c" not in one["command"] else one["command"][:-1] + [one["command"][-1] + "; sleep 3"]
        for screens, command in ((left, program), (right, [cameo, *OPTIONS, tile, "--", *program])):
            for shown in Ghostty().snapshots("live/" + one["name"], *run(one, command)):
                if screens is right:
                    shown["cells"] = pip.without_tile(grid.normal_rows(shown["cells"], shown["columns"]), shown["columns"], shown["rows"])
                screens["live/" + one["name"], shown["snapshot"]] = shown
    print(grid.compare(grid.drawn(left), grid.drawn(right)))


if __name__ == "__main__":
    main()
