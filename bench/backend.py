"""An avatar backend for measuring: a plain WebSocket with Engine.IO and Socket.IO said by hand, so that little lies between
the moment at which it writes and the socket. Run by the Python of .build/peers.

Commands are lines of JSON on standard input, what happens is told in lines of JSON on standard output. Moments are of the
monotonic clock, which all processes of a machine share. Each overlay has a color of its own (`color`), by which a reader
of the terminal knows it.
"""
import argparse
import asyncio
import base64
import functools
import json
import os
import random
import sys
import time

from aiohttp import WSMsgType, web

from pictures import color, png, with_note

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Tests", "Peers"))
from peer import Listener, commands, tell  # noqa: E402

IDLE, IDLE_BACK = "idle_1_s_idle_1_e", "idle_1_e_idle_1_s"
BRIDGE, TALK, RETURN = "idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_idle_1_s"
NAMES = [
    IDLE, IDLE_BACK, BRIDGE, TALK, RETURN, "talking_1_e_talking_1_s", "idle_1_e_talking_2_s",
    "talking_2_s_talking_2_e", "talking_2_e_idle_1_s",
]
BASE = (1280, 768)
OVERLAY = (400, 400)
ZONE = (440, 180)
BASES = 6  # so many different base pictures; each frame's bytes are its own all the same


