"""Speaks through a tile's socket (docs/inside/tile-socket.md) with nothing but Python's own library.

    tile.py SOCKET TEXT [USER]

Says the text in pieces and prints each line of the tile, until one of them is the last about it. With a number of a user it first
becomes that one."""

import json
import os
import socket
import sys

path, text = sys.argv[1:3]
if len(sys.argv) > 3:
    os.setuid(int(sys.argv[3]))

connection = socket.socket(socket.AF_UNIX)
connection.settimeout(120)
connection.connect(path)
lines = connection.makefile("r", encoding="utf-8", newline="\n")


def send(message):
    connection.sendall(json.dumps(message).encode() + b"\n")


def receive():
    line = lines.readline()
    print(line, end="", flush=True)
    return json.loads(line) if line else {"tile": "gone"}


if receive()["tile"] != "hello":
    sys.exit(1)
send({"do": "begin", "version": 1})
for word in text.split(" "):
    send({"do": "text", "text": word + " "})
send({"do": "end"})
while True:
    word = receive()["tile"]
    if word in ("said", "interrupted", "refused", "gone"):
        sys.exit(0 if word == "said" else 1)
