"""Speech: how soon a sentence that came through a pipe is heard and seen, and what speaking costs."""
import array
import os
import statistics
import tempfile
import threading
import time

from session import Session
from terminal import usage

COLUMNS, ROWS = 120, 40
RUNS = 10
START_SECONDS = 3
TALK_SECONDS = 12
# Begins with a vowel: a p is heard only when the lips open.
SENTENCE = "All of these pickled peppers are for Peter.\n"
TEXT = "The north wind and the sun were disputing which was the stronger, when a traveler came along in a warm cloak. " * 5
# Of the overlay, which `o` draws around it.
OUTLINE = (64, 255, 96)


def verdicts(cameo):
    """Rows (what, figure, budget, kept)."""
    heard, seen = zip(*(_first(cameo) for _ in range(RUNS)))
    return [
        _limit("end of a piped sentence to the first sound, worst of 10, ms", heard, 150),
        _limit("end of a piped sentence to the first lip movement, worst of 10, ms", seen, 150),
        *_speaking(cameo),
    ]


def _limit(what, figures, budget):
    return (what, f"{max(figures):.0f} (median {statistics.median(figures):.0f})", str(budget), max(figures) <= budget)


class Listener:
    """The sound device is a file (SDL's disk driver), and that one a pipe: when what could be heard first."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path, self.first = path, None
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        with open(self.path, "rb", buffering=0) as pipe:
            while data := pipe.read(1 << 16):
                now = time.monotonic()
                # Whole samples of 16 bits, since a device writes whole buffers.
                samples = array.array("h", data[:len(data) // 2 * 2])
                if self.first is None and any(samples):
                    self.first = now


def _session(cameo, folder, *arguments):
    device = os.path.join(folder, "device")
    listener = Listener(device)
    session = Session(
        [cameo, "say", "--audio-device", device, *arguments], COLUMNS, ROWS, {"SDL_AUDIODRIVER": "disk"})
    return session, listener


def _first(cameo):
    """Milliseconds from the last byte of a sentence until it is heard and until a mouth is seen."""
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text")
        os.mkfifo(text)
        pipe = os.open(text, os.O_RDWR)
        session, listener = _session(cameo, folder, "--file", text)
        time.sleep(START_SECONDS)
        session.type("o")
        time.sleep(0.5)
        session.forget()
        at = time.monotonic()
        os.write(pipe, SENTENCE.encode())
        time.sleep(1.5)
        seen = session.moments([OUTLINE])[0]
        session.end()
        os.close(pipe)
        if not seen or not listener.first:
            raise SystemExit(f"bench: cameo say: seen {seen}, heard {listener.first}")
        return 1000 * (listener.first - at), 1000 * (seen - at)


def _speaking(cameo):
    """CPU of the program and its voice together, while it talks; memory of the program at its highest."""
    with tempfile.TemporaryDirectory() as folder:
        session, _ = _session(cameo, folder, TEXT)
        time.sleep(START_SECONDS)
        before, at = _processor(session.pid), time.monotonic()
        time.sleep(TALK_SECONDS)
        share = 100 * (_processor(session.pid) - before) / (time.monotonic() - at)
        peak = usage(session.pid)[2]
        session.end()
    return [
        (f"CPU of say with sound and its voice, {COLUMNS}x{ROWS}, % of one core", f"{share:.1f}", "10", share <= 10),
        (f"memory of say at its highest, {COLUMNS}x{ROWS}, MiB", f"{peak:.0f}", "80", peak <= 80),
    ]


def _processor(pid):
    seconds = usage(pid)[0]
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children") as children:
            seconds += sum(usage(child)[0] for child in children.read().split())
    return seconds
