import BookAPI
import Debugger
import Engine
import Events
import Keys
import Panels

/// What keys do while a book is read. On a tape nobody reads: the playhead goes from sentence to sentence, and from word to word, of
/// what was read.
extension ReaderScreen {
    mutating func perform(
        _ command: Command, _ reader: BookReader, _ stepping: inout Stepping, _ context: ScreenContext
    ) -> Outcome? {
        let played = context.played
        guard played.book.isReadHere else { return step(command, &stepping) ?? look(command, reader, context) }
        if lookup != nil, command == .readPageForward || command == .readPageBack {
            return scrollLookup(command == .readPageForward ? 1 : -1, context)
        }
        let wanted = readerCommand(command, reader, played)
        if let wanted { return Outcome(wanted.notice, Self.read(wanted.command, played)) }
        switch command {
        case .askPlace: return Outcome(prompt: Prompt(.sentence))
        case .addBookmark: return addBookmark(reader, played)
        case .lookUp: return lookUp(reader)
        case .toggleMusic: return Outcome(nil, [.toggleMusic])
        case .setSleepTimer: return setSleepTimer(reader, played)
        default: return look(command, reader, context)
        }
    }

    /// What looks at the text alone.
    private mutating func look(_ command: Command, _ reader: BookReader, _ context: ScreenContext) -> Outcome? {
        switch command {
        case .toggleIllustration: return toggleIllustration(context)
        case .search: return Outcome(prompt: Prompt(.bookSearch, matches?.text ?? ""))
        case .nextMatch: return goToMatch(forward: true, context)
        case .previousMatch: return goToMatch(forward: false, context)
        default: return nil
        }
    }

    /// Live again first, where somebody looks at what was.
    static func read(_ command: ReaderCommand, _ played: Played) -> [ScreenAction] {
        (played.isAtEdge ? [] : [.goLive]) + [.read(command)]
    }

    private mutating func toggleIllustration(_ context: ScreenContext) -> Outcome {
        showsIllustrations.toggle()
        guard showsIllustrations else { return Outcome("Pictures off") }
        guard isIllustrated else { return Outcome("Pictures on") }
        let hasRoom = context.layout(arrangement)[.illustration] != nil
        return Outcome("pictures" + (hasRoom ? "" : ", but this window is too small"))
    }

    // MARK: What the reader is to do

    /// What a key means to the reader; `nil` where it means something else.
    private func readerCommand(
        _ command: Command, _ reader: BookReader, _ played: Played
    ) -> (command: ReaderCommand, notice: String?)? {
        let isPlaying = reader.wantsToPlay
        switch command {
        case .togglePause: return (isPlaying ? .pause : .resume, nil)
        case .slower: return speed(reader.percent - ReaderSettings.percentStep)
        case .faster: return speed(reader.percent + ReaderSettings.percentStep)
        case .normalSpeed: return speed(100)
        case .sentenceForward: return sentence(reader, forward: true)
        case .sentenceBack: return sentence(reader, forward: false)
        case .wordForward: return (.nextWord, nil)
        case .wordBack: return (.previousWord, nil)
        case .readForward: return isPlaying ? sentence(reader, forward: true) : (.nextWord, nil)
        case .readBack: return isPlaying ? sentence(reader, forward: false) : (.previousWord, nil)
        case .readOtherwiseForward: return isPlaying ? (.nextWord, nil) : sentence(reader, forward: true)
        case .readOtherwiseBack: return isPlaying ? (.previousWord, nil) : sentence(reader, forward: false)
        case .readUp: return isPlaying ? speed(reader.percent + ReaderSettings.percentStep) : (.previousLane, nil)
        case .readDown: return isPlaying ? speed(reader.percent - ReaderSettings.percentStep) : (.nextLane, nil)
        case .moveProbe(let arrow): return isPlaying ? nil : extended(arrow, reader)
        case .extendSelection: return (.extendSelection, nil)
        case .chunkForward, .readPageForward: return chunk(reader, forward: true)
        case .chunkBack, .readPageBack: return chunk(reader, forward: false)
        case .toStart: return jump(reader, 0)
        case .toEnd: return jump(reader, 10)
        case .tenth(let tenth): return jump(reader, tenth)
        case .toggleText(let lane): return (.text(lane), hint(lane, reader))
        case .toggleVoice(let track): return (.toggle(track), hint(track, reader))
        case .retryLoading: return (.retry, reader.canRetry ? nil : "Nothing here failed to load")
        default: return nil
        }
    }

