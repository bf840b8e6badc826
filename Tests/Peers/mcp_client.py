"""A client of the Model Context Protocol that nobody here wrote, against `cameo mcp`.

    mcp_client.py CAMEO TAPE OTHER [legacy|auto]

Prints one JSON object of what it was told. The package checks each message against the protocol's schema by itself.
"""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client


def said(result):
    texts = [block.text for block in result.content if block.type == "text"]
    pictures = [[block.mime_type, block.data] for block in result.content if block.type == "image"]
    return {
        "text": "\n".join(texts),
        "pictures": pictures,
        "error": result.is_error,
        "value": result.structured_content,
    }


async def main(program, tape, other, mode):
    server = stdio_client(StdioServerParameters(command=program, args=["mcp"]))
    found = {}
    async with Client(server, mode=mode) as client:
        found["version"] = client.protocol_version
        found["server"] = client.server_info.name
        found["tools"] = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
        calls = {
            "faults": ("faults", {"file": tape}),
            "frame": ("frame", {"file": tape, "frame": 323}),
            "why": ("why", {"file": tape, "frame": "323"}),
            "heard": ("heard", {"file": tape, "time": "12.4s"}),
            "diff": ("diff", {"first": tape, "second": other}),
            "picture": ("picture", {"file": tape, "frame": 323, "width": 64}),
            "missing": ("faults", {"file": "/nowhere.cameo"}),
            "wrong": ("why", {"file": tape, "frame": "mouth"}),
            "beyond": ("frame", {"file": tape, "frame": 999999}),
            "unknown": ("frame", {"file": tape, "frame": 1, "color": "red"}),
        }
        for name, (tool, arguments) in calls.items():
            found[name] = said(await client.call_tool(tool, arguments))
        try:
            await client.call_tool("nothing", {})
            found["no_tool"] = None
        except Exception as error:  # the package's own error, with the code
            found["no_tool"] = getattr(getattr(error, "error", None), "code", None)
    print(json.dumps(found))


asyncio.run(asyncio.wait_for(main(*sys.argv[1:4], (sys.argv + ["auto"])[4]), 100))
