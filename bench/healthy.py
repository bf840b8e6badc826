#!/usr/bin/env python3
"""A corpus of healthy streams, made anew: `cameo check` must call each of them clean with its default limits.

usage: bench/healthy.py [FOLDER]        takes ten minutes; tapes that are there already stay

Spoken in 16 languages, by several voices, at 25, 30 and 60 frames a second; live over fast and slow links, with cold and warm clips,
and by a recorder that was busy or stood still. Prints a line for each tape that is not clean, and ends with status 1 if there is one.
"""
import base64
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CAMEO = os.path.join(ROOT, ".build", "release", "cameo")
DEMO = os.path.join(ROOT, "assets", "demo.cameo")

# Pauses of all lengths, questions, numbers; what is hard for lips is in each: m, b, p, and words without any.
TEXTS = {
    "en-us": "Good morning. Papa brought a big map of the moon, and nobody minded. Will you look at it tonight, please?",
    "en-gb": "The train left at ten past eight. Mum waved from the platform, bought a paper, and went home by bus.",
    "de": "Guten Morgen. Papa hat eine große Karte vom Mond mitgebracht. Möchtest du sie heute Abend ansehen?",
    "fr": "Bonjour. Papa a apporté une belle carte de la lune, et personne ne s'en plaint. On la regarde ce soir ?",
    "es": "Buenos días. Papá trajo un mapa grande de la luna. ¿Quieres verlo esta noche, por favor?",
    "it": "Buongiorno. Il babbo ha portato una bella mappa della luna. Vuoi guardarla stasera, per piacere?",
    "pt": "Bom dia. O papai trouxe um mapa bonito da lua, e ninguém reclamou. Quer ver hoje à noite?",
    "nl": "Goedemorgen. Papa heeft een grote kaart van de maan meegebracht. Bekijk je hem vanavond, alsjeblieft?",
    "sv": "God morgon. Pappa hade med sig en stor karta över månen. Vill du titta på den i kväll?",
    "pl": "Dzień dobry. Tata przyniósł wielką mapę księżyca. Obejrzysz ją dziś wieczorem, proszę?",
    "cs": "Dobré ráno. Táta přinesl velkou mapu měsíce. Podíváš se na ni dnes večer, prosím?",
    "ru": "Доброе утро. Папа принёс большую карту луны. Посмотришь её сегодня вечером, пожалуйста?",
    "el": "Καλημέρα. Ο μπαμπάς έφερε έναν μεγάλο χάρτη της σελήνης. Θα τον δεις απόψε, παρακαλώ;",
    "tr": "Günaydın. Babam büyük bir ay haritası getirdi. Bu akşam bakmak ister misin, lütfen?",
    "fi": "Hyvää huomenta. Isä toi ison kartan kuusta. Katsotko sitä tänä iltana, ole hyvä?",
    "hu": "Jó reggelt. Apa hozott egy nagy térképet a holdról. Megnézed ma este, kérlek?",
    "hi": "सुप्रभात। पापा चाँद का एक बड़ा नक्शा लाए। क्या तुम आज शाम उसे देखोगे?",
    "cmn": "早上好。爸爸带来了一张很大的月亮地图。今天晚上你想看看吗?",
}
# Frames a second, and the speed and pitch, in percent, that sound natural once they are played at that rate.
RATES = {25: (120, 110), 30: (100, 100), 60: (50, 60)}
# Another speed and pitch is another voice as far as sound and mouths can tell.
VOICES = (("en-us", 100, 100), ("en-us", 80, 130), ("en-us", 125, 80), ("en-gb", 140, 100), ("de", 80, 90), ("de", 130, 120),
          ("fr", 75, 100), ("es", 150, 110), ("ru", 120, 90), ("cmn", 90, 120))
LONG = " ".join(TEXTS[language] for language in ("en-us", "en-gb")) + " " + \
    "There was once a boy who swept the snow. One morning he found a key below it. Where there is a key, he thought, there must be a lock."


def say(tape, text, voice, *more):
    subprocess.run([CAMEO, "say", "--headless", "--overwrite", "--record", tape, "--voice", voice, *more, text], check=True,
                   stdout=subprocess.DEVNULL)


