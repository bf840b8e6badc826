"""How long `cameo check` takes: one wrong number in the demo, and an hour of tape, played afresh and replayed; how long a step back takes in it."""
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time

import hour_tape
import inside
import terminal

RUNS = 5
NUMBER = "matched_sprite_frame_number"


def verdicts(cameo, tape, folder):
    """Rows (what, figure, budget, kept)."""
    os.makedirs(folder, exist_ok=True)
    wrong = _wrong_number(cameo, tape, folder)
    rows = [_row(cameo, "one wrong base number in the demo, found by check, s", wrong, 1, status=1)]
    for ticks, what in ((False, "played afresh"), (True, "replayed")):
        hour = os.path.join(folder, f"hour{'-ticks' if ticks else ''}.cameo")
        hour_tape.make(tape, hour, 3600, ticks)
        rows.append(_row(cameo, f"an hour of tape, {what}, checked, s", hour, 3, status=0, replay=ticks))
        rows += [*_steps(cameo, hour, what), _quitting(cameo, hour, what)]
    for nameless, what in ((False, "mouths named"), (True, "mouths told from pixels")):
        hour = os.path.join(folder, "hour-distinct.cameo")
        hour_tape.make(tape, hour, 3600, False, distinct=True, nameless=nameless)
        rows.append(_row(cameo, f"an hour of tape, each message's pictures and sounds its own, {what}, checked, s", hour,
                         40 if nameless else 3, status=0, runs=3))
        os.unlink(hour)
    return rows


def _steps(cameo, tape, what):
    """A step back anywhere in the tape, what the timeline keeps for it, and keys that look through all of the log."""
    said = inside.said(cameo, "step", tape)
    median, worst = (float(re.search(rf"{word} ([0-9.]+) ms", said).group(1)) for word in ("median", "worst"))
    copies = float(re.search(r"([0-9.]+) MiB", said).group(1))
    parts = max(float(part) for part in re.findall(r"parts of at most ([0-9.]+) ms", said))
    return [
        (f"a step back in an hour of tape, {what}, median, ms", median, "5", median <= 5),
        (f"a step back in an hour of tape, {what}, worst, ms", worst, "50", worst <= 50),
        (f"copies of the engine for an hour of tape, {what}, MiB", copies, "64", copies <= 64),
        (f"filter, search and write the log of an hour of tape, {what}, longest part, ms", parts, "50", parts <= 50),
    ]


def _quitting(cameo, tape, what):
    """While it is gone through, at several moments."""
    figures = []
    for moment in (0.5, 1, 2, 3, 4):
        done = terminal.run([cameo, "step", "--no-remember", tape], 100, 30, keys=[(moment, b"q")])
        figures.append(done.after_last_key * 1000)
    median = statistics.median(figures)
    return (f"q to the end while an hour of tape is gone through, {what}, ms",
            f"{median:.0f} ({min(figures):.0f}-{max(figures):.0f})", "50", median <= 50)


def _wrong_number(cameo, tape, folder):
    """The demo with the base number of one overlay frame raised by three."""
    text, wrong = (os.path.join(folder, name) for name in ("demo.ndjson", "wrong.ndjson"))
    result = os.path.join(folder, "wrong.cameo")
    subprocess.run([cameo, "convert", tape, text], check=True)
    seen = 0
    with open(text, encoding="utf8") as source, open(wrong, "w", encoding="utf8") as target:
        for line in source:
            if '"receive_frame_images_batch"' in line:
                event = json.loads(line)
                for frame in event["data"]["frames"]:
                    frame[NUMBER] += 3 if seen == 200 else 0
                    seen += 1
                line = json.dumps(event) + "\n"
            target.write(line)
    subprocess.run([cameo, "convert", wrong, result], check=True)
    return result


def _row(cameo, what, tape, budget, status, runs=RUNS, replay=False):
    times, cpu = [], []
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run([cameo, "check", "--json", tape], capture_output=True, text=True)
        times.append(time.monotonic() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if done.returncode != status:
            raise SystemExit(f"bench: check {tape} ended with status {done.returncode}: {done.stderr[-300:]}")
        if json.loads(done.stdout)["replay"] != replay:
            raise SystemExit(f"bench: {tape} was {'played afresh' if replay else 'replayed'}")
    median = statistics.median(times)
    spread = f"{median:.2f} ({min(times):.2f}-{max(times):.2f}; {statistics.median(cpu):.2f} of CPU)"
    return (what, spread, str(budget), median <= budget)


if __name__ == "__main__":
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    cameo = os.path.join(root, ".build", "release", "cameo")
    for row in verdicts(cameo, os.path.join(root, "assets", "demo.cameo"), os.path.join(root, "bench-out")):
        print(*row, sep=" | ")
    sys.exit(0)
