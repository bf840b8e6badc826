"""Books: how soon the first word is heard, what reading costs, how fast a long book is looked through, and a step back by a word."""
import json
import os
import random
import re
import statistics
import subprocess
import tempfile
import time
import wave
import zipfile

import inside
from say import Listener
from session import Session

COLUMNS, ROWS = 120, 40
RUNS = 5
READ_SECONDS = (6, 36)
SENTENCES = 20_000
CHUNK = 10
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOOK = os.path.join(ROOT, "Tests", "Books", "lantern.epub")
TRANSLATION = os.path.join(ROOT, "Tests", "Books", "lantern.es.txt")


def verdicts(cameo):
    """Rows (what, figure, budget, kept)."""
    with tempfile.TemporaryDirectory() as folder:
        job = os.path.join(folder, "job")
        before = time.monotonic()
        subprocess.run([cameo, "narrate", BOOK, "--translation", TRANSLATION, "-o", job], check=True, capture_output=True)
        narrated = time.monotonic() - before
        epub, long, hour = (os.path.join(folder, name) for name in ("long.epub", "long", "hour"))
        _write_epub(epub)
        _write_job(long, SENTENCES)
        _write_job(hour, 1_800)
        first = [_first(cameo, folder, source) for source in [job] * RUNS]
        spoken = [_first(cameo, folder, source) for source in [epub] * RUNS]
        return [
            _row("start to the first word heard, a job's folder, worst of 5, ms", first, 500),
            _row(f"the same, an EPUB of {os.path.getsize(epub) / 1e6:.1f} MB, worst of 5, ms", spoken, 1500),
            ("narrate, 67 sentences in two languages to MP3, s", f"{narrated:.1f}", "none set", True),
            _hour(cameo, hour), *_reading(cameo, job), *_long(cameo, folder, job, long), *_step(cameo, folder, job),
        ]


def _row(what, figures, budget):
    return (what, f"{max(figures):.0f} (median {statistics.median(figures):.0f})", str(budget), max(figures) <= budget)


def _read(cameo, folder, source, *more, env=None):
    state = os.path.join(tempfile.mkdtemp(dir=folder), "state")
    variables = {"SDL_AUDIODRIVER": "dummy", "XDG_STATE_HOME": state, **(env or {})}
    return Session([cameo, "read", source, *more], COLUMNS, ROWS, variables)


def _first(cameo, folder, source):
    """Milliseconds from the start of the program to its first sound, on a device that writes to a pipe."""
    with tempfile.TemporaryDirectory() as place:
        device = os.path.join(place, "device")
        listener = Listener(device)
        session = _read(cameo, folder, source, "--audio-device", device, env={"SDL_AUDIODRIVER": "disk"})
        deadline = time.monotonic() + 20
        while listener.first is None and time.monotonic() < deadline:
            time.sleep(0.01)
        session.end()
        if listener.first is None:
            raise SystemExit(f"bench: {source} was not heard within 20 s")
        return 1000 * (listener.first - session.began)


def _hour(cameo, hour):
    times = []
    for _ in range(RUNS):
        before = time.monotonic()
        out = subprocess.run([cameo, "read", "--headless", "--json", hour], check=True, capture_output=True).stdout
        times.append(time.monotonic() - before)
    last = json.loads(out.splitlines()[-1])
    if last["t_ms"] < 3_600_000:
        raise SystemExit(f"bench: the hour's book was over after {last['t_ms']} ms")
    median = statistics.median(times)
    return ("an hour's book in sequence, without a screen, s", f"{median:.2f} ({min(times):.2f}-{max(times):.2f})", "3", median <= 3)


def _reading(cameo, job):
    """CPU and memory of reading with the tile; and without who reads."""
    shares, peaks = {}, {}
    for name, more in (("with", []), ("without", ["--no-narrator"])):
        with tempfile.TemporaryDirectory() as folder:
            session = _read(cameo, folder, job, *more)
            used = []
            for second in READ_SECONDS:
                time.sleep(max(0, session.began + second - time.monotonic()))
                used.append((time.monotonic(), *session.usage()))
            session.end()
        shares[name] = 100 * (used[1][1] - used[0][1]) / (used[1][0] - used[0][0])
        peaks[name] = used[1][3]
    figure = f"{shares['with']:.1f} (without the narrator {shares['without']:.1f})"
    return [
        (f"CPU reading, {COLUMNS}x{ROWS}, with the tile, % of one core", figure, "8", shares["with"] <= 8),
        ("memory at its highest, reading, MiB", f"{peaks['with']:.0f} ({peaks['without']:.0f})", "120", peaks["with"] <= 120),
    ]


