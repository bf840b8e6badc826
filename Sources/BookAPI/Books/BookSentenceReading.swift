import Events

/// All of a sentence but its number and its words' times (reader 1.8).
enum BookSentenceReading {
    static func sentence(_ number: Int, _ fields: BookFields, _ lanes: BookLaneReading, _ odd: inout Oddities)
        -> BookSentence
    {
        var sentence = BookSentence(number: number, lanes: lanes.texts)
        sentence.originalGate = SentenceGate(
            fields.time(.originalStartGate, &odd), fields.time(.originalEndGate, &odd))
        sentence.translationGate = SentenceGate(fields.time(.startGate, &odd), fields.time(.endGate, &odd))
        sentence.phases = phases(fields, &odd)
        sentence.totalDuration = fields.time(.totalDuration, &odd)
        sentence.timeline = timeline(fields, &odd)
        sentence.picture = picture(fields, &odd)
        sentence.block = fields.value("block").flatMap { TextBlock.read($0, &odd) }
        return sentence
    }

    private static func phases(_ fields: BookFields, _ odd: inout Oddities) -> SentencePhases {
        guard let phases = fields.fields(.phaseDurations) else { return SentencePhases() }
        return SentencePhases(
            original: phases.time("original", &odd), gap: phases.time("gap", &odd),
            translation: phases.time("translation", &odd), tail: phases.time("tail", &odd))
    }

    private static func picture(_ fields: BookFields, _ odd: inout Oddities) -> String? {
        fields.path(.imagePath, &odd) ?? fields.fields(.image)?.path(.path, &odd)
    }

    /// Steps without a length are left out; what a step does not count stays as it was.
    private static func timeline(_ fields: BookFields, _ odd: inout Oddities) -> [TimelineStep] {
        var steps: [TimelineStep] = []
        var tokens = PerLane(original: 0, transliteration: 0, translation: 0)
        for step in fields.list(.timeline, &odd).prefix(BookLimits.timelineSteps) {
            guard let step = step.object.map({ BookFields($0) }) else { continue }
            for (lane, key) in indexes {
                if let count = step.int(key, &odd) { tokens[lane] = count.clamped(to: 0...BookLimits.tokens) }
            }
            guard let duration = step.time(.duration, &odd) else { continue }
            steps.append(TimelineStep(duration, tokens: tokens))
        }
        return steps
    }

    static let indexes: [(Lane, BookKey)] = [
        (.original, "original_index"), (.transliteration, "transliteration_index"),
        (.translation, "translation_index"),
    ]
}

/// Which number each row of a chunk has in its book (reader 2.9).
///
/// Decided for all of a chunk at once: row by row, the numbers 1 to 5 in a chunk that starts at 2 would give two rows the number 2.
enum SentenceNumbers {
    /// As many as there are rows; no two are the same.
    /// - Parameters:
    ///   - start: of the chunk, where that is told, and `end` the same.
    ///   - runningStart: where the chunk before it leaves off.
    static func numbers(_ declared: [Int?], start: Int?, end: Int?, runningStart: Int) -> [Int] {
        let first = start ?? firstNumber(declared, runningStart)
        let last = end.flatMap { $0 < first ? nil : $0 } ?? .max
        let numbers = declared.enumerated().map { row, number in
            guard let number, first <= number, number <= last else { return first + row }
            return number
        }
        // Numbers that begin anew and reach as far as the chunk's own come out twice.
        return Set(numbers).count == numbers.count ? numbers : declared.indices.map { first + $0 }
    }

    /// Where nobody says where the chunk starts.
    private static func firstNumber(_ declared: [Int?], _ runningStart: Int) -> Int {
        guard let row = declared.firstIndex(where: { $0 != nil }), let number = declared[row], !isLocal(declared) else {
            return runningStart
        }
        return max(1, min(declared.compactMap(\.self).min() ?? number, number - row))
    }

    /// Counted from 0 or from 1 in each chunk.
    private static func isLocal(_ declared: [Int?]) -> Bool {
        [0, 1].contains { first in
            declared.enumerated().allSatisfy { row, number in number.map { $0 == first + row } ?? true }
        }
    }
}
