"""The file format of recorded and generated streams: a header of JSON lines, an empty line, the raw bytes.

The first line tells of the stream: `columns`, `rows`, `term`, `program`, `bytes`. Each further line is a place in it:
`{"offset": N, "kind": "snapshot"}` or `{"offset": N, "kind": "resize", "columns": C, "rows": R}`, in the order in which they happen.
"""
import json


def write_recording(path, head, places, data):
    """Writes `data` with the `places` (dictionaries as above) into the file `path`."""
    lines = [dict(head, bytes=len(data))] + places
    text = "".join(json.dumps(line, ensure_ascii=True) + "\n" for line in lines)
    with open(path, "wb") as file:
        file.write(text.encode() + b"\n" + data)


def read_recording(path):
    """Returns (head, places, data) of the file `path`."""
    with open(path, "rb") as file:
        text, _, data = file.read().partition(b"\n\n")
    head, *places = [json.loads(line) for line in text.splitlines()]
    if len(data) != head["bytes"]:
        raise ValueError(f"{path}: {len(data)} bytes after the header, {head['bytes']} expected")
    return head, places, data
