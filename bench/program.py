"""What the program as a whole costs: engine, start, memory, CPU, and how soon it ends on a slow link."""
import json
import re
import statistics
import subprocess

import inside
import terminal

COLUMNS, ROWS = 120, 40
SLOW_LINK = 200_000  # bytes a second
IDLE_SECONDS = 8
# The two idle clips last 8.4 s; each of their frames is decoded and scaled the first time that it is shown.
IDLE_ROUND_SECONDS = 11
RUNS = 5


def verdicts(cameo, tape):
    """Rows (what, figure, budget, kept)."""
    return [
        _ticks(cameo), _first_picture(cameo), *_playing(cameo, tape), *_tile(cameo, tape), _slow_link(cameo, tape),
    ]


def _ticks(cameo):
    """`cameo-bench engine` prints ticks a second as its first number."""
    figures = []
    for _ in range(RUNS):
        out = inside.said(cameo, "engine")
        figures.append(float(re.search(r"\d+(?:\.\d+)?", out).group()))
    median = statistics.median(figures)
    spread = f"{median:,.0f} ({min(figures):,.0f}-{max(figures):,.0f})"
    return ("engine, ticks a second", spread, "at least 100,000", median >= 100_000)


def _first_picture(cameo):
    figures = []
    for _ in range(RUNS):
        done = terminal.run([cameo, "demo"], COLUMNS, ROWS, keys=[(1.5, b"q")])
        _expect_success(done, "demo")
        if done.first_picture is None:
            raise SystemExit("bench: cameo demo showed no picture in 1.5 s")
        figures.append(done.first_picture * 1000)
    median = statistics.median(figures)
    return ("first picture after start, ms", _spread(figures), "150", median <= 150)


def _tile(cameo, tape):
    """Memory and CPU of the tile over the log while the demo talks, beside the log without it."""
    begin, end = _talking(cameo, tape)
    shares, peak = {}, 0
    for name, more in (("with", ""), ("without", "TT")):
        done = terminal.run(
            [cameo, "demo"], COLUMNS, ROWS, keys=[(1, ("K" + more).encode()), (end, b"q")], sample=0.1)
        _expect_success(done, "demo")
        shares[name] = _share(done.samples, begin + 0.5, end - 0.5)
        if not more:
            peak = max(sample[2] for sample in done.samples)
    # Of the log most is the log itself.
    figure = f"{shares['with']:.1f} (without the tile {shares['without']:.1f})"
    return [
        ("memory at its highest, tile over the log, MiB", f"{peak:.0f}", "64", peak <= 64),
        (f"CPU talking, tile over the log, {COLUMNS}x{ROWS}, % of one core", figure, "none set", True),
    ]


def _playing(cameo, tape):
    """Memory and CPU of one run of the demo, from its start to some seconds after the speech."""
    begin, end = _talking(cameo, tape)
    stop = end + IDLE_ROUND_SECONDS + IDLE_SECONDS
    done = terminal.run([cameo, "demo"], COLUMNS, ROWS, keys=[(stop, b"q")], sample=0.1)
    _expect_success(done, "demo")
    peak = max(sample[2] for sample in done.samples)
    talking = _share(done.samples, begin + 0.5, end - 0.5)
    idling = _share(done.samples, end + IDLE_ROUND_SECONDS, stop - 0.2)
    return [
        ("memory at its highest, demo, MiB", f"{peak:.0f}", "64", peak <= 64),
        (f"CPU talking, {COLUMNS}x{ROWS}, % of one core", f"{talking:.1f}", "8", talking <= 8),
        (f"CPU idling, {COLUMNS}x{ROWS}, % of one core", f"{idling:.1f}", "1", idling <= 1),
    ]


def _talking(cameo, tape):
    """Seconds from the first to the last frame with an overlay, as the engine plays the demo's tape."""
    command = [cameo, "inspect", "--frames", "--json", tape]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    times = []
    for line in out.splitlines():
        frame = json.loads(line)
        if frame.get("overlay_key"):
            times.append(frame["shown_ms"] / 1000)
    if not times:
        raise SystemExit(f"bench: {tape} has no frame with an overlay")
    return min(times), max(times)


def _share(samples, begin, end):
    inside = [sample for sample in samples if begin <= sample[0] <= end]
    return 100 * (inside[-1][1] - inside[0][1]) / (inside[-1][0] - inside[0][0])


def _slow_link(cameo, tape):
    begin, _ = _talking(cameo, tape)
    figures = []
    for _ in range(RUNS):
        done = terminal.run([cameo, "demo"], 200, 60, keys=[(begin + 2, b"q")], rate=SLOW_LINK)
        _expect_success(done, "demo on a slow link")
        figures.append(done.after_last_key * 1000)
    median = statistics.median(figures)
    return ("slow link (200 KB/s), 200x60: q to the end, ms", _spread(figures), "50", median <= 50)


def _spread(figures):
    return f"{statistics.median(figures):.0f} ({min(figures):.0f}-{max(figures):.0f})"


def _expect_success(done, what):
    if done.status != 0:
        raise SystemExit(f"bench: cameo {what} ended with status {done.status}: {done.tail[-300:]!r}")
