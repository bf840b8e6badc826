"""Answers before it has read a request to its end, promises to keep the connection, and closes it."""

import asyncio
import random

from peer import tell

ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n{}"


async def answer(reader, writer):
    await reader.read(1)
    writer.write(ANSWER)
    await asyncio.sleep(random.random() / 1000)
    writer.close()


async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    tell("listening", port=server.sockets[0].getsockname()[1])
    await asyncio.get_running_loop().connect_read_pipe(asyncio.Protocol, open(0, "rb", buffering=0))
    await server.serve_forever()


asyncio.run(main())
