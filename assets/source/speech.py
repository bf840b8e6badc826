"""Text to sound and to mouth shapes: libespeak-ng with phoneme times, sheets for each picture, MP3 by lame."""

import ctypes
import subprocess
import tempfile
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FPS = 30
SYNCHRONOUS, PHONEME_EVENTS, DO_NOT_EXIT = 2, 1, 0x8000
EVENT_END, EVENT_PHONEME = 0, 7
UTF8, POSITION_CHARACTER = 1, 1
RATE, VOLUME, PITCH, RANGE = 1, 2, 3, 4

# espeak-ng's name of a sound -> the visemes it passes through.
VISEMES = {
    "p": ["p"], "b": ["p"], "m": ["p"], "f": ["f"], "v": ["f"], "T": ["th"], "D": ["th"],
    "t": ["t"], "d": ["t"], "s": ["t"], "z": ["t"], "n": ["t"], "t2": ["t"], "t#": ["t"], "d#": ["t"], "*": ["t"],
    "S": ["sh"], "Z": ["sh"], "tS": ["sh"], "dZ": ["sh"], "k": ["k"], "g": ["k"], "N": ["k"], "x": ["k"],
    "r": ["r"], "r-": ["r"], "l": ["l"], "L": ["l"], "w": ["w"], "j": ["ee"], ";": ["ee"], "h": ["h"], "?": ["h"],
    "i": ["ee"], "i:": ["ee"], "I": ["ih"], "I2": ["ih"], "I#": ["ih"], "E": ["eh"], "E#": ["eh"], "a": ["eh"], "aa": ["eh"],
    "a#": ["uh"], "A": ["ah"], "A:": ["ah"], "A#": ["ah"], "0": ["ah"], "0#": ["ah"], "V": ["uh"], "@": ["uh"],
    "@2": ["uh"], "@5": ["uh"], "@L": ["uh", "l"], "3": ["r"], "3:": ["r"], "U": ["uu"], "u": ["w"], "u:": ["w"],
    "O": ["oh"], "O:": ["oh"], "O2": ["oh"], "o:": ["oh"], "aI": ["ah", "ih"], "aI@": ["ah", "ih", "uh"],
    "aI3": ["ah", "ih", "r"],
    "eI": ["eh", "ee"], "oU": ["oh", "w"], "oU#": ["oh", "w"], "aU": ["ah", "w"], "aU@": ["ah", "w", "uh"], "OI": ["oh", "ih"],
    "e@": ["eh", "r"], "i@": ["ih", "uh"], "i@3": ["ih", "r"], "A@": ["ah", "r"], "O@": ["oh", "r"], "o@": ["oh", "r"],
    "U@": ["uu", "r"],
}
CLOSED = {"p"}


@dataclass(frozen=True)
class Sound:
    """One viseme of the speech, in seconds from the start of its chunk."""

    start: float
    end: float
    phoneme: str
    viseme: str


class Event(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int),
                ("length", ctypes.c_int), ("audio_ms", ctypes.c_int), ("sample", ctypes.c_int),
                ("user", ctypes.c_void_p), ("name", ctypes.c_char * 8)]


class Voice:
    """A speaker. Not for use by more than one thread: the library has one voice in a process."""

    def __init__(self, name="en-us+f3", words_a_minute=144):
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(SYNCHRONOUS, 400, None, PHONEME_EVENTS | DO_NOT_EXIT)
        if self.rate <= 0:
            raise RuntimeError("cannot start libespeak-ng; install the package espeak-ng-data")
        if self.library.espeak_SetVoiceByName(name.encode()) != 0:
            raise RuntimeError(f"espeak-ng has no voice {name}")
        for parameter, value in ((RATE, words_a_minute), (PITCH, 52), (RANGE, 62)):
            self.library.espeak_SetParameter(parameter, value, 0)

    def say(self, text):
        """(samples as int16 at `rate`, [(seconds, phoneme name)]) of a text."""
        pieces, phonemes = [], []

        @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
        def heard(samples, count, events):
            if samples and count > 0:
                pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
            i = 0
            while events[i].type != EVENT_END:
                if events[i].type == EVENT_PHONEME:
                    phonemes.append((events[i].audio_ms / 1000, events[i].name.decode(errors="replace")))
                i += 1
            return 0

        self.library.espeak_SetSynthCallback(heard)
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, POSITION_CHARACTER, 0, UTF8, None, None)
        self.library.espeak_Synchronize()
        return np.concatenate(pieces), phonemes


