"""Answers every request as the test says, and tells what was asked."""

import asyncio

from aiohttp import web

from peer import Listener, commands, tell


class Answers:
    def __init__(self):
        self.wanted = {}

    def app(self):
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self.answer)
        return app

    async def answer(self, request):
        text = await request.text()
        tell("request", method=request.method, path=request.path_qs, headers=dict(request.headers), body=text)
        wanted = self.wanted.get(request.path) or self.wanted.get("*") or {"status": 404}
        if "size" in wanted:
            response = web.StreamResponse(status=200)
            await response.prepare(request)
            for _ in range(wanted["size"] // 65536):
                await response.write(b"x" * 65536)
            return response
        await asyncio.sleep(wanted.get("delay", 0))
        if wanted.get("drop"):
            request.transport.abort()
        return web.Response(status=wanted.get("status", 200), text=wanted.get("body", ""), headers=wanted.get("headers"))


async def main():
    answers = Answers()
    listener = Listener(answers.app)
    await listener.open()
    async for command in commands():
        answers.wanted[command["path"]] = command
        tell("ready")


asyncio.run(main())
