"""What all servers in this folder share: a port that the system picks, lines of JSON on standard output for what happened,
lines of JSON on standard input for what to do, and an end when standard input ends, so that none outlives its test."""

import asyncio
import json
import ssl
import sys

from aiohttp import web


def tell(event, **details):
    print(json.dumps({"event": event, **details}), flush=True)


async def commands():
    """Yields what the test wants done."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield json.loads(line)


class Listener:
    """A web application on a port of loopback, that can be closed and opened again."""

    def __init__(self, make_app, certificate=None, key=None):
        self.make_app = make_app
        self.port = 0
        self.runner = None
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)

    async def open(self):
        self.runner = web.AppRunner(self.make_app(), access_log=None, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(
            self.runner, "127.0.0.1", self.port, ssl_context=self.context, reuse_address=True, backlog=16)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]
        tell("listening", port=self.port)

    async def close(self):
        """Drops every connection at once and frees the port."""
        for server in list(self.runner.sites):
            await server.stop()
        for protocol in list(self.runner.server.connections):
            if protocol.transport:
                protocol.transport.abort()
        await self.runner.cleanup()
        tell("closed")
