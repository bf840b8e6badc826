"""How late a process that only sleeps is woken, until its standard input ends: what the machine itself adds to any gap.

Prints the longest delay in milliseconds."""
import select
import sys
import time

STEP = 0.002
longest, before = 0.0, time.monotonic()
while not select.select([sys.stdin], [], [], STEP)[0]:
    now = time.monotonic()
    longest, before = max(longest, now - before - STEP), now
print(f"{1000 * longest:.0f}")