@functools.cache
def base_picture(number, big):
    """Gray, with so much noise that it takes about 1 MB (`big`) or little."""
    width, height = BASE
    noise = random.Random(number).randbytes(width * height * 3).translate(bytes(v % 3 if big else 0 for v in range(256)))
    across = bytes(x // 20 for x in range(width) for _ in range(3))
    rows = []
    for y in range(height):
        shade = across.translate(bytes(min(255, v + 20 + 10 * number + y // 10) for v in range(256)))
        row = noise[y * width * 3:(y + 1) * width * 3]
        rows.append(b"\0" + (int.from_bytes(shade, "big") + int.from_bytes(row, "big")).to_bytes(width * 3, "big"))
    return png(BASE, b"".join(rows))


def base_frame(clip, index, big):
    return with_note(base_picture((index + len(clip)) % BASES, big), f"{clip}/{index}".encode())


@functools.cache
def overlay(number):
    """A third with a texture, so that there is something to decode, the rest of one color."""
    width, height = OVERLAY
    chance = random.Random(number)
    plain = b"\0" + bytes(color(number)) * width
    mask = bytes(60 + (v & 7) for v in range(256))
    rows = [b"\0" + chance.randbytes(width * 3).translate(mask) if y < height // 3 else plain for y in range(height)]
    return png(OVERLAY, b"".join(rows))


class Client:
    """One connection."""

    def __init__(self, backend, socket):
        self.backend, self.socket = backend, socket
        self.ponged = asyncio.Event()
        self.tasks = set()

    async def emit(self, name, data):
        await self.socket.send_str("42" + json.dumps([name, data]))

    async def emit_binary(self, name, data, attachments):
        await self.socket.send_str(f"45{len(attachments)}-" + json.dumps([name, data]))
        for attachment in attachments:
            await self.socket.send_bytes(attachment)

    def start(self, work):
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def serve(self):
        interval, timeout = self.backend.options.ping_interval, self.backend.options.ping_timeout
        opening = {"sid": "e1", "upgrades": [], "pingInterval": int(interval * 1000),
                   "pingTimeout": int(timeout * 1000), "maxPayload": 1000000}
        await self.socket.send_str("0" + json.dumps(opening))
        self.start(self.ping(interval, timeout))
        async for message in self.socket:
            if message.type != WSMsgType.TEXT:
                continue
            if message.data == "3":
                self.ponged.set()
            elif message.data.startswith("40"):
                await self.socket.send_str('40{"sid":"s1"}')
                tell("connected", at=time.monotonic())
            elif message.data.startswith("42"):
                self.take(*json.loads(message.data[2:]))
        for task in self.tasks:
            task.cancel()
        tell("gone", at=time.monotonic(), code=self.socket.close_code)

    async def ping(self, interval, timeout):
        while True:
            await asyncio.sleep(interval)
            self.ponged.clear()
            before = time.monotonic()
            await self.socket.send_str("2")
            try:
                async with asyncio.timeout(timeout):
                    await self.ponged.wait()
            except TimeoutError:
                tell("late", at=time.monotonic())
                return await self.socket.close()
            tell("pong", took=time.monotonic() - before)

    def take(self, name, data=None, *_):
        match name:
            case "request_base_animations_manifest":
                clips = {clip: {"frames": self.backend.options.frames, "version": "a1"} for clip in self.backend.names}
                self.start(self.emit("base_animations_manifest", {"animations": clips}))
            case "request_specific_base_animation":
                self.start(self.clip(data["animationType"]))

    async def clip(self, name):
        tell("clip", name=name, at=time.monotonic())
        total, count = self.backend.options.frames, 0
        await self.emit("animation_total_frames", {"animation_type": name, "total_frames": total})
        for index in range(total):
            picture = base64.b64encode(base_frame(name, index, not self.backend.options.small)).decode()
            text = ('42["receive_base_frame",{"animation_type":"%s","frame_index":%d,"frame_data":'
                    '{"mime_type":"image/png","data":"%s"}}]' % (name, index, picture))
            count += len(text)
            await self.socket.send_str(text)
        await self.emit("animation_frames_complete", {"animation_type": name, "total_frames": total})
        tell("clip_sent", name=name, bytes=count, at=time.monotonic())

    async def chunk(self, index, clip, numbers, bases):
        """Sound, pictures in batches of at most 50, and the word that all is sent.
        Returns the moment before its last bytes were written."""
        await self.emit("receive_audio", {
            "chunk_index": index, "master_chunk_index": index, "audio_data": base64.b64encode(b"sound").decode(),
            "animationFramesChunk": [{"animation_name": clip, "zone_top_left": ZONE, "mode": "talking"}],
            "total_frame_images": len(numbers), "timestamp": "2026-03-01 12:00:31.402"})
        frames = [{
            "image_data": {"_placeholder": True, "num": place % 50}, "image_mime": "image/png",
            "overlay_id": f"{clip}/{bases[place]}/{number}.png", "animation_name": clip,
            "matched_sprite_frame_number": bases[place], "sheet_filename": f"{number}.png", "sequence_index": place,
            "section_index": 0, "frame_index": place,
        } for place, number in enumerate(numbers)]
        batches = range(0, len(frames), 50)
        for batch, start in enumerate(batches):
            part = frames[start:start + 50]
            await self.emit_binary("receive_frame_images_batch", {
                "chunk_index": index, "batch_index": batch, "batch_start_index": start, "batch_size": len(part),
                "total_batches": len(batches), "emission_timestamp": 1772366431520, "frames": part,
            }, [overlay(number) for number in numbers[start:start + 50]])
        before = time.monotonic()
        await self.emit("chunk_images_ready", {"chunk_index": index, "total_images_sent": len(numbers)})
        return before


class Backend:
    def __init__(self, options):
        self.options = options
        self.names = NAMES[:options.clips]
        self.client = None
        self.said = 0  # overlays so far: their numbers

    def app(self):
        app = web.Application()
        app.router.add_get("/socket.io/", self.socket)
        app.router.add_post("/messages", self.message)
        return app

    async def socket(self, request):
        socket = web.WebSocketResponse(compress=False, heartbeat=None, max_msg_size=1 << 20)
        await socket.prepare(request)
        self.client = Client(self, socket)
        await self.client.serve()
        return socket

    async def message(self, request):
        body = await request.json()
        tell("message", at=time.monotonic(), text=body["message"], ready=body["readyAnimations"])
        if self.options.answer:
            self.client.start(self.say(self.options.answer))
        return web.json_response({"status": "ok"})

    def numbers(self, count):
        """Prepared, so that no time goes into making pictures while something is measured."""
        self.said += count
        made = list(range(self.said - count, self.said))
        for number in made:
            overlay(number)
        return made

    async def say(self, count, clip=TALK):
        """A message of one chunk."""
        numbers = self.numbers(count)
        at = await self.client.chunk(0, clip, numbers, [i % self.options.frames for i in range(count)])
        await self.client.emit("audio_end", {})
        tell("said", numbers=numbers, at=at)

    async def do(self, command):
        match command.pop("do"):
            case "single": await self.single(**command)
            case "messages": await self.messages(**command)
            case "burst": await self.burst(**command)

    async def single(self, count, moves, least, most, seed):
        """An open message of chunks of one frame each, some time apart; `moves`: each over another base frame."""
        chance = random.Random(seed)
        numbers = self.numbers(count)
        for chunk, number in enumerate(numbers):
            base = chunk * 3 % self.options.frames if moves else 0
            at = await self.client.chunk(chunk, BRIDGE, [number], [base])
            tell("sent", number=number, at=at)
            await asyncio.sleep(chance.uniform(least, most))
        await self.client.emit("audio_end", {})
        tell("done")

    async def messages(self, count, frames, apart, clip=TALK):
        """Messages that nobody asked for, some time apart."""
        for _ in range(count):
            await self.say(frames, clip)
            await asyncio.sleep(apart)
        tell("done")

    async def burst(self, frames, size, after):
        """A chunk that is spoken, and in the middle of it `size` frames more at once."""
        first, second = self.numbers(frames), self.numbers(size)
        bases = [i % self.options.frames for i in range(max(frames, size))]
        await self.client.chunk(0, BRIDGE, first, bases)
        await asyncio.sleep(after)
        at = await self.client.chunk(1, BRIDGE, second, bases)
        await self.client.emit("audio_end", {})
        tell("burst", first=first[0], last=second[-1], at=at)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clips", type=int, default=5)
    parser.add_argument("--frames", type=int, default=10, help="of each clip")
    parser.add_argument("--small", action="store_true", help="base frames of few bytes")
    parser.add_argument("--answer", type=int, default=0, help="frames of the answer to each message")
    parser.add_argument("--ping-interval", type=float, default=25)
    parser.add_argument("--ping-timeout", type=float, default=60)
    parser.add_argument("--port", type=int, default=0)
    backend = Backend(parser.parse_args())
    for number in range(BASES):
        base_picture(number, not backend.options.small)
    listener = Listener(backend.app)
    listener.port = backend.options.port
    await listener.open()
    async for command in commands():
        await backend.do(command)


asyncio.run(main())
