#!/usr/bin/env python3
"""Writes `bench/functions.txt`: the functions that the release calls while the demo plays.

The linker lays them side by side (Makefile). They are a twentieth of the program's code, and the system takes 64 KB and more of a file
into memory for each page of it that is touched. Names that are gone by then are passed over, new ones lie among the rest: it is worth
another run when memory of the demo has grown.

usage: make functions. Needs valgrind, under which the demo takes two minutes.
"""
import os
import re
import subprocess
import tempfile

import terminal

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, ".build/release/cameo")
LIST = os.path.join(ROOT, "bench/functions.txt")
COLUMNS, ROWS = 120, 40
SECONDS = 150  # some fifty times slower than by itself: it speaks, and idles behind that


def called(profile, program):
    """Names of the program's functions in a profile of callgrind, as the linker knows them."""
    files, names, functions, current = {}, {}, set(), None
    for line in profile:
        found = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?", line)
        if not found:
            continue
        of_callee, kind, number, text = found.groups()
        known = files if kind == "ob" else names
        if text:
            # What calls itself is numbered.
            known[number] = re.sub(r"'\d+$", "", text.strip())
        if of_callee:
            continue
        if kind == "ob":
            current = known[number]
        elif current == program:
            functions.add(number)
    return {names[number] for number in functions}


def symbols(program):
    lines = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines()
    return {fields[2] for fields in map(str.split, lines) if len(fields) == 3 and fields[1] in "tTwW"}


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read the compiler's debug information.
        program, profile = os.path.join(folder, "cameo"), os.path.join(folder, "profile")
        subprocess.run(["strip", "-g", "-o", program, PROGRAM], check=True)
        command = [
            "valgrind", "--tool=callgrind", "--demangle=no", "--callgrind-out-file=" + profile,
            "--log-file=" + os.path.join(folder, "log"), program, "play", os.path.join(ROOT, "assets/demo.cameo"),
        ]
        done = terminal.run(command, COLUMNS, ROWS, keys=[(SECONDS, b"q")], timeout=4 * SECONDS)
        if done.status != 0:
            raise SystemExit(f"functions: the demo ended with {done.status}")
        with open(profile, errors="replace") as lines:
            functions = called(lines, program) & symbols(program)
    with open(LIST, "w") as file:
        file.writelines(name + "\n" for name in sorted(functions))
    print(f"{len(functions)} functions in bench/functions.txt")


main()
