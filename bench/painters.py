"""The programs that paint clips in a terminal, and what painting costs each of them."""
import os
import re
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass

import clips
import terminal

SIZES = [(80, 40), (200, 60)]
HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Painter:
    """`command(raw, avi, columns, rows)` paints a whole clip. `unseen` reads the same clip without painting it: its CPU
    is taken off. Without it, the CPU of a clip of one frame is, which leaves the reading of raw frames in."""

    name: str
    command: callable
    unseen: callable = None
    env: dict = None
    counts_frames: bool = False


def available(cameo, folder):
    """Those that are here; a line about each that is not."""
    found = []
    if os.path.exists(cameo):
        found.append(Painter("cameo paint", lambda raw, avi, columns, rows: [
            cameo, "paint", "--pixels", f"{columns}x{rows * 2}", "--fps", "max", "--colors", "truecolor", raw],
            counts_frames=True))
    else:
        print(f"bench: no {cameo}: run `make release`", file=sys.stderr)
    if shutil.which("timg"):
        timg = ["timg", "-V", "-ph", "-bnone", "--loops=1"]
        found.append(Painter(
            "timg -ph", lambda raw, avi, columns, rows: timg + [f"-g{columns}x{rows}", avi],
            unseen=lambda raw, avi, columns, rows: timg + ["-g1x1", avi]))
    if shutil.which("ncplayer"):
        found.append(Painter("ncplayer -b half", lambda raw, avi, columns, rows: [
            "ncplayer", "-q", "-b", "half", "-s", "stretch", "-t", "0", avi]))
    if shutil.which("mpv"):
        mpv = ["mpv", "--no-config", "--really-quiet", "--no-audio", "--untimed", "--framedrop=no"]
        found.append(Painter(
            "mpv --vo=tct", lambda raw, avi, columns, rows: mpv + [
                "--vo=tct", f"--vo-tct-width={columns}", f"--vo-tct-height={rows}", avi],
            unseen=lambda raw, avi, columns, rows: mpv + ["--vo=null", avi]))
    pairs = _built_pairs(folder)
    if pairs:
        found.append(Painter("ncurses pairs", lambda raw, avi, columns, rows: [
            pairs, str(columns), str(rows * 2), raw], env={"TERM": "xterm-direct"}))
    names = [painter.name for painter in found]
    for name in ["timg -ph", "ncplayer -b half", "mpv --vo=tct", "ncurses pairs"]:
        if name not in names:
            print(f"bench: {name} is not installed here; left out", file=sys.stderr)
    return found


def _built_pairs(folder):
    compiler = shutil.which("cc") or shutil.which("clang")
    program = os.path.join(folder, "ncurses-pairs")
    if not compiler:
        return None
    os.makedirs(folder, exist_ok=True)
    source = os.path.join(HERE, "ncurses-pairs.c")
    built = subprocess.run([compiler, "-O2", "-o", program, source, "-lncursesw"])
    return program if built.returncode == 0 else None


@dataclass
class Figures:
    """Of one program, clip and size. CPU in ms a frame of each run, reading taken off; bytes in KB a frame."""

    cpu: list
    first_frame: float
    later_frames: float
    mean: float

    @property
    def median_cpu(self):
        return statistics.median(self.cpu)


def measure(painters, folder, frames, runs):
    """{(kind, columns, rows): {painter name: Figures}}; programs take turns, so that a slow minute slows all."""
    table = {}
    for kind in clips.KINDS:
        for columns, rows in SIZES:
            whole = clips.make(folder, kind, columns, rows * 2, frames)
            single = clips.make(folder, kind, columns, rows * 2, 1)
            shown, unshown, firsts = {}, {}, {}
            for _ in range(runs):
                for painter in painters:
                    shown.setdefault(painter.name, []).append(_run(painter, painter.command, whole, columns, rows, frames))
                    first = _run(painter, painter.command, single, columns, rows, 1)
                    firsts.setdefault(painter.name, []).append(first)
                    unshown.setdefault(painter.name, []).append(
                        _run(painter, painter.unseen, whole, columns, rows, None) if painter.unseen else first)
            table[kind, columns, rows] = {
                painter.name: _figures(
                    shown[painter.name], unshown[painter.name], firsts[painter.name], frames, bool(painter.unseen))
                for painter in painters}
    return table


def _run(painter, command, clip, columns, rows, frames):
    # One row more than the picture, for programs that end a picture with a new line.
    done = terminal.run(command(*clip, columns, rows), columns, rows + (0 if painter.counts_frames else 1), env=painter.env)
    if done.status != 0:
        raise SystemExit(f"bench: {painter.name} ended with status {done.status}: {done.tail[-300:]!r}")
    if painter.counts_frames and frames:
        said = re.search(rb"(\d+) frames?\b", done.tail)
        if not said or int(said.group(1)) != frames:
            raise SystemExit(f"bench: {painter.name} did not paint {frames} frames: {done.tail[-300:]!r}")
    return done


def _figures(shown, unshown, firsts, frames, sees_nothing):
    base = statistics.median(run.cpu for run in unshown)
    painted = frames if sees_nothing else frames - 1
    total = statistics.median(run.bytes for run in shown)
    first = statistics.median(run.bytes for run in firsts)
    return Figures(
        cpu=[(run.cpu - base) / painted * 1000 for run in shown],
        first_frame=first / 1000,
        later_frames=(total - first) / (frames - 1) / 1000,
        mean=total / frames / 1000)


def markdown(table):
    lines = [
        "| clip | cells | program | CPU ms/frame: median (min-max) | first frame KB | each later frame KB |",
        "|---|---|---|---|---|---|"]
    for (kind, columns, rows), programs in table.items():
        for name, figures in programs.items():
            lines.append(
                f"| {kind} | {columns}x{rows} | {name} | {figures.median_cpu:.2f} ({min(figures.cpu):.2f}-"
                f"{max(figures.cpu):.2f}) | {figures.first_frame:.1f} | {figures.later_frames:.2f} |")
    return lines


CPU_BUDGETS = {"timg -ph": 0.6, "ncplayer -b half": 0.3, "ncurses pairs": 0.1}
MOUTH_BUDGET_KB = 0.45


def verdicts(table):
    """Rows (what, figure, budget, kept) of the budgets on painting; none for programs that are not here."""
    rows = []
    motion = table["motion", 200, 60]
    ours = motion.get("cameo paint")
    if not ours:
        return rows
    for name, budget in CPU_BUDGETS.items():
        if name in motion:
            ratio = ours.median_cpu / motion[name].median_cpu
            rows.append((f"CPU a frame, full motion, 200x60, as a part of {name}", f"{ratio:.2f}", f"{budget}", ratio <= budget))
    for (kind, columns, lines), programs in table.items():
        others = {name: f.mean for name, f in programs.items() if name not in ("cameo paint", "ncurses pairs")}
        if others:
            best = min(others, key=others.get)
            mine = programs["cameo paint"].mean
            rows.append((
                f"KB a frame, {kind}, {columns}x{lines}, against the best ({best})", f"{mine:.2f}",
                f"{others[best]:.2f}", mine <= others[best]))
    mouth = table["mouth", 80, 40]["cameo paint"].later_frames
    rows.append(("KB a frame after the first, mouth, 80x40", f"{mouth:.2f}", f"{MOUTH_BUDGET_KB}", mouth <= MOUTH_BUDGET_KB))
    return rows
