"""What a frame of 1920x1080 costs on its way to the pixels of a tile, beside the scalers of ffmpeg and libyuv."""
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys

import inside

WIDTH, HEIGHT = 1920, 1080
COLUMNS, ROWS = 39, 15
# The part in the middle that has the tile's shape.
CROP = HEIGHT * COLUMNS // (2 * ROWS) // 2 * 2
LEFT = (WIDTH - CROP) // 4 * 2
BUDGET_MS = 4
HERE = os.path.dirname(os.path.abspath(__file__))


def verdicts(cameo, folder, frames, runs):
    """Prints the table; rows (what, figure, budget, kept)."""
    clip = _clip(folder, frames)
    scalers = _scalers(cameo, folder, frames)
    figures = {name: [] for name in scalers}
    # In turns, so that a slow minute slows all.
    for _ in range(runs):
        for name, scaler in scalers.items():
            figures[name].append(scaler(clip))
    os.unlink(clip)
    print(f"| {WIDTH}x{HEIGHT} to {COLUMNS}x{ROWS} cells ({COLUMNS}x{2 * ROWS} pixels), one core | ms/frame: median (min-max) |")
    print("|---|---|")
    for name, found in figures.items():
        print(f"| {name} | {statistics.median(found):.2f} ({min(found):.2f}-{max(found):.2f}) |")
    print()
    ours = statistics.median(figures["cameo"])
    return [(f"{WIDTH}x{HEIGHT} to a tile of {COLUMNS}x{ROWS}, ms a frame", f"{ours:.2f}", f"{BUDGET_MS}", ours <= BUDGET_MS)]


def _clip(folder, frames):
    """Noise, so that nothing is quicker for being alike."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "video.y4m")
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F30:1 Ip A1:1 C420jpeg\n".encode())
        for _ in range(frames):
            file.write(b"FRAME\n" + os.urandom(WIDTH * HEIGHT * 3 // 2))
    return path


def _scalers(cameo, folder, frames):
    """{name: function of a clip that gives ms a frame}; a line about each that is not here."""
    scalers = {"cameo": lambda clip: _said([inside.program(cameo), "video", clip], frames)}
    yuv = _built(folder)
    if yuv:
        words = [str(LEFT), str(CROP), str(HEIGHT), str(COLUMNS), str(2 * ROWS)]
        scalers["libyuv, box"] = lambda clip: _said([yuv, clip, *words], frames)
    if shutil.which("ffmpeg"):
        scalers["ffmpeg, area"] = lambda clip: _ffmpeg(clip, frames)
    for name in ("ffmpeg", "libyuv"):
        if not any(found.startswith(name) for found in scalers):
            print(f"bench: {name} is not installed here; left out", file=sys.stderr)
    return scalers


def _said(command, frames):
    """Both programs print frames and us a frame, without reading."""
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    count, each = re.search(r"(\d+) frames, (\d+) us", out).groups()
    if int(count) != frames:
        raise SystemExit(f"bench: {command[0]} read {count} of {frames} frames")
    return int(each) / 1000


def _ffmpeg(clip, frames):
    """CPU, with that of reading the same clip taken off."""
    scaling = f"crop={CROP}:{HEIGHT}:{LEFT}:0,scale={COLUMNS}:{2 * ROWS}:flags=area,format=rgb24"
    return (_cpu(clip, ["-vf", scaling]) - _cpu(clip, [])) / frames * 1000


def _cpu(clip, filters):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["ffmpeg", "-v", "error", "-threads", "1", "-filter_threads", "1", "-i", clip, *filters, "-f", "null", "-"]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _built(folder):
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        return None
    os.makedirs(folder, exist_ok=True)
    program = os.path.join(folder, "i420-scale")
    source = os.path.join(HERE, "i420-scale.c")
    built = subprocess.run([compiler, "-O2", "-o", program, source, "-lyuv"], stderr=subprocess.DEVNULL)
    return program if built.returncode == 0 else None
