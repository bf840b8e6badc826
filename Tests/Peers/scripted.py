"""An Engine.IO server over WebSocket that does what a script says, well or badly. Each connection plays the next script of the
list, the last one again and again.

Steps: {"text": s} and {"binary": n} send, {"expect": s} waits for that text, {"pings": n} sends pings and waits for each
answer, {"tell": s} says so to the test, {"drop": true} breaks the link, {"leave": true} ends the WebSocket, {"hold": true}
waits for the client to go, {"raw": s} sends bytes that are no WebSocket frame, with
{"times": n} so many times, {"deaf": true} reads nothing from then on."""

import asyncio
import json
import sys

from aiohttp import WSMsgType, web

from peer import Listener, commands, tell


class Scripted:
    def __init__(self, scripts):
        self.scripts = scripts
        self.played = 0

    def app(self):
        app = web.Application()
        app.router.add_get("/socket.io/", self.play)
        return app

    async def play(self, request):
        script = self.scripts[min(self.played, len(self.scripts) - 1)]
        self.played += 1
        tell("connection", query=request.query_string)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        for step in script:
            if "text" in step:
                await socket.send_str(step["text"])
            elif "binary" in step:
                await socket.send_bytes(bytes(i & 0xFF for i in range(step["binary"])))
            elif "expect" in step:
                await self.expect(socket, step["expect"])
            elif "pings" in step:
                for index in range(step["pings"]):
                    await socket.send_str(f"2{index}")
                    await self.expect(socket, f"3{index}")
            elif "tell" in step:
                tell(step["tell"])
            elif "raw" in step:
                request.transport.write(step["raw"].encode("latin-1") * step.get("times", 1))
            elif "deaf" in step:
                request.transport.pause_reading()
            elif "drop" in step:
                request.transport.abort()
            elif "leave" in step:
                await socket.close()
            elif "hold" in step:
                while (message := await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    tell("received", text=message.data if isinstance(message.data, str) else None)
                tell("gone")
        return socket

    async def expect(self, socket, text):
        message = await socket.receive()
        if message.data != text:
            tell("unexpected", wanted=text, found=str(message.data))


async def main():
    scripted = Scripted(json.loads(sys.argv[1]))
    listener = Listener(scripted.app)
    await listener.open()
    async for _ in commands():
        pass


asyncio.run(main())
