"""What espeak-ng makes of twenty sentences: python3 speak.py > sentences.ndjson

One line a sentence: {"voice", "text", "end", "phonemes": [[name, start], …], "words": [[start, count, time], …]}. Times are
microseconds from the start of the sound; a phoneme lasts until the next one starts, the last one until `end`; names are of the
International Phonetic Alphabet, empty for pauses. Words are places in the text, in Unicode scalars. Needs libespeak-ng1 and
espeak-ng-data.
"""

import ctypes
import json

SENTENCES = [
    ("en-us", "Peter Piper picked a peck of pickled peppers."),
    ("en-us", "Bob brought my mom a big brown paper map of Bamberg."),
    ("en-us", "The quick brown fox jumps over the lazy dog, and then it sleeps."),
    ("en-us", "Hello! I am Mira, and this is Cameo: a talking face, right here in your terminal."),
    ("en-us", "Would you believe we were away for a whole year?"),
    ("en-us", "She sells sea shells by the sea shore; the shells she sells are surely sea shells."),
    ("en-us", "Five of the very few volunteers arrived before half past eleven."),
    ("en-us", "Maybe my baby may be a member of the mambo club."),
    ("en", "Our father bought a new pair of boots, a cap and an umbrella for the beach."),
    ("en", "Think of the three thousand things that others thought through thoroughly."),
    ("en", "Stop! Please put it back, or jump up and step aside."),
    ("en", "Measure the pressure, judge the change, and choose a cheap jar of cherry jam."),
    ("de", "Ich möchte zwölf süße Äpfel, ein Pfund Pflaumen und fünf Pfirsiche."),
    ("de", "Bitte bringen Sie mir beim Abendbrot eine Butterbrezel mit."),
    ("fr", "Bonjour, un bon vin blanc pour vous, garçon; oui, huit feuilles de papier bleu."),
    ("fr", "Madame Dupont et son mari habitent à Paris depuis mille neuf cent quatre-vingt-dix."),
    ("es", "El perro de mi abuela bebe mucha agua, pero no come pan por la mañana."),
    ("es", "Pablito clavó un clavito en la calva de un calvito."),
    ("it", "Buongiorno, vorrei un bicchiere d'acqua e una pizza con pomodoro e basilico."),
    ("it", "Sopra la panca la capra campa, sotto la panca la capra crepa."),
]
RETRIEVAL, NO_BUFFER_LIMIT, PHONEME_EVENTS, PHONEME_IPA, DO_NOT_EXIT = 1, 400, 1, 2, 0x8000
END, WORD, PHONEME = 0, 1, 7
UTF8, FROM_CHARACTER = 1, 1


class Event(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int),
                ("length", ctypes.c_int), ("audio_ms", ctypes.c_int), ("sample", ctypes.c_int),
                ("user", ctypes.c_void_p), ("name", ctypes.c_char * 8)]


def say(library, rate, voice, text):
    assert library.espeak_SetVoiceByName(voice.encode()) == 0, voice
    phonemes, words, length = [], [], 0

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
    def heard(samples, count, events):
        nonlocal length
        length += count
        i = 0
        while events[i].type != END:
            time = round(events[i].sample * 1_000_000 / rate)
            if events[i].type == PHONEME:
                phonemes.append([events[i].name.decode(errors="replace"), time])
            elif events[i].type == WORD:
                words.append([events[i].text_position - 1, events[i].length, time])
            i += 1
        return 0

    library.espeak_SetSynthCallback(heard)
    data = text.encode()
    library.espeak_Synth(data, len(data) + 1, 0, FROM_CHARACTER, 0, UTF8, None, None)
    library.espeak_Synchronize()
    return {"voice": voice, "text": text, "end": round(length * 1_000_000 / rate), "phonemes": phonemes, "words": words}


if __name__ == "__main__":
    espeak = ctypes.CDLL("libespeak-ng.so.1")
    samples_a_second = espeak.espeak_Initialize(RETRIEVAL, NO_BUFFER_LIMIT, None,
                                                PHONEME_EVENTS | PHONEME_IPA | DO_NOT_EXIT)
    for one in SENTENCES:
        print(json.dumps(say(espeak, samples_a_second, *one), ensure_ascii=False, separators=(",", ":")))
