/// Chunks of the reader's description.
enum BookExamples {
    static let ivanov = """
        {
          "version": 3, "chunk_id": "0011-0012_Ivanov_Winter_Lamp_EN_RU", "range_fragment": "0011-0012",
          "start_sentence": 11, "end_sentence": 12, "sentence_count": 2,
          "audioTracks": {
            "orig": {"path": "media/0011-0012_Ivanov_Winter_Lamp_EN_RU_orig.mp3", "duration": 2.6, "sampleRate": 44100},
            "translation": {"path": "media/0011-0012_Ivanov_Winter_Lamp_EN_RU_trans.mp3", "duration": 2.7, "sampleRate": 44100}
          },
          "sentences": [
            {
              "sentence_number": 11,
              "original": {"text": "The lamp was lit.", "tokens": ["The", "lamp", "was", "lit."]},
              "translation": {"text": "Лампа горела.", "tokens": ["Лампа", "горела."]},
              "transliteration": {"text": "Lampa gorela.", "tokens": ["Lampa", "gorela."]},
              "counts": {"original": 4, "translation": 2, "transliteration": 2},
              "total_duration": 1.2,
              "phase_durations": {"original": 1.6, "gap": 0.0, "translation": 1.2, "tail": 0.0},
              "sentence_id": "11", "t0": 0.0, "t1": 1.2,
              "originalStartGate": 0.0, "originalEndGate": 1.6, "startGate": 0.0, "endGate": 1.2,
              "imagePath": "media/images/0011-0012/sentence_00011.png"
            },
            {
              "sentence_number": 12,
              "original": {"text": "Nobody came.", "tokens": ["Nobody", "came."]},
              "translation": {"text": "Никто не пришёл.", "tokens": ["Никто", "не", "пришёл."]},
              "transliteration": {"text": "Nikto ne prishyol.", "tokens": ["Nikto", "ne", "prishyol."]},
              "counts": {"original": 2, "translation": 3, "transliteration": 3},
              "total_duration": 1.5,
              "phase_durations": {"original": 1.0, "gap": 0.0, "translation": 1.5, "tail": 0.0},
              "sentence_id": "12", "t0": 0.0, "t1": 1.5,
              "originalStartGate": 1.6, "originalEndGate": 2.6, "startGate": 1.2, "endGate": 2.7
            }
          ],
          "timingTracks": {
            "original": [
              {"lane": "orig", "sentenceIdx": 0, "wordIdx": 0, "start": 0.0, "end": 0.369},
              {"lane": "orig", "sentenceIdx": 0, "wordIdx": 1, "start": 0.369, "end": 0.861},
              {"lane": "orig", "sentenceIdx": 0, "wordIdx": 2, "start": 0.861, "end": 1.23},
              {"lane": "orig", "sentenceIdx": 0, "wordIdx": 3, "start": 1.23, "end": 1.599},
              {"lane": "orig", "sentenceIdx": 1, "wordIdx": 0, "start": 1.599, "end": 2.199},
              {"lane": "orig", "sentenceIdx": 1, "wordIdx": 1, "start": 2.199, "end": 2.598}
            ],
            "translation": [
              {"lane": "trans", "sentenceIdx": 0, "wordIdx": 0, "start": 0.0, "end": 0.546},
              {"lane": "trans", "sentenceIdx": 0, "wordIdx": 1, "start": 0.546, "end": 1.2},
              {"lane": "trans", "sentenceIdx": 1, "wordIdx": 0, "start": 1.2, "end": 1.776},
              {"lane": "trans", "sentenceIdx": 1, "wordIdx": 1, "start": 1.776, "end": 2.007},
              {"lane": "trans", "sentenceIdx": 1, "wordIdx": 2, "start": 2.007, "end": 2.7}
            ]
          },
          "timingVersion": "2"
        }
        """

    static let smallest = """
        {
          "version": 3,
          "start_sentence": 1,
          "sentences": [
            {"original": {"text": "Hello there."}, "translation": {"text": "Привет."},
             "originalStartGate": 0.0, "originalEndGate": 0.9, "startGate": 0.0, "endGate": 0.6}
          ],
          "audioTracks": {"orig": {"path": "hello_orig.wav"}, "translation": {"path": "hello_trans.wav"}}
        }
        """
}
