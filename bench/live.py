"""A live session: from the backend's bytes to the terminal's, a flood of clips, bursts, hundreds of messages, many clients."""
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time

from pictures import color
from session import HERE, PEERS, Backend, Peer, Session
from terminal import usage

COLUMNS, ROWS = 120, 40
FRAME_MS = 1000 / 30
SINGLE = 200


def verdicts(cameo, tape, folder):
    """Rows (what, figure, budget, kept)."""
    if not os.path.exists(PEERS):
        print("The live session is left out: scripts/peers has not been run.\n")
        return []
    os.makedirs(folder, exist_ok=True)
    return [
        *latency(cameo), *burst(cameo), *flood(cameo, folder), *messages(cameo, folder), *processor(cameo, tape),
        *server(cameo, tape, folder),
    ]


def connect(cameo, backend, *more):
    return Session(
        [cameo, "connect", backend.address, "--transport", "websocket", "--user", "u1", "--cache-limit", "0", *more],
        COLUMNS, ROWS)


def percentile(figures, part):
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * part))]


# MARK: Bytes in to picture out

def latency(cameo):
    print("| bytes in to picture out, 120x40, ms | p50 | p90 | p99 | max |\n|---|---|---|---|---|")
    rows = []
    for title, moves in [("over the same base frame", False), ("over another base frame each time", True)]:
        figures = _latency(cameo, moves)
        parts = [percentile(figures, part) for part in (0.5, 0.9, 0.99)] + [max(figures)]
        print(f"| {title} | " + " | ".join(f"{figure:.1f}" for figure in parts) + " |")
        rows.append((f"bytes in to picture out, {title}, p99, ms", f"{parts[2]:.1f}", f"{FRAME_MS:.1f}", parts[2] <= FRAME_MS))
    print()
    return rows


def _latency(cameo, moves):
    """Milliseconds from the backend's last write to the first bytes of the terminal with the new overlay, one each."""
    backend = Backend()
    session = connect(cameo, backend)
    backend.loaded(5)
    time.sleep(1.5)
    session.forget()
    backend.do("single", count=SINGLE, moves=moves, least=0.1, most=0.2, seed=7)
    backend.wait("done")
    time.sleep(0.3)
    sent = backend.all("sent")
    seen = session.moments([color(told["number"]) for told in sent])
    session.end()
    backend.end()
    # The first one comes out of idle and waits for the end of an idle frame.
    figures = [1000 * (after - told["at"]) for told, after in list(zip(sent, seen))[1:] if after]
    if len(figures) < len(sent) - 1:
        raise SystemExit(f"bench: of {len(sent)} overlays {len(sent) - 1 - len(figures)} were never on screen")
    return figures


# MARK: Bursts

def burst(cameo, times=10):
    """60 frames at once in the middle of 45 that are spoken."""
    backend = Backend()
    session = connect(cameo, backend)
    backend.loaded(5)
    time.sleep(1.5)
    gaps = []
    machine = subprocess.Popen([sys.executable, os.path.join(HERE, "late.py")], stdin=-1, stdout=-1, text=True)
    for _ in range(times):
        session.forget()
        backend.do("burst", frames=45, size=60, after=0.7)
        told = backend.wait("burst")
        time.sleep(5)
        numbers = range(told["first"], told["last"] + 1)
        seen = [moment for moment in session.moments([color(n) for n in numbers]) if moment]
        if len(seen) < len(numbers) - 2:
            raise SystemExit(f"bench: only {len(seen)} of {len(numbers)} frames of a burst were on screen")
        gaps.append(1000 * max(after - before for before, after in zip(seen, seen[1:])))
    session.end()
    backend.end()
    late = machine.communicate()[0].strip()
    figure = f"{max(gaps):.0f} (median of {times}: {statistics.median(gaps):.0f}; a process that only sleeps: up to {late} late)"
    return [("60 frames at once while talking, connect: longest gap between frames, ms", figure, "50", max(gaps) <= 50)]


# MARK: A flood of clips

FLOOD_CLIPS, FLOOD_FRAMES = 9, 61