    private func sentence(_ reader: BookReader, forward: Bool) -> (ReaderCommand, String?) {
        let isThere = reader.hasSentence(by: forward ? 1 : -1)
        return (forward ? .next : .previous, isThere ? nil : edge("sentence", reader, forward: forward))
    }

    private func chunk(_ reader: BookReader, forward: Bool) -> (ReaderCommand, String?) {
        let isThere = reader.hasChunk(by: forward ? 1 : -1)
        return (forward ? .nextChunk : .previousChunk, isThere ? nil : edge("part", reader, forward: forward))
    }

    /// Why it goes no further.
    private func edge(_ what: String, _ reader: BookReader, forward: Bool) -> String {
        guard forward else { return "This is the first \(what)" }
        return "This is the last \(what)" + (reader.hasMoreToCome ? " so far" : "")
    }

    private func speed(_ percent: Int) -> (ReaderCommand, String?) {
        let step = ReaderSettings.step(percent)
        return (.speed(percent: step), "speed \(step) %")
    }

    private func jump(_ reader: BookReader, _ tenth: Int) -> (ReaderCommand, String?)? {
        guard let numbers = reader.numbers else { return nil }
        return (.jump(sentence: numbers.lowerBound + (numbers.count - 1) * tenth / 10), nil)
    }

    private func extended(_ arrow: NamedKey, _ reader: BookReader) -> (ReaderCommand, String?)? {
        guard reader.isExtending else { return (.extendSelection, nil) }
        switch arrow {
        case .right: return (.nextWord, nil)
        case .left: return (.previousWord, nil)
        default: return nil
        }
    }

    /// Why nothing would change.
    private func hint(_ track: BookTrack, _ reader: BookReader) -> String? {
        guard reader.chunk != nil else { return nil }
        if let refusal = reader.refusal(of: track) { return refusal }
        let isOnly = reader.switches[track] && !reader.switches[track.other]
        return isOnly ? "Only the \(track.rawValue) has sound" : nil
    }

    /// The same of a line of text.
    private func hint(_ lane: Lane, _ reader: BookReader) -> String? {
        guard let chunk = reader.chunk, !reader.hiddenLanes.contains(lane) else { return nil }
        let lanes = Lane.allCases.filter { lane in chunk.sentences.contains { $0.lanes[lane] != nil } }
        guard lanes.contains(lane) else { return "No \(lane.rawValue) here" }
        return lanes.allSatisfy { $0 == lane || reader.hiddenLanes.contains($0) }
            ? "Only the \(lane.rawValue) is shown" : nil
    }

    private func setSleepTimer(_ reader: BookReader, _ played: Played) -> Outcome {
        let left = reader.sleepAt.map { Int(($0 - reader.now).seconds / 60 + 0.999) }
        let next = left.map { left in Self.sleepMinutes.first { $0 > left } } ?? Self.sleepMinutes.first
        let notice = next.map { "Pauses in \($0) min" } ?? "Sleep timer off"
        return Outcome(notice, Self.read(.sleep(minutes: next), played))
    }

    /// Reader 2.15.
    private static let sleepMinutes = [5, 15, 30, 45]

    // MARK: Places

    private func addBookmark(_ reader: BookReader, _ played: Played) -> Outcome {
        guard let place = reader.place else { return Outcome("No sentence yet") }
        let same = played.book.bookmarks.first { $0.place.sentence == place.sentence }
        return Outcome(prompt: Prompt(.bookmark(same?.place ?? place), same?.name ?? reader.bookmarkName(at: place)))
    }

