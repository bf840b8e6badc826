"""Writes the demo message as NDJSON: python make_demo.py PACK OUT.ndjson

One line an event, as a backend sends it: {"t": seconds, "event": name, "data": {...}}; pictures and sound are base64.
"binary": true marks events whose `image_data` fields travel as binary attachments.
"""

import argparse
import base64
import datetime
import json
from pathlib import Path

import numpy as np

from check_demo import check
from mouth import SHEETS, mouth_of
from speech import FPS, Voice, mp3, sheets, visemes

PHRASES = [
    "Hello! I am Mira,",
    "and this is Cameo:",
    "a talking face, right here in your terminal.",
    "Press the space bar to pause me,",
    "and the dot key to step frame by frame.",
    "Press the question mark,",
    "and I will show you all the other keys.",
    "Then bring a voice of your own,",
    "and look very closely at every single word.",
]
EARLY = 1            # this chunk's chunk_images_ready comes before its audio and pictures
LEADS = [0.0, 0.75, 0.9, 0.8, 0.95, 0.85, 0.75, 0.9, 0.95]  # seconds by which a chunk arrives before it is needed
BATCH = 50
MESSAGE_AT = 3.0
BRIDGE, FORWARD, BACK, RETURN = ("idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_talking_1_s",
                                 "talking_1_e_idle_1_s")
EPOCH_MS = 1772366400000  # 2026-03-01 12:00:00 UTC: the tape's own calendar, so that it can be made again
LOAD_ORDER = ["idle_1_s_idle_1_e", "idle_1_e_idle_1_s", BRIDGE, FORWARD, RETURN, BACK, "idle_1_e_hi_1_s", "hi_1_s_hi_1_e",
              "hi_1_e_idle_1_s"]


class Stream:
    """Collects events; sorted by time when written."""

    def __init__(self):
        self.lines = []

    def send(self, t, event, data, binary=False):
        line = {"t": round(t, 4), "event": event}
        if binary:
            line["binary"] = True
        self.lines.append({**line, "data": data})

    def write(self, path):
        self.lines.sort(key=lambda line: line["t"])  # stable: equal times keep their order
        with open(path, "w") as file:
            for line in self.lines:
                file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")


def text_of(data):
    return base64.b64encode(data).decode()


def send_clips(stream, folder, pack):
    """The manifest and all clips, within 1.5 s of tape time; the idle clip comes first."""
    clips = pack["clips"]
    stream.send(0.02, "base_animations_manifest", {
        "animations": {name: {"frames": clips[name]["frames"], "version": clips[name]["version"]} for name in LOAD_ORDER}})
    t, step = 0.05, 1.35 / sum(clips[name]["frames"] + 2 for name in LOAD_ORDER)
    for name in LOAD_ORDER:
        frames = clips[name]["frames"]
        stream.send(t, "animation_total_frames", {"animation_type": name, "total_frames": frames})
        for i in range(frames):
            t += step
            data = (folder / "clips" / name / f"{i:04d}.webp").read_bytes()
            stream.send(t, "receive_base_frame", {"animation_type": name, "frame_index": i,
                                                  "frame_data": {"data": text_of(data), "mime_type": "image/webp"}})
        t += step
        stream.send(t, "animation_frames_complete", {"animation_type": name, "total_frames": frames})
        t += step


def base_places(clips, count):
    """(clip, base index) of each picture of the message: the bridge, then forward and back in turns."""
    places = [(BRIDGE, i) for i in range(clips[BRIDGE]["frames"])]
    while len(places) < count:
        places += [(FORWARD, i) for i in range(clips[FORWARD]["frames"])]
        places += [(BACK, i) for i in range(clips[BACK]["frames"])]
    return places[:count]


def spoken():
    """[(text, samples, rate, sounds, frames)] of the phrases; a chunk's sound fills its frames exactly."""
    voice = Voice()
    said = [voice.say(text) for text in PHRASES]
    loudest = max(int(np.abs(samples.astype(int)).max()) for samples, _ in said)
    chunks = []
    for text, (samples, phonemes) in zip(PHRASES, said):
        frames = round(len(samples) / voice.rate * FPS)
        length = frames * voice.rate // FPS
        samples = np.pad(samples, (0, max(0, length - len(samples))))[:length]
        samples = np.round(samples * (0.85 * 32767 / loudest)).astype(np.int16)
        chunks.append([text, samples, voice.rate, visemes(phonemes, frames / FPS), frames])
    return chunks


