"""Asks a backend for all that a tape has, by python-socketio's client, and compares: names, JSON, and bytes of attachments.

    same_events.py http://127.0.0.1:5003 demo.cameo websocket|polling|upgrade

The tape is read by this program itself, with sqlite3 alone. The versions of the manifest are the server's own, and dates are those
of now, in the same form; everything else has to be equal. One line of JSON says what was compared, or the first difference; the status is 1 then."""

import asyncio
import base64
import json
import sqlite3
import sys
import time

import requests
import socketio

base, tape, way = sys.argv[1:4]
transports = {"websocket": ["websocket"], "polling": ["polling"], "upgrade": ["polling", "websocket"]}[way]
LIMIT = 60


def fail(reason):
    print(json.dumps({"same": False, "reason": reason[:500]}), flush=True)
    sys.exit(1)


def rebuilt(value, blobs):
    """What the message was before its pictures and sounds were put aside (docs/reference/tape.md)."""
    if isinstance(value, list):
        return [rebuilt(one, blobs) for one in value]
    if isinstance(value, dict):
        if "_blob" in value:
            data = blobs[value.get("text", value["_blob"])]
            if value["form"] == "binary":
                return data
            return data.decode() if "text" in value else value.get("prefix", "") + base64.b64encode(data).decode()
        return {key: rebuilt(one, blobs) for key, one in value.items()}
    return value


def events_of(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    blobs = {hash.hex(): data for hash, data in database.execute("SELECT hash, bytes FROM blobs")}
    rows = database.execute("SELECT name, body FROM entries WHERE kind = 'wire' ORDER BY id")
    return [(name, rebuilt(json.loads(body), blobs)) for name, body in rows]


CLIPS = ("base_animations_manifest", "animation_total_frames", "receive_base_frame", "animation_frames_complete")
recorded = events_of(tape)
manifest = next(arguments for name, arguments in recorded if name == "base_animations_manifest")[0]["animations"]
clips = {}
for name, arguments in recorded:
    if name in CLIPS[1:]:
        clips.setdefault(arguments[0]["animation_type"], []).append((name, arguments))
speech = [event for event in recorded if event[0] not in CLIPS]

DATES = ("timestamp", "emission_timestamp")


def undated(event):
    """The event with the types of its dates in their place: what is said again is dated anew."""
    name, arguments = event
    if not arguments or not isinstance(arguments[0], dict):
        return event
    payload = {key: type(one).__name__ if key in DATES else one for key, one in arguments[0].items()}
    return name, [payload] + list(arguments[1:])


speech = [undated(event) for event in speech]
heard = []
# The client of tasks rather than that of threads: this one starts a thread for each event, and so hears them out of order.
client = socketio.AsyncClient(reconnection=False)


@client.on("*")
def any_event(name, *arguments):
    heard.append(undated((name, list(arguments))))


async def wait(condition, what):
    end = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > end:
            fail(f"no {what} within {LIMIT} s; heard {len(heard)} events, the last one {heard[-1:]}")
        await asyncio.sleep(0.02)


async def wait_for(name, count):
    await wait(lambda: sum(1 for one in heard if one[0] == name) >= count, name)


def compare(what, got, wanted):
    for number, (one, other) in enumerate(zip(got, wanted)):
        if one != other:
            fail(f"{what}: event {number} is {one!r:.200}, on the tape {other!r:.200}")
    if len(got) != len(wanted):
        fail(f"{what}: {len(got)} events, on the tape {len(wanted)}")


def post():
    body = {
        "AgentID": "1", "message": "hello", "instance_id": "same", "userResolution": "512", "readyAnimations": list(clips)}
    return requests.post(f"{base}/messages", json=body, headers={"X-User-ID": "peer+1@example.org"}, timeout=20)


async def visit():
    query = "user_id=peer%2B1%40example.org&agent_id=1&instance_id=same&userResolution=512"
    await client.connect(f"{base}?{query}", transports=transports, wait_timeout=20)
    if way == "upgrade" and client.transport() != "websocket":
        fail(f"still on {client.transport()}")
    await client.emit("request_base_animations_manifest", {"agentId": "1"})
    await wait_for("base_animations_manifest", 1)
    served = heard[0][1][0]["animations"]
    if {name: clip["frames"] for name, clip in served.items()} != {name: clip["frames"] for name, clip in manifest.items()}:
        fail(f"the manifest is {served}")
    for clip in clips:
        await client.emit("request_specific_base_animation", {"agentId": "1", "animationType": clip})
    await wait_for("animation_frames_complete", len(clips))
    for clip, wanted in clips.items():
        compare(clip, [one for one in heard if one[0] in CLIPS[1:] and one[1][0]["animation_type"] == clip], wanted)
    before = len(heard)
    answer = await asyncio.to_thread(post)
    if answer.status_code != 200:
        fail(f"POST /messages: {answer.status_code} {answer.text}")
    await wait(lambda: len(heard) - before >= len(speech), "answer")
    asked = await client.call("are_you_there", {}, timeout=20)
    compare("speech", heard[before:], speech)
    attachments = sum(
        isinstance(frame.get("image_data"), bytes)
        for _, arguments in heard[before:] for frame in (arguments[0] or {}).get("frames", []))
    print(json.dumps({
        "same": True, "events": len(heard), "attachments": attachments, "transport": client.transport(),
        "acknowledged": asked is None}), flush=True)
    await client.disconnect()


asyncio.run(visit())