def at_rate(source, target, rate):
    """A spoken tape as a backend sends it that makes another number of frames a second, and says so: its sounds are played faster or
    slower by their headers alone, so that each mouth stays where it was."""
    text, changed = target + ".source.ndjson", target + ".ndjson"
    subprocess.run([CAMEO, "convert", source, text], check=True, stdout=subprocess.DEVNULL)
    with open(text, encoding="utf8") as lines, open(changed, "w", encoding="utf8") as out:
        out.write(json.dumps({"t": 0, "input": "settingsChanged", "data": {"frames_per_second": rate}}) + "\n")
        for line in lines:
            event = json.loads(line)
            if event.get("event") == "receive_audio":
                sound = bytearray(base64.b64decode(event["data"]["audio_data"]))
                old, bytes_per_second = struct.unpack_from("<II", sound, 24)
                new = old * rate // 30
                struct.pack_into("<II", sound, 24, new, bytes_per_second // old * new)
                event["data"]["audio_data"] = base64.b64encode(sound).decode()
            if "event" in event or event.get("input") == "sent":
                out.write(json.dumps(event) + "\n")
    subprocess.run([CAMEO, "convert", changed, target], check=True, stdout=subprocess.DEVNULL)
    os.remove(text)
    os.remove(changed)


class Backend:
    """`cameo serve`, and its address."""

    def __init__(self, *arguments):
        self.arguments = arguments

    def __enter__(self):
        self.process = subprocess.Popen([CAMEO, "serve", *self.arguments, "--listen", "127.0.0.1:0", "--quiet"], stdout=subprocess.PIPE,
                                        text=True)
        line = self.process.stdout.readline()
        self.address = re.fullmatch(r"listening on (\S+)\n", line).group(1)
        return self.address

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def record(address, tape, *more, meanwhile=None):
    process = subprocess.Popen([CAMEO, "record", address, "-o", tape, "--overwrite", *more], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    if meanwhile:
        meanwhile(process)
    _, said = process.communicate(timeout=180)
    if process.returncode:
        raise SystemExit(f"healthy: recording {tape} ended with status {process.returncode}: {said[-300:]}")


def stall(process):
    """Stands still three times, as a host that is suspended, at a connection's begin, in speech, and near its end."""
    for after, length in ((0.4, 0.5), (3, 2), (4, 0.7)):
        time.sleep(after)
        process.send_signal(signal.SIGSTOP)
        time.sleep(length)
        process.send_signal(signal.SIGCONT)


def busy(process):
    """Twice as many programs as cores want them, too."""
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * os.cpu_count())]
    try:
        time.sleep(15)
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def make(folder):
    """All tapes, once; a tape that is there already stays."""
    made = []

    def tape(name, work):
        path = os.path.join(folder, name + ".cameo")
        made.append(path)
        if not os.path.exists(path):
            part = os.path.join(folder, "part.cameo")
            for rest in (part, part + "-wal", part + "-shm"):
                if os.path.exists(rest):
                    os.remove(rest)
            work(part)
            os.replace(part, path)

    def spoken(path, text, language, rate):
        speed, pitch = RATES[rate]
        say(path + ".said.cameo", text, language, "--rate", str(speed), "--pitch", str(pitch))
        at_rate(path + ".said.cameo", path, rate)
        os.remove(path + ".said.cameo")

    for language, text in TEXTS.items():
        tape(f"{language}-30", lambda path: say(path, text, language))
        for rate in (25, 60):
            tape(f"{language}-{rate}", lambda path: spoken(path, text, language, rate))
    for voice, rate, pitch in VOICES:
        tape(f"{voice}-{rate}-{pitch}",
             lambda path: say(path, TEXTS[voice] + " " + TEXTS[voice], voice, "--rate", str(rate), "--pitch", str(pitch)))
    tape("long", lambda path: say(path, LONG * 4, "en-us"))
    scenarios = {"fast": (), "slow": ("--scenario", "slow-network"), "chunks": ("--scenario", "several-chunks"),
                 "restart": ("--scenario", "refused-at-first")}
    for name, more in scenarios.items():
        with Backend(DEMO, *more) as address:
            cache = os.path.join(folder, "cache")
            for link in ("websocket", "polling"):
                shutil.rmtree(cache + link, ignore_errors=True)
            for what in ("cold", "warm"):
                for link in ("websocket", "polling"):
                    tape(f"live-{name}-{what}-{link}",
                         lambda path: record(address, path, "--say", "hello", "--transport", link,
                                             "--cache-folder", cache + link))
    with Backend("--speech") as address:
        for name, meanwhile in (("alone", None), ("stalled", stall), ("busy", busy)):
            tape(f"speech-{name}", lambda path: record(address, path, "--say", LONG, meanwhile=meanwhile))
    return made


def main():
    folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "bench-out", "healthy"))
    os.makedirs(folder, exist_ok=True)
    tapes = make(folder)
    done = subprocess.run([CAMEO, "check", "--json", *tapes], capture_output=True, text=True)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    bad = [verdict for verdict in verdicts if verdict["verdict"] != "clean"]
    for verdict in bad:
        print(verdict["file"], *[finding.get("text", finding) for finding in verdict.get("findings", [])][:5], sep="\n  ")
    print(f"{len(tapes)} healthy tapes: {len(tapes) - len(bad)} clean, {len(bad)} accused")
    return 1 if bad or len(verdicts) != len(tapes) else 0


if __name__ == "__main__":
    sys.exit(main())
