"""Draws the avatar pack `mira`: python draw_pack.py FOLDER"""

import argparse
import hashlib
import io
import json
import shutil
from multiprocessing import get_context
from pathlib import Path

from PIL import Image

from canvas import SIZE
from figure import Figure, Shot
from motion import CLIPS, IDLE_FPS, TALKED, TALKING_FPS, pose_of
from mouth import JOY, REST, SHEETS, mouth_of

ZONE = (160, 268, 192, 192)  # x, y, width, height of every overlay, in pixels of the base frame
BASE_QUALITY, OVERLAY_QUALITY = 60, 58

figure = None  # painted once, before the workers are forked


def webp(pixels, quality, effort=6):
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "WEBP", quality=quality, method=effort)
    return data.getvalue()


def draw_frame(job):
    """Base frame `index` of a clip, and its overlays if one talks in that clip."""
    folder, clip, index = job
    pose = pose_of(clip, index)
    data = webp(Shot(figure, pose).picture(REST.mixed(JOY, pose.joy)), BASE_QUALITY)
    (folder / "clips" / clip / f"{index:04d}.webp").write_bytes(data)
    if clip in TALKED:
        place = folder / "overlays" / clip / f"{index:04d}"
        place.mkdir(parents=True, exist_ok=True)
        shot = Shot(figure, pose, ZONE)
        for sheet, _, _ in SHEETS:
            (place / f"{sheet}.webp").write_bytes(webp(shot.picture(mouth_of(sheet)), OVERLAY_QUALITY, 4))
    return clip, index, hashlib.sha256(data).hexdigest()


def description(hashes):
    """The content of avatar.json."""
    shapes = [
        {"sheet": f"{sheet}.webp", "visemes": visemes, "openness": round(mouth_of(sheet).opening / 43, 2),
         "width": round(mouth_of(sheet).half_width / 51, 2), "description": text}
        for sheet, visemes, text in SHEETS
    ]
    return {
        "format": 1,
        "name": "mira",
        "title": "Mira",
        "license": "MIT",
        "author": "drawn by assets/source/draw_pack.py of this project",
        "size": [SIZE, SIZE],
        "zone": list(ZONE),
        "fps": {"idle": IDLE_FPS, "talking": TALKING_FPS},
        "clips": {
            name: {"frames": frames, "version": hashlib.sha256("".join(hashes[name]).encode()).hexdigest()[:8],
                   "overlays": name in TALKED}
            for name, (_, _, frames) in CLIPS.items()
        },
        "shapes": shapes,
        "visemes": {viseme: f"{sheet}.webp" for sheet, visemes, _ in SHEETS for viseme in visemes},
    }


def main():
    global figure
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    folder = options.folder
    (folder / "avatar.json").unlink(missing_ok=True)  # written last: a pack without it is unfinished
    for part in ("clips", "overlays"):
        shutil.rmtree(folder / part, ignore_errors=True)
    for clip in CLIPS:
        (folder / "clips" / clip).mkdir(parents=True)
    figure = Figure()
    jobs = [(folder, clip, i) for clip, (_, _, frames) in CLIPS.items() for i in range(frames)]
    hashes = {clip: [""] * frames for clip, (_, _, frames) in CLIPS.items()}
    with get_context("fork").Pool(options.workers) as pool:
        for clip, index, digest in pool.imap_unordered(draw_frame, jobs, chunksize=4):
            hashes[clip][index] = digest
    text = json.dumps(description(hashes), indent=2, ensure_ascii=False)
    (folder / "avatar.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
