import Cells
import Engine
import Events
import Keys
import Panels

/// The screen on which a book is read, as panels.
enum ReadingView {
    /// - Parameter tile: lies over the text.
    static func panels(
        _ screen: ReaderScreen, _ layout: ScreenLayout, _ played: Played, beside tile: CellRect?
    ) -> [Panel] {
        guard let reader = played.reader else { return [] }
        var panels: [Panel] = []
        let state = ReadingState(reader, played)
        if let rect = layout[.heading] { panels.append(ReadingLines.heading(state, in: rect)) }
        if let rect = layout[.transcript] {
            panels.append(TranscriptPanel(reader, in: rect, beside: tile, isCalm: played.isCalm).panel)
        }
        if let rect = layout[.progress] { panels.append(ReadingLines.progress(state, in: rect)) }
        if let rect = layout[.lookup], let lookup = screen.lookup {
            panels.append(
                LookupPanel.panel(
                    lookup.words, lookup.paragraphs, scroll: screen.lookupScroll, in: rect, beside: tile))
        }
        return panels
    }

    static func status(
        _ keys: KeyMap, notice: String?, _ reader: BookReader, _ played: Played
    ) -> ReadingState {
        var state = ReadingState(reader, played)
        state.notice = notice
        // Nothing else is heard, whatever else there is to say of the sound.
        if case .failed = reader.loading, !state.isPast {
            state.silence =
                "not loaded" + keys.advice("; press ", .retryLoading, " to retry")
                + keys.advice(", ", .askPlace, " to go elsewhere")
        }
        state.hints = [
            keys.hint(of: .toggleHelp).map { "\($0) help" }, keys.hint(of: .quit).map { "\($0) quit" },
        ].compactMap(\.self)
        return state
    }
}

extension ReadingState {
    init(_ reader: BookReader, _ played: Played) {
        self.init(reader)
        isMarked = sentence.map { number in played.book.bookmarks.contains { $0.place.sentence == number } } ?? false
        isPast = !played.book.isReadHere || !played.isAtEdge
        silence = isPast ? nil : played.sound.whyUnheard.map { _ in "no sound" } ?? played.sound.unusual
        music = isPast ? nil : played.book.music
        if isPast { isPlaying = !played.isPaused }
        if played.isCalm, isPlaying { left = nil }
    }
}

extension Lookup {
    /// `nil` while they are awaited.
    var paragraphs: [String]? {
        switch answer {
        case .awaited: nil
        case .found(let paragraphs): paragraphs
        case .none(let reason): [reason]
        }
    }
}

/// What of a book that is read decides what its screen shows: another one is drawn at once.
package struct ShownBook: Equatable, Sendable {
    private let state: ReadingState
    private let transcript: TranscriptRecord?
    private let selection: WordCursor?
    private let hidden: Set<Lane>
    private let loading: LoadingState
    private let place: Int
    /// Of the text: a chunk that comes to be there, or is told otherwise.
    private let sentences: Int

    package init(_ reader: BookReader, _ played: Played) {
        state = ReadingState(reader, played)
        (transcript, selection, hidden) = (reader.record.transcript, reader.cursor, reader.hiddenLanes)
        (loading, place, sentences) = (reader.loading, reader.selected, reader.chunk?.sentences.count ?? 0)
    }
}

/// A picture of the sentence that is read, or the book's cover, beside the text.
extension ScreenModel {
    /// Whether one would be seen if there were one: what nobody sees is not loaded.
    package var wantsIllustration: Bool {
        guard screen == .reader, reader.showsIllustrations else { return false }
        let panels = ReaderPanels(hasLookup: reader.lookup != nil, hasIllustration: true)
        return ScreenLayout(geometry.cells, ScreenLayout.Request(panels))[.illustration] != nil
    }

    /// Its cells, which the tile does not cover; `nil` where none is shown.
    func illustrationRect(_ layout: ScreenLayout, _ played: Played) -> CellRect? {
        guard screen == .reader, let rect = layout[.illustration] else { return nil }
        return tileBesideText(layout, played).map { rect.free(beside: $0) } ?? rect
    }
}
