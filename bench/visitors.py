"""Clients of `cameo serve`: each in a room of its own, each says one thing and notes when what comes back comes.

usage: visitors.py ADDRESS COUNT SECONDS

Tells one line for each client: when its message was sent, and name and moment of all that came after it.
"""
import asyncio
import json
import os
import sys
import time

import aiohttp

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Tests", "Peers"))
from peer import tell  # noqa: E402


class Visitor:
    def __init__(self, number, address):
        self.user, self.address = f"u{number}", address
        self.arrived = []
        self.waiting = None  # header of a message whose attachments are not all here

    async def connect(self, http):
        query = f"EIO=4&transport=websocket&user_id={self.user}&agent_id=1&instance_id=t1&userResolution=512"
        self.socket = await http.ws_connect(f"{self.address}/socket.io/?{query}", max_msg_size=0)
        await self.socket.receive_str()
        await self.socket.send_str("40")
        await self.socket.receive_str()
        self.reading = asyncio.ensure_future(self.read())

    async def read(self):
        async for message in self.socket:
            now = time.monotonic()
            if message.type == aiohttp.WSMsgType.BINARY:
                if self.waiting:
                    name, left = self.waiting
                    self.waiting = (name, left - 1) if left > 1 else self.arrived.append((name, now))
            elif message.data == "2":
                await self.socket.send_str("3")
            elif message.data.startswith("45"):
                count, _, rest = message.data[2:].partition("-")
                self.waiting = (json.loads(rest)[0], int(count))
            elif message.data.startswith("42"):
                self.arrived.append((message.data[4:message.data.index('"', 4)], now))

    async def say(self, http, ready):
        body = {"AgentID": "1", "message": "Hello", "instance_id": "t1", "userResolution": "512",
                "readyAnimations": ready}
        self.sent = time.monotonic()
        async with http.post(f"{self.address}/messages", json=body, headers={"X-User-ID": self.user}) as answer:
            if answer.status != 200:
                raise SystemExit(f"visitors: {answer.status} {await answer.text()}")


async def main():
    address, count, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    ready = ["idle_1_s_idle_1_e", "idle_1_e_idle_1_s", "idle_1_e_talking_1_s", "talking_1_s_talking_1_e"]
    async with aiohttp.ClientSession() as http:
        visitors = [Visitor(number, address) for number in range(count)]
        for visitor in visitors:
            await visitor.connect(http)
        tell("connected")
        for visitor in visitors:
            await visitor.say(http, ready)
        tell("said")
        await asyncio.sleep(seconds)
        for visitor in visitors:
            tell("visitor", sent=visitor.sent, arrived=visitor.arrived)
            visitor.reading.cancel()
            await visitor.socket.close()
    tell("done")


asyncio.run(main())
