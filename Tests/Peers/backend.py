"""A fake avatar backend on python-socketio: manifest, clips, and an answer of two chunks for each message."""

import argparse
import asyncio
import base64
import hashlib

import socketio
from aiohttp import web

from peer import Listener, commands, tell

CLIPS = {
    "idle_1_s_idle_1_e": 61,
    "idle_1_e_idle_1_s": 61,
    "idle_1_e_talking_1_s": 20,
    "talking_1_s_talking_1_e": 90,
    "talking_1_e_idle_1_s": 20,
}


def picture(*parts):
    """Bytes that depend on nothing but what they stand for, with every byte value among them."""
    seed = hashlib.sha256(repr(parts).encode()).digest()
    return b"RIFF\0\0\0\0WEBPVP8 " + bytes((seed[i % 32] + i) & 0xFF for i in range(300))


class Backend:
    def __init__(self, options):
        self.options = options
        self.rooms = {}
        self.web_sockets = []

    def app(self):
        settings = dict(
            async_mode="aiohttp", cors_allowed_origins="*", ping_interval=self.options.ping_interval,
            ping_timeout=self.options.ping_timeout, http_compression=False,
            allow_upgrades=not self.options.no_upgrade)
        if self.options.transports:
            settings["transports"] = self.options.transports.split(",")
        self.sio = socketio.AsyncServer(**settings)
        for name, handler in [
            ("connect", self.connect), ("disconnect", self.disconnect),
            ("request_base_animations_manifest", self.manifest), ("request_specific_base_animation", self.clip),
            ("set_session_id", self.session), ("echo", self.echo), ("attachments", self.attachments),
            ("flood", self.flood),
        ]:
            self.sio.on(name, handler)
        app = web.Application(middlewares=[self.proxy])
        app.router.add_post("/messages", self.messages)
        self.sio.attach(app)
        return app

    @web.middleware
    async def proxy(self, request, handler):
        """What stands before many a backend: it lets WebSockets through not at all, or not for long."""
        if self.options.proxy and request.headers.get("Upgrade", "").lower() == "websocket":
            tell("probe")
            if self.options.proxy == "refuse":
                return web.Response(status=400, text="no WebSockets here")
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            if await socket.receive_str() == "2probe":
                await socket.send_str("3probe" if self.options.proxy == "half" else "3")
            await socket.close()
            return socket
        if request.headers.get("Upgrade", "").lower() == "websocket":
            self.web_sockets.append(request.transport)
        return await handler(request)

    async def connect(self, sid, environ):
        query = environ["aiohttp.request"].query
        tell("connect", query=dict(query), transport=self.sio.transport(sid))
        if self.options.refuse:
            raise socketio.exceptions.ConnectionRefusedError(self.options.refuse)
        room = f"{query['user_id']}-{query['agent_id']}-instance-{query['instance_id']}"
        self.rooms[sid] = room
        await self.sio.enter_room(sid, room)

    async def disconnect(self, sid, reason):
        tell("disconnect", reason=reason)

    async def manifest(self, sid, data):
        tell("manifest", data=data)
        animations = {name: {"frames": count, "version": "a1"} for name, count in CLIPS.items()}
        await self.sio.emit("base_animations_manifest", {"animations": animations}, to=sid)

    async def clip(self, sid, data):
        name = data["animationType"]
        count = CLIPS[name]
        await self.sio.emit("animation_total_frames", {"animation_type": name, "total_frames": count}, to=sid)
        for index in range(count):
            frame = {"mime_type": "image/webp", "data": base64.b64encode(picture(name, index)).decode()}
            await self.sio.emit(
                "receive_base_frame", {"animation_type": name, "frame_index": index, "frame_data": frame}, to=sid)
        await self.sio.emit("animation_frames_complete", {"animation_type": name, "total_frames": count}, to=sid)

    async def session(self, sid, data):
        tell("session", data=data)

    async def echo(self, sid, *arguments):
        tell("echo", transport=self.sio.transport(sid))
        await self.sio.emit("echoed", arguments, to=sid)

    async def attachments(self, sid, count):
        pictures = [bytes((i * 31 + j) & 0xFF for j in range(257 + i % 13)) for i in range(count)]
        await self.sio.emit("attached", {"pictures": pictures}, to=sid)

    async def flood(self, sid, data):
        """Base frames at full speed. No more than a few wait here: a server that piles up everything lets its own pings wait
        behind it, and gives up clients that did nothing wrong."""
        filling = base64.b64encode(bytes(range(256)) * (data["size"] // 256)).decode()
        queue = self.sio.eio._get_socket(self.sio.manager.eio_sid_from_sid(sid, "/")).queue
        for index in range(data["count"]):
            frame = {"mime_type": "image/webp", "data": filling}
            await self.sio.emit(
                "receive_base_frame",
                {"animation_type": "idle_1_s_idle_1_e", "frame_index": index, "frame_data": frame}, to=sid)
            while queue.qsize() > 4:
                await asyncio.sleep(0.0005)
        await self.sio.emit("flooded", {"count": data["count"]}, to=sid)
        tell("flooded")

    async def messages(self, request):
        body = await request.json()
        tell("message", body=body, user=request.headers.get("X-User-ID"))
        room = f"{request.headers.get('X-User-ID')}-{body['AgentID']}-instance-{body['instance_id']}"
        asyncio.ensure_future(self.answer(room))
        return web.json_response({"status": "ok"})

    async def answer(self, room):
        """The worked example's message, from its first sound on."""
        bridge, talk = "idle_1_e_talking_1_s", "talking_1_s_talking_1_e"
        first = [self.frame(bridge, i, i) for i in range(20)] + [self.frame(talk, 20 + i, i) for i in range(7)]
        second = [self.frame(talk, i, 7 + i) for i in range(60)]
        await self.sound(room, 0, bridge, first, "2026-03-01 12:00:31.402")
        await self.batch(room, 0, 0, 0, 1, first)
        await self.sio.emit("chunk_images_ready", {"chunk_index": 0, "total_images_sent": 27}, to=room)
        await self.sio.emit("chunk_images_ready", {"chunk_index": 1, "total_images_sent": 60}, to=room)
        await self.sound(room, 1, talk, second, "2026-03-01 12:00:32.120")
        await self.sio.emit("play_base_animation", {"animation_name": "talking_1_e_idle_1_s"}, to=room)
        await self.batch(room, 1, 0, 0, 2, second[:50])
        await self.batch(room, 1, 1, 50, 2, second[50:])
        await self.sio.emit("audio_end", {}, to=room)

    def frame(self, clip, sequence, base):
        sheet = f"J{sequence % 4}_X1_M0.webp"
        return {
            "image_data": picture(clip, base, sheet), "image_mime": "image/webp",
            "overlay_id": f"{clip}/{base}/{sheet}", "animation_name": clip, "matched_sprite_frame_number": base,
            "sheet_filename": sheet, "sequence_index": sequence, "section_index": 0, "frame_index": sequence,
            "sprite_index_folder": 3, "char": "G",
        }

    async def sound(self, room, chunk, clip, frames, time):
        sections = [[
            {k: f[k] for k in ("sequence_index", "matched_sprite_frame_number", "animation_name", "overlay_id")}
            for f in frames]]
        await self.sio.emit("receive_audio", {
            "chunk_index": chunk, "master_chunk_index": 0, "audio_data": base64.b64encode(picture(chunk)).decode(),
            "animationFramesChunk": [{
                "animation_name": clip, "zone_top_left": [486, 402], "master_frame_play_at": 0, "mode": "talking",
                "sections": sections}],
            "total_frame_images": len(frames), "timestamp": time}, to=room)

    async def batch(self, room, chunk, index, start, total, frames):
        await self.sio.emit("receive_frame_images_batch", {
            "chunk_index": chunk, "batch_index": index, "batch_start_index": start, "batch_size": len(frames),
            "total_batches": total, "emission_timestamp": 1772366431520, "frames": frames}, to=room)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--transports")
    parser.add_argument("--no-upgrade", action="store_true")
    parser.add_argument("--refuse", help="answer CONNECT_ERROR with this text")
    parser.add_argument("--proxy", choices=["refuse", "half", "wrong"])
    parser.add_argument("--ping-interval", type=float, default=0.2)
    parser.add_argument("--ping-timeout", type=float, default=60)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--closed", action="store_true", help="take no connection until told to open")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    backend = Backend(options)
    listener = Listener(backend.app, options.certificate, options.key)
    listener.port = options.port
    await listener.open()
    if options.closed:
        await listener.close()
    async for command in commands():
        tell("ready")
        match command["do"]:
            case "close": await listener.close()
            case "open": await listener.open()
            case "cut":
                for transport in backend.web_sockets:
                    transport.abort()
            case "emit": await backend.sio.emit(command["name"], command.get("data"))
            case "disconnect":
                for sid in list(backend.rooms):
                    await backend.sio.disconnect(sid)


asyncio.run(main())