    /// - Parameter times: that many matches on, around the ends.
    mutating func goToMatch(forward: Bool, times: Int = 1, _ context: ScreenContext) -> Outcome {
        guard let matches else {
            return Outcome("No search text yet" + context.keys.advice("; press ", .search, " to search"))
        }
        guard let here = context.played.reader?.record.transcript?.number, !matches.sentences.isEmpty else {
            return Outcome("Not found: \(matches.text)")
        }
        var (number, isAround) = (here, false)
        // As often as there are matches is once around.
        for _ in 0..<(times - 1) % matches.sentences.count + 1 {
            let next = matches.next(from: number, forward: forward)
            (number, isAround) = (next.sentence, isAround || next.isAround)
        }
        let match = CountedMatch(sentence: number, isAround: isAround)
        countedMatch = match
        return Outcome(matches.words(of: match), Self.go(to: number, context.played))
    }

    static func go(to sentence: Int, _ played: Played) -> [ScreenAction] {
        played.book.isReadHere ? read(.jump(sentence: sentence), played) : []
    }

    // MARK: Words

    /// Of what is selected, or else of the word that is spoken.
    private mutating func lookUp(_ reader: BookReader) -> Outcome {
        // Without the quotation marks around them.
        guard let words = (reader.selectedText ?? reader.spokenWord).map(WordLookup.bare), !words.isEmpty else {
            return Outcome("No word here")
        }
        let (book, isOfOriginal) = (reader.book, (reader.cursor?.lane ?? reader.place?.lane) == .original)
        let languages = [book?.language, book?.translationLanguage]
        let query = LookupQuery(
            words, language: languages[isOfOriginal ? 0 : 1], otherLanguage: languages[isOfOriginal ? 1 : 0])
        (lookup, lookupScroll) = (Lookup(words), 0)
        return Outcome(nil, [.lookUp(query)])
    }

    /// - Parameter pages: negative towards the beginning.
    private mutating func scrollLookup(_ pages: Int, _ context: ScreenContext) -> Outcome {
        scrollLookup(rows: pages * max(1, (context.layout[.lookup]?.size.rows ?? 0) - 3), context)
        return .nothing
    }

    /// No further than there is something to see.
    mutating func scrollLookup(rows: Int, _ context: ScreenContext) {
        guard let lookup, let rect = context.layout[.lookup] else { return }
        let most = LookupPanel.scrollLimit(lookup.paragraphs, in: rect, beside: context.tile)
        lookupScroll = (lookupScroll + rows).clamped(to: 0...most)
    }

    // MARK: Tapes

    private func step(_ command: Command, _ stepping: inout Stepping) -> Outcome? {
        let goal: Goal
        switch command {
        case .sentenceForward, .readForward: goal = .sentences(1)
        case .sentenceBack, .readBack: goal = .sentences(-1)
        case .wordForward, .readOtherwiseForward: goal = .words(1)
        case .wordBack, .readOtherwiseBack: goal = .words(-1)
        case .readUp, .readDown, .toggleText, .toggleVoice, .extendSelection, .chunkForward, .chunkBack,
            .readPageForward, .readPageBack, .setSleepTimer, .retryLoading, .addBookmark, .toggleMusic:
            return Outcome("A recording of reading cannot be changed")
        default: return nil
        }
        return Outcome(nil, stepping.go(to: goal))
    }
}

extension BookMatches {
    /// The next sentence that has it.
    func next(from sentence: Int, forward: Bool) -> CountedMatch {
        let found = forward ? sentences.first { $0 > sentence } : sentences.last { $0 < sentence }
        let around = (forward ? sentences.first : sentences.last) ?? sentence
        return CountedMatch(sentence: found ?? around, isAround: found == nil)
    }

    /// Which of the book's matches it is, from the book's beginning on.
    func words(of match: CountedMatch) -> String {
        let place = (sentences.firstIndex(of: match.sentence) ?? 0) + 1
        let count = "\(place) of \(sentences.count)" + (part < 1 ? " so far" : "")
        return "\(text): \(count)" + (match.isAround ? ", continued from the other end" : "")
    }
}

extension BookReader {
    /// The word that is being spoken.
    var spokenWord: String? {
        guard let place, let row = record.transcript?.row, let chunk, chunk.sentences.indices.contains(row),
            let tokens = chunk.sentences[row].lanes[place.lane]?.tokens, tokens.indices.contains(place.word)
        else { return nil }
        return tokens[place.word]
    }

    /// As a bookmark is offered to be called.
    func bookmarkName(at place: BookPlace) -> String {
        "sentence \(place.sentence)" + (chapter.map { ", \($0.title)" } ?? "")
    }
}
