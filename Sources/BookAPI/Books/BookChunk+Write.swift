import Events
import JSON

extension BookChunk {
    /// As a chunk's file of version 3 (reader 1.8), from which the same chunk is read. Compact; times with all of their microseconds.
    package var json: JSON {
        var object: JSONObject = ["version": 3, "chunk_id": .string(id)]
        if let first = sentences.first, let last = sentences.last {
            object.append("range_fragment", .string(Self.fragment(first.number, last.number)))
            object.append("start_sentence", .number(first.number))
            object.append("end_sentence", .number(last.number))
        }
        object.append("sentence_count", .number(sentences.count))
        object.append("audioTracks", .object(tracks))
        object.append("sentences", .array(sentences.map(\.json)))
        let words = timingTracks
        if !words.members.isEmpty { object.append("timingTracks", .object(words)) }
        if isExact { object.append("timingVersion", "2") }
        return .object(object)
    }

    /// `0011-0020`: its first and its last sentence.
    package static func fragment(_ first: Int, _ last: Int) -> String {
        "\(Int64(first).padded(toDigits: 4))-\(Int64(last).padded(toDigits: 4))"
    }

    private var tracks: JSONObject {
        var object = JSONObject()
        for (place, sound) in sounds.enumerated() {
            var track: JSONObject = ["path": .string(sound.path)]
            track.append("duration", sound.duration)
            object.append(Self.name(of: sound.kind, at: place), .object(track))
        }
        return object
    }

    private static func name(of kind: BookSound.Kind, at place: Int) -> String {
        switch kind {
        case .combined: "orig_trans"
        case .translation: "translation"
        case .original: "orig"
        case .other: "other_\(place)"
        }
    }

    private var timingTracks: JSONObject {
        var object = JSONObject()
        let tracks = [("original", "orig", \BookSentence.originalWords), ("translation", "trans", \.translationWords)]
        for (name, lane, track) in tracks {
            let words = sentences.enumerated().flatMap { row, sentence in
                sentence[keyPath: track].map { Self.json($0, lane: lane, row: row) }
            }
            if !words.isEmpty { object.append(name, .array(words)) }
        }
        return object
    }

    private static func json(_ word: WordTime, lane: String, row: Int) -> JSON {
        var object: JSONObject = ["lane": .string(lane), "sentenceIdx": .number(row)]
        if let index = word.index { object.append("wordIdx", .number(index)) }
        object.append("start", word.start)
        object.append("end", word.end)
        return .object(object)
    }
}

extension BookSentence {
    fileprivate var json: JSON {
        var object: JSONObject = ["sentence_number": .number(number)]
        for lane in [Lane.original, .translation, .transliteration] {
            object.append(lane.rawValue, lanes[lane]?.json ?? .null)
        }
        object.append("counts", .object(counts))
        object.append("total_duration", totalDuration)
        object.append("phase_durations", phases.json)
        if !timeline.isEmpty { object.append("timeline", .array(timeline.map(\.json))) }
        object.append("sentence_id", .string(String(number)))
        object.append("t0", .double(0))
        object.append("t1", totalDuration)
        object.append("originalStartGate", originalGate.start)
        object.append("originalEndGate", originalGate.end)
        object.append("startGate", translationGate.start)
        object.append("endGate", translationGate.end)
        if let picture { object.append("imagePath", .string(picture)) }
        if let block { object.append("block", block.json) }
        return .object(object)
    }

    private var counts: JSONObject {
        JSONObject(
            [Lane.original, .translation, .transliteration].map {
                JSONObject.Member($0.rawValue, .number(lanes[$0]?.tokens.count ?? 0))
            })
    }
}

extension LaneText {
    fileprivate var json: JSON { ["text": .string(text), "tokens": .array(tokens.map { .string($0) })] }
}

extension SentencePhases {
    fileprivate var json: JSON {
        var object = JSONObject()
        object.append("original", original)
        object.append("gap", gap)
        object.append("translation", translation)
        object.append("tail", tail)
        return .object(object)
    }
}

extension TimelineStep {
    fileprivate var json: JSON {
        var object: JSONObject = ["duration": .double(duration.seconds)]
        for (lane, key) in BookSentenceReading.indexes { object.append(key.snake, .number(tokens[lane])) }
        return .object(object)
    }
}

extension JSONObject {
    /// In seconds; nothing where it is not told.
    fileprivate mutating func append(_ key: String, _ time: TimeSpan?) {
        if let time { append(key, .double(time.seconds)) }
    }
}