def _long(cameo, folder, small, long):
    """A book of 20,000 sentences beside a small one: opening, searching, jumping; by when the text was written."""
    opened = {
        name: statistics.median(_opened(cameo, folder, source, word) for _ in range(RUNS))
        for name, source, word in (("small", small, rb"lighthouse"), ("long", long, _word(1)))}
    session = _read(cameo, folder, long, "--no-narrator")
    # Texts are read for the search while the first sentence is heard.
    time.sleep(2)
    session.type(" ")
    time.sleep(0.5)
    far, near = [], []
    for number in (19_995, 7_777, 15_000, 3):
        far.append(_until(session, f"g{number}\r", _word(number)))
    # What is found is counted in the line of the prompt, "5 of 20000".
    first = _until(session, f"/{_word(18_888).decode()}\r", _word(18_888))
    for number in (19_999, 4_321, 12_345):
        near.append(_until(session, f"/{_word(number).decode()}\r", _word(number)))
    session.end()
    more = opened["long"] - opened["small"]
    return [
        (f"a book of {SENTENCES:,} sentences: more time from start to its text than a small one, ms",
         f"{more:.0f} ({opened['long']:.0f}, {opened['small']:.0f})", "100", more <= 100),
        ("a jump in it to its text, worst of 4, ms", f"{max(far):.0f}", "100", max(far) <= 100),
        ("the first search in it, to the text that is found, ms", f"{first:.0f}", "100", first <= 100),
        ("later ones, worst of 3, ms", f"{max(near):.0f}", "100", max(near) <= 100),
    ]


def _opened(cameo, folder, source, word):
    session = _read(cameo, folder, source, "--no-narrator")
    took = _wait(session, word, session.began)
    session.end()
    return took


def _until(session, keys, word):
    session.forget()
    before = time.monotonic()
    session.type(keys)
    took = _wait(session, word, before, behind=len(keys))
    time.sleep(0.3)
    return took


def _wait(session, word, since, behind=0):
    """Milliseconds until the screen has a word; what is typed is on the screen, too, so that words are looked for in capitals."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with session.lock:
            place = re.search(word.upper(), bytes(session.bytes), 0 if behind else re.IGNORECASE)
            if place:
                index = next(i for i in range(len(session.starts) - 1, -1, -1) if session.starts[i] <= place.start())
                return 1000 * (session.times[index] - since)
        time.sleep(0.002)
    raise SystemExit(f"bench: {word!r} was not shown within 20 s")


def _step(cameo, folder, job):
    """A word back, anywhere in the tape of a book that was read."""
    tape = os.path.join(folder, "book.cameo")
    subprocess.run([cameo, "read", "--headless", "--record", tape, job], check=True, capture_output=True)
    said = inside.said(cameo, "step", tape)
    median, worst = (float(re.search(rf"{word} ([0-9.]+) ms", said).group(1)) for word in ("median", "worst"))
    return [
        ("a word back in a book's tape, median, ms", median, "5", median <= 5),
        ("a word back in a book's tape, worst, ms", worst, "50", worst <= 50),
    ]


def _word(number):
    """One that no other sentence has."""
    letters = random.Random(number)
    return "".join(letters.choice("bcdfghklmnprstvz") + letters.choice("aeiou") for _ in range(5)).encode()


def _write_job(folder, count):
    """Each sentence sounds for a second in each of two languages."""
    for name in ("metadata", "media"):
        os.makedirs(os.path.join(folder, name))
    with wave.open(os.path.join(folder, "media", "all.wav"), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(bytes(2 * 8000 * CHUNK))
    for index in range(count // CHUNK):
        first = index * CHUNK + 1
        sentences = []
        for place in range(CHUNK):
            text = f"Here {_word(first + place).decode().upper()} stands, and more of a sentence with twelve words in it."
            lane = {"text": text, "tokens": text.split()}
            sentences.append({
                "sentence_number": first + place, "original": lane, "translation": lane, "total_duration": 1.0,
                "originalStartGate": place, "originalEndGate": place + 1, "startGate": place, "endGate": place + 1})
        path = {"path": "media/all.wav", "duration": CHUNK}
        chunk = {
            "version": 3, "chunk_id": f"c{index:05}", "start_sentence": first, "end_sentence": first + CHUNK - 1,
            "sentence_count": CHUNK, "audioTracks": {"orig": path, "translation": path}, "sentences": sentences}
        with open(os.path.join(folder, "metadata", f"chunk_{index:04}.json"), "w", encoding="utf8") as file:
            json.dump(chunk, file)


def _write_epub(path):
    letters = random.Random(1)
    words = [_word(letters.randrange(1 << 30)).decode()[:letters.randrange(3, 10)] for _ in range(9_000)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
                      '<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        chapters = range(1, 31)
        for chapter in chapters:
            paragraphs = "".join(
                "<p>" + " ".join(
                    " ".join(letters.choice(words) for _ in range(letters.randrange(6, 20))).capitalize() + "."
                    for _ in range(5)) + "</p>" for _ in range(175))
            book.writestr(f"c{chapter}.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>c</title></head>'
                          f"<body><h1>Chapter {chapter}</h1>{paragraphs}</body></html>")
        items = "".join(f'<item id="c{c}" href="c{c}.xhtml" media-type="application/xhtml+xml"/>' for c in chapters)
        spine = "".join(f'<itemref idref="c{c}"/>' for c in chapters)
        book.writestr("book.opf", '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata '
                      'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">x</dc:identifier><dc:title>Long</dc:title>'
                      f"<dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>")