def end_inside_forward(chunks, clips):
    """Adds silence to the last chunk until it ends in the forward clip, with room to finish it."""
    bridge, forward, back = (clips[name]["frames"] for name in (BRIDGE, FORWARD, BACK))
    while not 15 <= (sum(c[4] for c in chunks) - bridge) % (forward + back) <= forward - 8:
        last = chunks[-1]
        last[1] = np.pad(last[1], (0, last[2] // FPS))
        last[4] += 1


def frame_of(sequence, place, sheet, sound):
    """What the wire says of one overlay; the picture comes apart."""
    clip, index = place
    return {"sequence_index": sequence, "section_index": 0, "frame_index": sequence, "animation_name": clip,
            "matched_sprite_frame_number": index, "sheet_filename": f"{sheet}.webp",
            "overlay_id": f"{clip}/{index}/{sheet}.webp", "sprite_index_folder": 1, "char": sound.phoneme,
            "viseme": sound.viseme}


def send_chunk(stream, t, number, chunk, places, chosen, folder, zone):
    """Text, sound, pictures and the ready signal of one chunk, from time t on. Returns when the last was sent."""
    text, samples, rate, _, frames = chunk
    stamp = datetime.datetime.fromtimestamp((EPOCH_MS + round(t * 1000)) / 1000, datetime.timezone.utc)
    named = ("sequence_index", "matched_sprite_frame_number", "animation_name", "sheet_filename", "overlay_id")
    listed = [frame_of(k, place, sheet, sound) for k, (place, (sheet, sound)) in enumerate(zip(places, chosen))]
    ready = {"chunk_index": number, "total_images_sent": frames}
    if number == EARLY:
        stream.send(t - 0.03, "chunk_images_ready", ready)
    stream.send(t - 0.01, "new_message", {"conversation_id": "conv_mira_guest", "message": text, "sender": {"id": "mira"},
                                          "master_chunk_index": number})
    stream.send(t, "receive_audio", {
        "chunk_index": number, "master_chunk_index": number, "audio_data": text_of(mp3(samples, rate)),
        "animationFramesChunk": [{
            "animation_name": places[0][0], "zone_top_left": zone[:2], "master_frame_play_at": places[0][1],
            "mode": "talking", "sections": [[{k: f[k] for k in named} for f in listed]]}],
        "total_frame_images": frames, "timestamp": stamp.strftime("%Y-%m-%d %H:%M:%S.") + f"{stamp.microsecond // 1000:03d}"})
    total = -(-frames // BATCH)
    for batch in range(total):
        t += 0.08 if batch == 0 else 0.07
        part = listed[batch * BATCH : (batch + 1) * BATCH]
        pictures = [(folder / "overlays" / f["animation_name"] / f"{f['matched_sprite_frame_number']:04d}" / f["sheet_filename"])
                    .read_bytes() for f in part]
        stream.send(t, "receive_frame_images_batch", {
            "chunk_index": number, "batch_index": batch, "batch_start_index": batch * BATCH, "batch_size": len(part),
            "total_batches": total, "emission_timestamp": EPOCH_MS + round(t * 1000),
            "frames": [{"image_data": text_of(picture), "image_mime": "image/webp", **frame}
                       for frame, picture in zip(part, pictures)]}, binary=True)
    if number != EARLY:
        t += 0.03
        stream.send(t, "chunk_images_ready", ready)
    return t


def make(folder, out):
    pack = json.loads((folder / "avatar.json").read_text())
    clips, zone = pack["clips"], pack["zone"]
    stream = Stream()
    send_clips(stream, folder, pack)
    chunks = spoken()
    end_inside_forward(chunks, clips)
    places = base_places(clips, sum(chunk[4] for chunk in chunks))
    shape_of = {sheet: (mouth_of(sheet).opening, mouth_of(sheet).half_width) for sheet, _, _ in SHEETS}
    sheet_of = {viseme: name.removesuffix(".webp") for viseme, name in pack["visemes"].items()}
    between = [sheet for sheet in shape_of if sheet.endswith(("M0", "M1")) and not sheet.startswith("J5")]
    first, needed, sent = 0, MESSAGE_AT + 0.12, []
    for number, chunk in enumerate(chunks):
        t = MESSAGE_AT if number == 0 else needed - LEADS[number]
        chosen = sheets(chunk[3], chunk[4], sheet_of, shape_of, between)
        sent.append(send_chunk(stream, t, number, chunk, places[first : first + chunk[4]], chosen, folder, zone))
        first += chunk[4]
        needed += chunk[4] / FPS
    stream.send(sent[EARLY] + 0.04, "play_base_animation", {"animation_name": RETURN})
    stream.send(sent[-1] + 0.1, "audio_end", {})
    stream.write(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    make(options.pack, options.out)
    check(options.pack, options.out)
