import Events

/// When each token of a lane is highlighted, in the file of the sounding track (reader 3.4).
package struct RevealTimes: Hashable, Sendable {
    package var times: [TimeSpan]
    /// Tokens with a time of their own; they are never highlighted before it. All others are spread over the
    /// remaining time.
    package var isOwn: [Bool]
    /// Tokens whose time is before that of the previous token; they are highlighted with it.
    package var disordered: [Int] = []
    /// The time in which the lane is spoken.
    package var window: SentenceWindow

    /// - Returns: `nil` for a lane that the track does not speak.
    package init?(_ sentence: BookSentence, _ lane: Lane, on track: BookTrack, _ window: SentenceWindow, isExact: Bool)
    {
        guard let tokens = sentence.lanes[lane]?.tokens.count, tokens > 0 else { return nil }
        switch (lane, track) {
        case (.original, .translation), (.transliteration, .original), (.translation, .original): return nil
        case (.original, .original): self.init(sentence.originalWords, tokens, in: window)
        case (.original, .mix) where sentence.isAtOnce: self.init(sentence.originalWords, tokens, in: window)
        case (.original, .mix):
            self.init(
                evenly: tokens, in: SentenceWindow(window.start, window.start + sentence.originalPhase(of: window)))
        case (.translation, _): self.init(spoken: sentence, tokens, on: track, window, isExact: isExact)
        case (.transliteration, _):
            guard let spoken = sentence.lanes.translation?.tokens.count, spoken > 0 else {
                self.init(evenly: tokens, in: sentence.translationPart(of: window, on: track))
                return
            }
            let times = RevealTimes(spoken: sentence, spoken, on: track, window, isExact: isExact)
            let places = (0..<tokens).map { Self.place($0, of: tokens, in: spoken) }
            self.init(times: places.map { times.times[$0] }, isOwn: places.map { times.isOwn[$0] }, times.window)
        }
    }

    private init(times: [TimeSpan], isOwn: [Bool], _ window: SentenceWindow) {
        (self.times, self.isOwn, self.window) = (times, isOwn, window)
    }

    /// Times for the translation.
    private init(
        spoken sentence: BookSentence, _ tokens: Int, on track: BookTrack, _ window: SentenceWindow, isExact: Bool
    ) {
        let words = sentence.words(on: track)
        if !words.isEmpty, isExact || sentence.gate(on: track).start != nil {
            self.init(words, tokens, in: window)
        } else if words.isEmpty, let times = Self.steps(sentence, tokens, in: window) {
            self.init(times: times, isOwn: Array(repeating: false, count: tokens), window)
        } else {
            self.init(evenly: tokens, in: sentence.translationPart(of: window, on: track))
        }
    }

    private init(evenly count: Int, in window: SentenceWindow) {
        self.init(
            times: (0..<count).map { window.start + window.length.part($0, of: count) },
            isOwn: Array(repeating: false, count: count), window)
    }

    /// Uses times by index if they have one, in order if there are as many as tokens, else evenly spread.
    private init(_ words: [WordTime], _ count: Int, in window: SentenceWindow) {
        var known: [TimeSpan?] = Array(repeating: nil, count: count)
        if words.allSatisfy({ $0.index.map { $0 >= 0 && $0 < count } == true }) {
            for word in words { known[word.index ?? 0] = min(known[word.index ?? 0] ?? word.start, word.start) }
        } else if words.count == count {
            known = words.map(\.start)
        }
        let knownCount = known.count { $0 != nil }
        guard knownCount > 0, knownCount * 2 >= count else {
            self.init(evenly: count, in: window)
            return
        }
        self.init(times: Self.filled(known, in: window), isOwn: known.map { $0 != nil }, window)
        var latest = TimeSpan.zero
        for (place, time) in known.enumerated() {
            guard let time else { continue }
            if time < latest { disordered.append(place) }
            latest = max(latest, time)
        }
    }

    /// Spreads missing times between their neighbors.
    private static func filled(_ known: [TimeSpan?], in window: SentenceWindow) -> [TimeSpan] {
        var times: [TimeSpan] = []
        times.reserveCapacity(known.count)
        var place = 0
        while place < known.count {
            if let time = known[place] {
                // Words that are told out of order light up when the one before them does.
                times.append(max(time, times.last ?? time))
                place += 1
                continue
            }
            let end = known[place...].firstIndex { $0 != nil } ?? known.count
            let missing = end - place
            let until = max(end < known.count ? known[end] ?? window.end : window.end, times.last ?? window.start)
            if let last = times.last {
                for step in 1...missing { times.append(last + (until - last).part(step, of: missing + 1)) }
            } else {
                let start = min(window.start, until)
                for step in 0..<missing { times.append(start + (until - start).part(step, of: missing)) }
            }
            place = end
        }
        return times
    }

    /// For old data: the tokens that a step adds share its time.
    private static func steps(_ sentence: BookSentence, _ tokens: Int, in window: SentenceWindow) -> [TimeSpan]? {
        guard !sentence.timeline.isEmpty else { return nil }
        var times: [TimeSpan] = []
        var start = window.start
        for step in sentence.timeline {
            let new = min(step.tokens.translation, tokens) - times.count
            if new > 0 { for index in 0..<new { times.append(start + step.duration.part(index, of: new)) } }
            start += step.duration
        }
        guard !times.isEmpty else { return nil }
        while times.count < tokens { times.append(max(start, times.last ?? start)) }
        return times
    }

    /// The token of the translation that is spoken with a token of the transliteration.
    static func place(_ index: Int, of count: Int, in spoken: Int) -> Int {
        guard count > 1 else { return 0 }
        // Rounded half up, as of whole numbers.
        return (2 * index * (spoken - 1) + (count - 1)) / (2 * (count - 1))
    }
}

extension BookSentence {
    /// The time of the original, in a file in which both languages follow each other.
    fileprivate func originalPhase(of window: SentenceWindow) -> TimeSpan {
        guard let original = phases.original, original > .zero else { return window.length }
        return min(original, window.length)
    }

    fileprivate func translationPart(of window: SentenceWindow, on track: BookTrack) -> SentenceWindow {
        guard track == .mix, let length = phases.translation, length > .zero else { return window }
        let start = min(window.start + (phases.original ?? .zero) + (phases.gap ?? .zero), window.end)
        return SentenceWindow(start, min(start + length, window.end))
    }
}