def flood(cameo, folder):
    """Nine clips of real size as fast as they are taken, with pings every 2 s that have to be answered within 2 s."""
    rows = []
    size = f"{FLOOD_CLIPS} clips of {FLOOD_FRAMES} frames"
    cache, tape = os.path.join(folder, "clips"), os.path.join(folder, "flood.cameo")
    shutil.rmtree(cache, ignore_errors=True)
    print("| 549 base frames of 1 MB, ping timeout 2 s | s | MB/s on the wire | longest wait for a pong, s | memory at its "
          "highest, MiB | CPU, s |\n|---|---|---|---|---|---|")
    peaks, address = [], {}
    cached = ["--cache-folder", cache, "--cache-limit", "2000"]
    for title, start in [("connect, no cache", lambda a: Session([cameo, "connect", *a, "--cache-limit", "0"], COLUMNS, ROWS)),
                         ("connect, into the cache", lambda a: Session([cameo, "connect", *a, *cached], COLUMNS, ROWS)),
                         ("record, no cache", lambda a: _recorder(cameo, a, tape))]:
        seconds, bytes_, pong, cpu, peak, address[title] = _flooded(start, title.startswith("record"))
        peaks.append(peak)
        print(f"| {title} | {seconds:.1f} | {bytes_ / seconds / 1e6:.0f} | {pong:.2f} | {peak:.0f} | {cpu:.1f} |")
    print()
    peak = max(peaks[:2])
    rows.append((f"memory at its highest, connect, {size} of 1280x768 (0.55 GB), MiB", f"{peak:.0f}", "150", peak <= 150))
    rows.append(("memory at its highest, record, the same, MiB", f"{peaks[2]:.0f}", "150", peaks[2] <= 150))
    rows += _second_start(cameo, cached, address["connect, into the cache"])
    shutil.rmtree(cache, ignore_errors=True)
    return rows


def _recorder(cameo, arguments, tape):
    if os.path.exists(tape):
        os.remove(tape)
    return Session([cameo, "record", *arguments, "--cache-limit", "0", "-o", tape, "--say", "x"], COLUMNS, ROWS)


def _flooded(start, is_recorder):
    backend = Backend("--clips", FLOOD_CLIPS, "--frames", FLOOD_FRAMES, "--ping-interval", 2, "--ping-timeout", 2,
                      "--answer", 5)
    session = start([backend.address, "--transport", "websocket", "--user", "u1"])
    begun = backend.wait("connected")["at"]
    backend.loaded(FLOOD_CLIPS)
    ready = backend.wait("message") if is_recorder else _all_ready(session, backend)
    if len(ready["ready"]) != FLOOD_CLIPS:
        raise SystemExit(f"bench: after a flood of clips only {len(ready['ready'])} were there: {ready}")
    seconds = ready["at"] - begun
    cpu, _, peak = session.usage()
    if is_recorder:
        session.wait(time.monotonic())
    else:
        session.end()
    lost = backend.all("late") + [told for told in backend.all("gone") if told["at"] < ready["at"]]
    if lost:
        raise SystemExit(f"bench: the link was lost in a flood of clips: {lost}")
    pongs = [told["took"] for told in backend.all("pong")]
    count = sum(told["bytes"] for told in backend.all("clip_sent"))
    backend.end()
    return seconds, count, max(pongs, default=0), cpu, peak, backend.address


