#!/usr/bin/env python3
"""Generates the synthetic streams in `synthetic/`: one subject a file, a snapshot after each case. The same bytes every time.

    synthetic.py [FOLDER]

A stream is a generator of cases, in text where `^[` stands for ESC; a case may also be bytes, or a (columns, rows) to resize to.
"""
import os, sys

from recording import write_recording
import synthetic_cases
import synthetic_fuzz

HERE = os.path.dirname(os.path.abspath(__file__))


def to_bytes(case):
    return case if isinstance(case, bytes) else case.replace("^[", "\x1b").encode()


def build(cases):
    """(places, bytes) of a stream, from its cases."""
    data, places = bytearray(), []
    for case in cases:
        if isinstance(case, tuple):
            places.append(dict(offset=len(data), kind="resize", columns=case[0], rows=case[1]))
        else:
            data += to_bytes(case)
            places.append(dict(offset=len(data), kind="snapshot"))
    return places, bytes(data)


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "synthetic")
    os.makedirs(out, exist_ok=True)
    for name in os.listdir(out):
        if name.endswith(".rec"):
            os.remove(os.path.join(out, name))
    for name, (columns, rows), cases in synthetic_cases.streams() + synthetic_fuzz.streams():
        places, data = build(cases)
        head = dict(columns=columns, rows=rows, term="xterm-256color", program="synthetic: " + name)
        write_recording(os.path.join(out, "%s.%dx%d.rec" % (name, columns, rows)), head, places, data)


if __name__ == "__main__":
    main()