def visemes(phonemes, duration):
    """The sounds of a chunk, without gaps: silence is the viseme `rest`."""
    sounds = []
    ends = [start for start, _ in phonemes[1:]] + [duration]
    for (start, name), end in zip(phonemes, ends):
        parts = VISEMES.get(name) or VISEMES.get(name.rstrip("#2-:")) or ["rest" if name.strip("_:") == "" else "uh"]
        for k, viseme in enumerate(parts):
            a = start + (end - start) * k / len(parts)
            b = start + (end - start) * (k + 1) / len(parts)
            if b > a:
                sounds.append(Sound(a, b, name, viseme))
    return sounds


def sheets(sounds, frames, sheet_of, shape_of, between):
    """One (sheet, Sound) a picture.

    sheet_of: viseme -> sheet. shape_of: sheet -> (opening, half width), in picture units. between: the sheets
    that may stand for a mouth on its way. A mouth takes about 70 ms from one shape to the next: a picture whose
    surroundings (38 ms each way) hold no ruling sound gets the in-between sheet nearest to their average.
    """
    chosen = []
    for k in range(frames):
        middle = (k + 0.5) / FPS
        weights = {}
        for sound in sounds:
            part = min(sound.end, middle + 0.038) - max(sound.start, middle - 0.038)
            if part > 0:
                weights[sound] = weights.get(sound, 0) + part
        if not weights:
            silence = Sound(middle, middle, "_", "rest")
            chosen.append((sheet_of["rest"], silence))
            continue
        total = sum(weights.values())
        main = max(weights, key=weights.get)
        places = [np.array(shape_of[sheet_of[sound.viseme]]) for sound in weights]
        spread = max(float(np.linalg.norm(a - b)) for a in places for b in places)
        if weights[main] / total > 0.74 or spread < 9:
            chosen.append((sheet_of[main.viseme], main))
            continue
        aim = np.sum([place * weight for place, weight in zip(places, weights.values())], 0) / total
        chosen.append((nearest(aim, between, shape_of), main))
    for sound in sounds:  # lips meet, however short the sound
        if sound.viseme in CLOSED:
            k = min(frames - 1, max(0, int((sound.start + sound.end) / 2 * FPS)))
            chosen[k] = (sheet_of[sound.viseme], sound)
            for beside in {max(0, k - 1), min(frames - 1, k + 1)}:  # and do not spring open
                sheet, other = chosen[beside]
                if shape_of[sheet][0] > 20:
                    aim = (np.array(shape_of[sheet]) + shape_of[sheet_of[sound.viseme]]) / 2
                    chosen[beside] = (nearest(aim, between, shape_of), other)
    return chosen


def nearest(aim, sheets, shape_of):
    """The sheet whose opening and width come nearest to `aim`."""
    return min(sheets, key=lambda sheet: float(np.sum((np.array(shape_of[sheet]) - aim) ** 2)))


def mp3(samples, rate, kbits=64):
    """The samples as MP3, 44.1 kHz mono, by lame (its header tells players which padding to drop)."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "sound.wav", Path(folder) / "sound.mp3"
        with wave.open(str(source), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(samples.astype("<i2").tobytes())
        subprocess.run(["lame", "--quiet", "-m", "m", "-b", str(kbits), "--resample", "44.1", source, target], check=True)
        return target.read_bytes()
