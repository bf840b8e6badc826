"""Checks a pack and a demo stream made from it: python check_demo.py PACK DEMO.ndjson. Says what it counted, or fails."""

import argparse
import base64
import io
import json
from pathlib import Path

import numpy as np
from PIL import Image


def size_of(data):
    return Image.open(io.BytesIO(data)).size


def check_pack(folder, pack):
    x, y, width, height = pack["zone"]
    assert 0 <= x and 0 <= y and x + width <= pack["size"][0] and y + height <= pack["size"][1], "zone outside the picture"
    names = {shape["sheet"] for shape in pack["shapes"]}
    assert len(names) == len(pack["shapes"]) and set(pack["visemes"].values()) <= names, "shapes and visemes disagree"
    for clip, facts in pack["clips"].items():
        files = sorted((folder / "clips" / clip).glob("*"))
        assert [f.name for f in files] == [f"{i:04d}.webp" for i in range(facts["frames"])], f"{clip}: wrong files"
        assert all(size_of(f.read_bytes()) == tuple(pack["size"]) for f in files), f"{clip}: wrong picture size"
        places = sorted((folder / "overlays" / clip).glob("*"))
        assert [p.name for p in places] == ([f"{i:04d}" for i in range(facts["frames"])] if facts["overlays"] else []), clip
        for place in places:
            assert {f.name for f in place.iterdir()} == names, f"{place}: wrong sheets"
            assert all(size_of(f.read_bytes()) == (width, height) for f in place.iterdir()), f"{place}: wrong size"


def check_joints(folder, pack):
    """Where one clip's end pose is another's start pose, the step between them is no larger than steps inside the clips."""
    pictures = {clip: [np.asarray(Image.open(f).convert("RGB").resize((128, 128), Image.Resampling.BOX)).astype(float)
                       for f in sorted((folder / "clips" / clip).glob("*"))] for clip in pack["clips"]}
    steps = {clip: [float(np.abs(a - b).mean()) for a, b in zip(p, p[1:])] for clip, p in pictures.items()}
    for first in pictures:
        for second in pictures:
            if pose(first, 1) == pose(second, 0):
                step = float(np.abs(pictures[first][-1] - pictures[second][0]).mean())
                limit = max(steps[first] + steps[second])
                assert step <= limit, f"{first} to {second}: a jump of {step:.2f}, inside them at most {limit:.2f}"


def pose(clip, which):
    """Start (0) or end (1) pose of a clip's name."""
    parts = clip.split("_")
    return parts[3 * which : 3 * which + 3]


def check_clips(events, pack):
    """Manifest first, then every clip complete and in order, before 1.5 s."""
    assert events[0][1] == "base_animations_manifest"
    announced = {name: facts["frames"] for name, facts in pack["clips"].items()}
    assert {n: a["frames"] for n, a in events[0][2]["animations"].items()} == announced
    heard, complete = {}, []
    for t, event, data in events:
        if event == "receive_base_frame":
            assert data["frame_index"] == heard.get(data["animation_type"], 0)
            heard[data["animation_type"]] = data["frame_index"] + 1
        if event == "animation_frames_complete":
            assert t <= 1.5 and heard[data["animation_type"]] == data["total_frames"] == announced[data["animation_type"]]
            complete.append(data["animation_type"])
    assert complete[0] == "idle_1_s_idle_1_e" and set(complete) == set(announced)


def check_chunk(number, events, folder, pack):
    """One chunk's counts, batches and pictures. Returns its frames."""
    mine = [(t, event, data) for t, event, data in events if data.get("chunk_index") == number]
    [(audio_at, _, audio)] = [e for e in mine if e[1] == "receive_audio"]
    [(ready_at, _, ready)] = [e for e in mine if e[1] == "chunk_images_ready"]
    batches = [e for e in mine if e[1] == "receive_frame_images_batch"]
    total = audio["total_frame_images"]
    assert 25 <= total <= 90, f"chunk {number} has {total} frames"
    assert ready["total_images_sent"] == total
    sound = base64.b64decode(audio["audio_data"])
    assert sound[:3] == b"ID3" or sound[0] == 0xFF, "no MP3"
    frames = []
    for k, (t, _, batch) in enumerate(batches):
        assert t > audio_at and batch["batch_index"] == k and batch["total_batches"] == len(batches)
        assert batch["batch_start_index"] == len(frames) and batch["batch_size"] == len(batch["frames"]) <= 50
        frames += batch["frames"]
    assert [f["sequence_index"] for f in frames] == list(range(total))
    section = audio["animationFramesChunk"][0]["sections"][0]
    assert [s["overlay_id"] for s in section] == [f["overlay_id"] for f in frames]
    assert audio["animationFramesChunk"][0]["zone_top_left"] == pack["zone"][:2]
    for f in frames:
        clip, index, sheet = f["overlay_id"].split("/")
        assert (clip, int(index), sheet) == (f["animation_name"], f["matched_sprite_frame_number"], f["sheet_filename"])
        file = folder / "overlays" / clip / f"{int(index):04d}" / sheet
        assert file.read_bytes() == base64.b64decode(f["image_data"]), f"{file} differs from the stream"
    return frames, ready_at < audio_at, batches[-1][0]


def check(folder, path):
    pack = json.loads((folder / "avatar.json").read_text())
    check_pack(folder, pack)
    check_joints(folder, pack)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    events = [(line["t"], line["event"], line["data"]) for line in lines]
    assert all(a[0] <= b[0] for a, b in zip(events, events[1:])), "time runs backwards"
    assert all(bool(line.get("binary")) == (line["event"] == "receive_frame_images_batch") for line in lines)
    check_clips(events, pack)
    count = sum(1 for _, event, _ in events if event == "receive_audio")
    assert count >= 4
    frames, early, sizes, needed = [], [], [], None
    for number in range(count):
        part, was_early, last_batch = check_chunk(number, events, folder, pack)
        needed = last_batch if needed is None else needed
        assert last_batch <= needed, f"chunk {number} is complete {last_batch - needed:.2f} s too late"
        needed += len(part) / 30
        frames += part
        sizes.append(len(part))
        early += [number] if was_early else []
    check_path(frames, pack)
    assert len(early) == 1, "one chunk is announced early"
    at = {event: t for t, event, _ in events}
    audio = [t for t, event, _ in events if event == "receive_audio"]
    assert at["play_base_animation"] < audio[-1] < at["audio_end"]
    seconds = len(frames) / 30
    assert seconds >= 12
    print(f"{len(events)} events, {path.stat().st_size / 1e6:.1f} MB; {count} chunks of {sizes} frames, {seconds:.1f} s; "
          f"early: chunk {early[0]}; {len({f['sheet_filename'] for f in frames})} mouth shapes, "
          f"{len({f['viseme'] for f in frames})} visemes used; last base frame {frames[-1]['overlay_id']}")


def check_path(frames, pack):
    """Base frames: the bridge, then forward and back in turns, one index a picture, over all chunks."""
    clips = ["idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_talking_1_s"]
    clip, index = clips[0], 0
    for f in frames:
        assert (f["animation_name"], f["matched_sprite_frame_number"]) == (clip, index), f"{f['overlay_id']}: not {clip}/{index}"
        index += 1
        if index == pack["clips"][clip]["frames"]:
            clip, index = (clips[2] if clip == clips[1] else clips[1]), 0
    assert clip == clips[1] and index > 0, "the message ends outside the forward clip"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("demo", type=Path)
    options = parser.parse_args()
    check(options.pack, options.demo)