def _all_ready(session, backend):
    """It is not known from outside when it has heard the last clip; what can be drawn is said with each message."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        session.say("x")
        told = backend.look("message", 0.5)
        if told and len(told["ready"]) == FLOOD_CLIPS:
            return told
        # Without a link, or without a clip, the line stays open and says why.
        session.type("\x1b")
        time.sleep(0.1)
    raise SystemExit("bench: the clips were not all there within 60 s")


def _second_start(cameo, cached, address, times=5):
    """With the clips in the cache: first nobody is at the address, and the idle picture has to come all the same."""
    command = [cameo, "connect", address, "--transport", "websocket", "--user", "u1", *cached]
    figures = []
    for _ in range(times):
        session = Session(command, COLUMNS, ROWS)
        time.sleep(1.5)
        session.end()
        if session.first_picture is None:
            raise SystemExit("bench: no picture came from the cache in 1.5 s")
        figures.append(1000 * session.first_picture)
    median = statistics.median(figures)
    figure = f"{median:.0f} ({min(figures):.0f}-{max(figures):.0f})"
    rows = [("first picture from the cache, before there is a link, ms", figure, "150", median <= 150)]
    backend = Backend("--clips", FLOOD_CLIPS, "--frames", FLOOD_FRAMES, "--port", address.rpartition(":")[2])
    session = Session(command, COLUMNS, ROWS)
    begun = backend.wait("connected")["at"]
    ready = _all_ready(session, backend)
    peak, asked = session.usage()[2], len(backend.all("clip"))
    session.end()
    backend.end()
    # Clips that come faster than the disk takes them are not kept.
    rows.append(("clips asked for once more, of 9 that came into the cache", f"{asked}", "0", asked == 0))
    print(f"The same clips from the cache: all there {ready['at'] - begun:.1f} s after the link.\n")
    return [*rows, ("memory at its highest, the same clips from the cache, MiB", f"{peak:.0f}", "150", peak <= 150)]


# MARK: A hundred messages

MESSAGES, MESSAGE_FRAMES = 100, 10
APART = 1.4  # a message and the way back to idle take 1.2 s
PAUSE_AFTER, PAUSE_SECONDS = 10, 60


class Memory:
    """MiB that a session takes, looked at twice a second."""

    def __init__(self, session):
        self.session, self.looks = session, []
        self.thread = threading.Thread(target=self._look, daemon=True)
        self.thread.start()

    def _look(self):
        while True:
            try:
                self.looks.append((time.monotonic(), self.session.usage()[1]))
            except (OSError, IndexError):
                return
            time.sleep(0.5)

    def between(self, begin, end):
        """The median, for one look may fall on a moment in which much is under way."""
        return statistics.median(size for at, size in self.looks if begin <= at <= end and size)


def messages(cameo, folder):
    """Three at once: `record` says a hundred things, `connect` is typed to a hundred times, and one is paused for a minute
    while it hears a hundred."""
    tape, typed = os.path.join(folder, "messages.cameo"), os.path.join(folder, "typed.cameo")
    for path in (tape, typed):
        if os.path.exists(path):
            os.remove(path)
    recording, talking, shifting = (Backend("--small", "--answer", MESSAGE_FRAMES) for _ in range(3))
    recorder = Session(
        [cameo, "record", recording.address, "--transport", "websocket", "--user", "u1", "--cache-limit", "0", "-o", tape]
        + [word for number in range(MESSAGES) for word in ("--say", f"message {number}")], COLUMNS, ROWS)
    talker = connect(cameo, talking, "--record", typed)
    shifter = connect(cameo, shifting)
    looks = [Memory(session) for session in (recorder, talker, shifter)]
    talking.loaded(5)
    shifting.loaded(5)
    time.sleep(2)
    shift = threading.Thread(target=_shift, args=(shifter, shifting, shifted := {}), daemon=True)
    shift.start()
    for number in range(MESSAGES):
        began = time.monotonic()
        talker.say(f"message {number}")
        talking.wait("message")
        time.sleep(max(0, began + APART - time.monotonic()))
    shift.join()
    recorder.wait(time.monotonic())
    for session in (talker, shifter):
        session.end()
    rows = [_flat("record", looks[0], recording), _flat("connect", looks[1], talking)]
    for backend in (recording, talking, shifting):
        backend.end()
    before, after = (looks[2].between(*shifted[name]) for name in ("before", "after"))
    rows.append(("connect, paused for 60 s while the talking goes on: MiB before, at the end", f"{before:.0f}, {after:.0f}",
                 "10 more", after - before <= 10))
    rows.append(("L after that: to the first bytes of what is being said, ms", f"{shifted['back']:.0f}", "100",
                 shifted["back"] <= 100))
    for what, path in [("record", tape), ("connect", typed)]:
        whole = sum(count == MESSAGE_FRAMES for count in _frames_per_message(cameo, path))
        rows.append((f"{what}, {MESSAGES} messages: with all {MESSAGE_FRAMES} frames in sync", str(whole), str(MESSAGES),
                     whole == MESSAGES))
    return rows


def _flat(what, memory, backend):
    """From the 10th message to the 100th."""
    sent = [told["at"] for told in backend.all("message")]
    early, late = memory.between(sent[9], sent[14]), memory.between(sent[-6], sent[-1])
    return (f"{what}, {MESSAGES} messages: MiB after 10, after 100", f"{early:.0f}, {late:.0f}", "5 more", late - early <= 5)


def _shift(session, backend, shifted):
    """Pauses while messages go on, comes back while one is being said."""
    backend.do("messages", count=MESSAGES, frames=MESSAGE_FRAMES, apart=APART)
    for _ in range(PAUSE_AFTER):
        backend.wait("said")
    session.type(" ")
    paused = time.monotonic()
    time.sleep(1)
    session.forget()
    time.sleep(PAUSE_SECONDS - 1)
    shifted["before"], shifted["after"] = (paused - 5, paused), (time.monotonic() - 5, time.monotonic())
    every = [color(number) for number in range(MESSAGES * MESSAGE_FRAMES)]
    if any(_seen(session, every)):
        raise SystemExit("bench: the picture moved while it was paused")
    for _ in range(5):
        typed, seen = _back(session, backend)
        if seen:
            break
        # What was being said had ended by then: once more.
        session.type(" ")
        time.sleep(0.5)
    else:
        raise SystemExit("bench: L showed nothing of what was being said")
    shifted["back"] = 1000 * (min(seen) - typed)
    backend.wait("done", timeout=200)


def _back(session, backend):
    """Comes back while something is being said: when that was typed, and when its frames were seen."""
    while backend.look("said", 0):
        pass
    told = backend.wait("said")
    # It takes its way out of idle by a bridge of ten frames first.
    time.sleep(0.45)
    session.forget()
    typed = time.monotonic()
    session.type("L")
    time.sleep(2)
    return typed, [moment for moment in _seen(session, [color(number) for number in told["numbers"]]) if moment]


def _seen(session, colors):
    """Each looked for by itself, from the beginning."""
    return [session.moments([color])[0] for color in colors]


def _frames_per_message(cameo, tape):
    out = subprocess.run([cameo, "inspect", "--frames", "--json", tape], capture_output=True, text=True, check=True).stdout
    count = {}
    for frame in map(json.loads, out.splitlines()):
        if frame["overlay_key"] and frame["status"] == "SYNC":
            count[frame["generation"]] = count.get(frame["generation"], 0) + 1
    return count.values()


# MARK: CPU

IDLE_ROUND_SECONDS, IDLE_SECONDS = 11, 8
TALK_SECONDS = 14


def processor(cameo, tape):
    """With the demo's pictures and its words, from `cameo serve`; the demo itself beside it, one after the other."""
    server, address = _serve(cameo, tape)
    demo = _shares(Session([cameo, "demo"], COLUMNS, ROWS), 3, None)
    session = Session([cameo, "connect", address, "--transport", "websocket", "--user", "u1", "--cache-limit", "0"],
                      COLUMNS, ROWS)
    talking, idling = _shares(session, 4, "Hello")
    server.terminate()
    server.wait(10)
    return [
        (f"CPU talking, connect, {COLUMNS}x{ROWS}, % of one core (demo in the same run: {demo[0]:.1f})", f"{talking:.1f}",
         "8", talking <= 8),
        (f"CPU idling, connect, {COLUMNS}x{ROWS}, % of one core (demo in the same run: {demo[1]:.1f})", f"{idling:.1f}",
         "1", idling <= 1),
    ]


