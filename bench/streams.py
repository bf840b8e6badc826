"""Streams made from the demo's: all speech arriving at once, and clips of the size that real backends send."""
import base64
import json
import os
import random
import subprocess

import terminal
from pictures import png

COLUMNS, ROWS = 120, 40
SPEECH_SECONDS = 17
REAL_SIZE = (1280, 768)
# With the talking clip of 66, nine clips have 546 frames: about 0.5 GB.
REAL_CLIP_FRAMES = 60


def verdicts(cameo, tape, folder):
    """Rows (what, figure, budget, kept)."""
    os.makedirs(folder, exist_ok=True)
    return [_burst(cameo, tape, folder), _real_size(cameo, tape, folder)]


def _events(cameo, tape, folder):
    path = os.path.join(folder, "demo.ndjson")
    _replace(path, lambda part: _run(cameo, "convert", tape, part), ".ndjson")
    with open(path) as lines:
        yield from map(json.loads, lines)


def _replace(path, make, ending):
    part = path.removesuffix(ending) + ".part" + ending
    if os.path.exists(part):
        os.remove(part)
    make(part)
    os.replace(part, path)


def _run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _burst(cameo, tape, folder):
    """Every event from the first message on arrives in the same instant: nine chunks of 586 overlays."""
    stream = os.path.join(folder, "burst.ndjson")
    first = None
    with open(stream, "w") as out:
        for event in _events(cameo, tape, folder):
            if event["event"] == "new_message":
                first = first or event["t"]
            if first:
                event["t"] = first
            out.write(json.dumps(event) + "\n")
    worst, _ = _played(cameo, stream, folder, first + SPEECH_SECONDS)
    return ("586 frames arriving at once: longest gap between frames, ms", f"{worst:.0f}", "50", worst <= 50)


def _real_size(cameo, tape, folder):
    played = os.path.join(folder, "real-size.cameo")
    if not os.path.exists(played):
        stream = os.path.join(folder, "real-size.ndjson")
        with open(stream, "w") as out:
            for event in _with_real_clips(_events(cameo, tape, folder)):
                out.write(json.dumps(event) + "\n")
        _replace(played, lambda part: _run(cameo, "convert", stream, part), ".cameo")
        os.remove(stream)
    _, peak = _played(cameo, played, folder, 25)
    megabytes = os.path.getsize(played) / 1e6
    return (f"memory at its highest, nine clips of {REAL_SIZE[0]}x{REAL_SIZE[1]} ({megabytes:.0f} MB), MiB",
            f"{peak:.0f}", "150", peak <= 150)


def _with_real_clips(events):
    chance = random.Random(3)
    for event in events:
        name, data = event["event"], event["data"]
        if name == "base_animations_manifest":
            for clip in data["animations"].values():
                clip["frames"] = max(clip["frames"], REAL_CLIP_FRAMES)
        if name in ("animation_total_frames", "animation_frames_complete"):
            have, data["total_frames"] = data["total_frames"], max(data["total_frames"], REAL_CLIP_FRAMES)
        if name == "animation_frames_complete":
            for index in range(have, data["total_frames"]):
                frame = {"animation_type": data["animation_type"], "frame_index": index,
                         "frame_data": {"data": _base_frame(chance)}}
                yield {"t": event["t"], "event": "receive_base_frame", "data": frame}
        if name == "receive_base_frame":
            data["frame_data"]["data"] = _base_frame(chance)
        yield event


def _base_frame(chance):
    """A graded PNG with two bits of noise, about 1 MB, in base64."""
    width, height = REAL_SIZE
    noise = chance.randbytes(width * height * 3).translate(bytes(value & 3 for value in range(256)))
    rows = []
    for y in range(height):
        shade = bytes((40 + y // 6, 60 + y // 8, 90)) * width
        row = noise[y * width * 3:(y + 1) * width * 3]
        sums = int.from_bytes(shade, "big") + int.from_bytes(row, "big")
        rows.append(b"\0" + sums.to_bytes(width * 3, "big"))

    return base64.b64encode(png(REAL_SIZE, b"".join(rows))).decode()


def _played(cameo, stream, folder, seconds):
    """Longest time between two frames with an overlay as they were really shown, in ms, and the peak of memory in MiB."""
    recording = os.path.join(folder, "recording.cameo")
    if os.path.exists(recording):
        os.remove(recording)
    done = terminal.run(
        [cameo, "play", "--record", recording, stream], COLUMNS, ROWS, keys=[(seconds, b"q")], sample=0.1)
    if done.status != 0:
        raise SystemExit(f"bench: playing {stream} ended with status {done.status}: {done.tail[-300:]!r}")
    frames = map(json.loads, _run(cameo, "inspect", "--frames", "--json", recording).splitlines())
    shown = [frame["shown_ms"] for frame in frames if frame.get("overlay_key") and frame["status"] == "SYNC"]
    os.remove(recording)
    if len(shown) < 100:
        raise SystemExit(f"bench: only {len(shown)} frames with an overlay were shown of {stream}")
    return max(after - before for before, after in zip(shown, shown[1:])), max(s[2] for s in done.samples)
