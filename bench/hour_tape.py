#!/usr/bin/env python3
"""Makes a long tape from a short one by repeating its message.

usage: bench/hour_tape.py [--seconds N] [--ticks] IN.cameo OUT.cameo

What came before the first event of the message (the clips) stays once. Each repetition begins with `sent`, as if a user had
asked again. With --ticks the tape also holds what an engine would have heard from its own side: 60 ticks a second, and
every overlay decoded right after the batch that brought it; such a tape is replayed and not played afresh.
"""
import argparse
import json
import os
import shutil
import sqlite3

PAUSE_US = 5_000_000  # for the last chunk to be played and the avatar to be back in idle
TICK_US = 16_667
MESSAGE = {"receive_audio", "receive_frame_images_batch", "chunk_images_ready", "new_message", "audio_end",
           "play_base_animation"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--ticks", action="store_true")
    parser.add_argument("--overlay-side", type=int, default=192)
    parser.add_argument("input")
    parser.add_argument("output")
    options = parser.parse_args()
    if os.path.exists(options.output):
        os.unlink(options.output)
    shutil.copyfile(options.input, options.output)
    tape = sqlite3.connect(options.output)
    rows = tape.execute("SELECT t_us, kind, name, body FROM entries ORDER BY id").fetchall()
    clips = [row for row in rows if row[2] not in MESSAGE]
    message = [row for row in rows if row[2] in MESSAGE]
    start = message[0][0]
    length = message[-1][0] - start + PAUSE_US
    all_rows = list(clips)
    generation = 0
    while start + (generation + 1) * length <= options.seconds * 1_000_000 or generation == 0:
        shift = generation * length
        generation += 1
        all_rows.append((start + shift, "local", "sent", None))
        for t, kind, name, body in message:
            all_rows.append((t + shift, kind, name, body))
            if options.ticks and name == "receive_frame_images_batch":
                keys = dict.fromkeys(frame["overlay_id"] for frame in json.loads(body)[0]["frames"])
                for key in keys:
                    data = {"key": key, "generation": generation, "width": options.overlay_side,
                            "height": options.overlay_side}
                    all_rows.append((t + shift, "local", "pictureDecoded", json.dumps(data)))
    if options.ticks:
        end = start + generation * length
        all_rows += [(t, "local", "ticked", None) for t in range(0, end, TICK_US)]
        all_rows.sort(key=lambda row: row[0])  # stable: at one moment what came goes before the tick
    tape.execute("DELETE FROM entries")
    tape.executemany("INSERT INTO entries (t_us, kind, name, body) VALUES (?, ?, ?, ?)", all_rows)
    tape.commit()
    tape.execute("VACUUM")
    tape.close()
    print(f"{options.output}: {len(all_rows)} entries, {generation} messages, {all_rows[-1][0] / 1e6:.0f} s")


if __name__ == "__main__":
    main()