def _serve(cameo, tape, *more):
    server = subprocess.Popen([cameo, "serve", tape, "--listen", "127.0.0.1:0", "--quiet", *more], stdout=subprocess.PIPE,
                              text=True)
    return server, server.stdout.readline().split()[-1]


def _shares(session, begin, text):
    """Percent of a core while talking and while idling."""
    time.sleep(begin)
    if text:
        session.say(text)
        time.sleep(1.5)
    talking = _share(session, TALK_SECONDS)
    time.sleep(4 + IDLE_ROUND_SECONDS)
    idling = _share(session, IDLE_SECONDS)
    session.end()
    return talking, idling


def _share(session, seconds):
    before, at = session.usage()[0], time.monotonic()
    time.sleep(seconds)
    return 100 * (session.usage()[0] - before) / (time.monotonic() - at)


# MARK: Ten clients of the server

def server(cameo, tape, folder):
    recorded = _recorded_message(cameo, tape, folder)
    length = recorded[-1][1] - recorded[0][1]
    print("| clients of cameo serve at once | events | later than recorded, ms: p50 | p99 | max | post to first event, ms "
          "| CPU, % of one core | memory, MiB |\n|---|---|---|---|---|---|---|---|")
    rows = []
    for count in (1, 10):
        process, address = _serve(cameo, tape)
        visitors = Peer("visitors.py", address, count, length + 3)
        visitors.wait("said")
        before, at = usage(process.pid)[0], time.monotonic()
        time.sleep(length)
        cpu = 100 * (usage(process.pid)[0] - before) / (time.monotonic() - at)
        visitors.wait("done")
        late, first, events = [], [], 0
        for told in visitors.all("visitor"):
            arrived = told["arrived"]
            if [name for name, _ in arrived] != [name for name, _ in recorded]:
                raise SystemExit(f"bench: a client got other events than recorded: {arrived[:5]}")
            first.append(1000 * (arrived[0][1] - told["sent"]))
            events += len(arrived)
            late += [1000 * (at - told["sent"] - (then - recorded[0][1])) for (_, at), (_, then) in zip(arrived, recorded)]
        peak = usage(process.pid)[2]
        process.terminate()
        process.wait(10)
        shift = min(late)
        late = [figure - shift for figure in late]
        print(f"| {count} | {events} | {percentile(late, 0.5):.1f} | {percentile(late, 0.99):.1f} | {max(late):.1f} | "
              f"{min(first):.0f}-{max(first):.0f} | {cpu:.1f} | {peak:.0f} |")
    print()
    worst = percentile(late, 0.99)
    return [("cameo serve, ten clients: later than recorded, p99, ms", f"{worst:.1f}", f"{FRAME_MS:.1f}", worst <= FRAME_MS)]


def _recorded_message(cameo, tape, folder):
    """Names and seconds of what the tape has from its first message on."""
    path = os.path.join(folder, "served.ndjson")
    if os.path.exists(path):
        os.remove(path)
    subprocess.run([cameo, "convert", tape, path], capture_output=True, check=True)
    with open(path) as lines:
        events = [(event["event"], event["t"]) for event in map(json.loads, lines)]
    os.remove(path)
    return events[next(place for place, (name, _) in enumerate(events) if name == "new_message"):]
