#!/usr/bin/env python3
"""Makes a long tape from a short one by repeating its message.

usage: bench/hour_tape.py [--seconds N] [--ticks] [--distinct] [--nameless] IN.cameo OUT.cameo

What came before the first event of the message (the clips) stays once. Each repetition begins with `sent`, as if a user had
asked again. With --ticks the tape also holds what an engine would have heard from its own side: 60 ticks a second, and
every overlay decoded right after the batch that brought it; such a tape is replayed and not played afresh.

With --distinct each repetition has pictures and sounds of its own: with some bytes more behind their ends, which no decoder
looks at. So nothing can be kept that was decoded before. With --nameless no frame says which mouth it shows: lips are told from pixels.
"""
import argparse
import hashlib
import json
import os
import re
import shutil
import sqlite3

PAUSE_US = 5_000_000  # for the last chunk to be played and the avatar to be back in idle
TICK_US = 16_667
ENGINE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Sources", "Engine", "PlaybackEngine.swift")
MESSAGE = {"receive_audio", "receive_frame_images_batch", "chunk_images_ready", "new_message", "audio_end",
           "play_base_animation"}


def engine_rules():
    """Version of the rules that the engine of now has: a tape of others is played afresh."""
    with open(ENGINE, encoding="utf8") as file:
        return re.search(r"static let rulesVersion = (\d+)", file.read()).group(1)


def make(source, target, seconds, ticks, overlay_side=192, distinct=False, nameless=False):
    """Returns a line that says what was made."""
    # A journal that an interrupted run left would be played into the new file.
    for path in (target, target + "-journal", target + "-wal", target + "-shm"):
        if os.path.exists(path):
            os.unlink(path)
    shutil.copyfile(source, target)
    tape = sqlite3.connect(target)
    rows = tape.execute("SELECT t_us, kind, name, body FROM entries ORDER BY id").fetchall()
    message = [row for row in rows if row[2] in MESSAGE]
    start = message[0][0]
    length = message[-1][0] - start + PAUSE_US
    entries = [row for row in rows if row[2] not in MESSAGE]
    generation = 0
    while start + (generation + 1) * length <= seconds * 1_000_000 or generation == 0:
        shift = generation * length
        generation += 1
        entries.append((start + shift, "local", "sent", None))
        for t, kind, name, body in message:
            if nameless:
                body = without_names(body)
            if distinct and '"_blob"' in (body or ""):
                body = with_own_blobs(tape, body, generation)
            entries.append((t + shift, kind, name, body))
            if ticks and name == "receive_frame_images_batch":
                entries += decoded(body, t + shift, generation, overlay_side)
    if ticks:
        tape.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('engine_rules', ?)", (engine_rules(),))
        entries += [(t, "local", "ticked", None) for t in range(0, start + generation * length, TICK_US)]
        entries.sort(key=lambda row: row[0])  # stable: at one moment what came goes before the tick
    tape.execute("DELETE FROM entries")
    tape.executemany("INSERT INTO entries (t_us, kind, name, body) VALUES (?, ?, ?, ?)", entries)
    tape.commit()
    tape.execute("VACUUM")
    tape.close()
    return f"{target}: {len(entries)} entries, {generation} messages, {entries[-1][0] / 1e6:.0f} s"


def with_own_blobs(tape, body, generation):
    """The event with copies of its pictures and sounds that no message before has had, under names of their own."""
    def own(value):
        if isinstance(value, list):
            return [own(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "_blob" not in value:
            return {key: f"{item}#{generation}" if key == "overlay_id" else own(item) for key, item in value.items()}
        (content,) = tape.execute("SELECT bytes FROM blobs WHERE hash = ?", (bytes.fromhex(value["_blob"]),)).fetchone()
        content += generation.to_bytes(8, "big")
        name = hashlib.blake2b(content, digest_size=32)
        tape.execute("INSERT OR IGNORE INTO blobs (hash, bytes) VALUES (?, ?)", (name.digest(), content))
        return {**value, "_blob": name.hexdigest(), "bytes": len(content)}
    return json.dumps(own(json.loads(body)))


NAMES = {"sheet_filename", "overlay_id", "viseme", "char"}


def without_names(body):
    def bare(value):
        if isinstance(value, list):
            return [bare(item) for item in value]
        if isinstance(value, dict):
            return {key: bare(item) for key, item in value.items() if key not in NAMES and key != "sections"}
        return value
    return json.dumps(bare(json.loads(body))) if body else body


def decoded(body, t, generation, side):
    keys = dict.fromkeys(frame["overlay_id"] for frame in json.loads(body)[0]["frames"])
    for key in keys:
        data = {"key": key, "generation": generation, "width": side, "height": side}
        yield (t, "local", "pictureDecoded", json.dumps(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--ticks", action="store_true")
    parser.add_argument("--overlay-side", type=int, default=192)
    parser.add_argument("--distinct", action="store_true")
    parser.add_argument("--nameless", action="store_true")
    parser.add_argument("input")
    parser.add_argument("output")
    options = parser.parse_args()
    print(make(options.input, options.output, options.seconds, options.ticks, options.overlay_side, options.distinct,
               options.nameless))


if __name__ == "__main__":
    main()
