"""Visits a backend as a client does, by python-socketio, whatever goes wrong there, and says what happened.

    visitor.py BASE [--clips NAME,...] [--until EVENT] [--count N] [--transports a,b] [--patience S] [--tries N]

Connects (again and again when that fails or the link is lost), asks for the clips that are not complete yet, posts a message
when they are, and waits until EVENT has come N times since; posts again after a lost link. One line of JSON at the end."""

import argparse
import collections
import json
import logging
import sys
import threading
import time

import requests
import socketio

parser = argparse.ArgumentParser()
parser.add_argument("base")
parser.add_argument("--clips", default="idle_1_e_talking_1_s")
parser.add_argument("--until", default="audio_end")
parser.add_argument("--count", type=int, default=1)
parser.add_argument("--transports", default="websocket")
parser.add_argument("--patience", type=float, default=60)
parser.add_argument("--tries", type=int, default=60)
options = parser.parse_args()
logging.disable(logging.CRITICAL)
# What a broken event does to the client is told by what is heard.
threading.excepthook = lambda arguments: None

started = time.monotonic()
wanted = [clip for clip in options.clips.split(",") if clip]
frames = collections.defaultdict(set)
totals = {}
asked_again = collections.Counter()
result = {"connects": 0, "failures": [], "reasons": [], "posts": [], "events": collections.Counter(), "done": False}
news = threading.Condition()
state = {"client": None, "reached": 0, "lost": False}


def complete(clip):
    return clip in totals and len(frames[clip]) == totals[clip]


def on_event(client, name, *arguments):
    with news:
        result["events"][name] += 1
        payload = arguments[0] if arguments and isinstance(arguments[0], dict) else {}
        if name == "animation_total_frames":
            totals[payload.get("animation_type")] = payload.get("total_frames")
        if name == "receive_base_frame":
            frames[payload.get("animation_type")].add(payload.get("frame_index"))
        if name == options.until:
            state["reached"] += 1
        news.notify_all()


def wait(condition):
    """False when the link is lost, or time is over."""
    with news:
        while not condition():
            left = options.patience - (time.monotonic() - started)
            if state["lost"] or left <= 0:
                return False
            news.wait(min(left, 0.2))
        return True


def make_client():
    client = socketio.Client(reconnection=False)
    client.on("*", lambda name, *arguments: on_event(client, name, *arguments))

    def disconnected(reason=None):
        with news:
            if state["client"] is client:
                result["reasons"].append(str(reason))
                state["lost"] = True
                news.notify_all()

    client.on("disconnect", disconnected)
    client.on("connect_error", lambda data: result["failures"].append(str(data)[:200]))
    return client


def visit(client):
    for clip in wanted:
        if not complete(clip):
            asked_again[clip] += 1
            client.emit("request_specific_base_animation", {"agentId": "1", "animationType": clip})
    if not wait(lambda: all(map(complete, wanted))):
        return
    state["reached"] = 0
    body = {"AgentID": "1", "message": "hello", "instance_id": "visit", "readyAnimations": wanted or ["none"]}
    while True:
        answer = requests.post(f"{options.base}/messages", json=body, headers={"X-User-ID": "visitor"}, timeout=20)
        result["posts"].append(answer.status_code)
        if answer.status_code == 200 or len(result["posts"]) > 5:
            break
    if result["posts"][-1] != 200:
        return
    result["done"] = wait(lambda: state["reached"] >= options.count)


query = "user_id=visitor&agent_id=1&instance_id=visit&userResolution=512"
for _ in range(options.tries):
    client = make_client()
    with news:
        state.update(client=client, lost=False)
    try:
        client.connect(f"{options.base}?{query}", transports=options.transports.split(","), wait_timeout=5)
        result["connects"] += 1
        result["transport"] = client.transport()
        visit(client)
    except (socketio.exceptions.SocketIOError, requests.RequestException) as error:
        result["failures"].append(str(error)[:200])
    if result["done"] or time.monotonic() - started > options.patience:
        break
    time.sleep(0.1)
with news:
    state["client"] = None
if client.connected:
    client.disconnect()
result["asked"] = dict(asked_again)
result["seconds"] = round(time.monotonic() - started, 3)
print(json.dumps(result), flush=True)
sys.exit(0)
