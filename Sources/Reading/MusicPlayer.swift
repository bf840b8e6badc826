import Books
import Events
import Playback
import Reader
import Settings
import Sound

/// Music beneath the book that is read: looked for once its first word is heard, heard while somebody reads.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class MusicPlayer {
    /// What came of looking for it.
    package enum News: Sendable {
        case found(FoundMusic?)
        case opened(StreamedSound)
        case failed(String)
    }

    private enum State {
        case unasked
        case looking
        case none
        case found(FoundMusic)
        case opening(FoundMusic)
        case open(FoundMusic, MusicBed)
        case failed(String)
    }

    private let book: any BookSource
    private let wish: MusicWish
    private let report: @Sendable (News?) -> Void
    private var state = State.unasked
    private var work: Task<Void, Never>?
    /// For it alone.
    private var loudspeaker: (any Loudspeaker)?
    /// What the user said while it was read; `nil` for nothing.
    private var isWanted: Bool?

    /// - Parameter report: called from anywhere with what `receive` is to hear, and with `nil` when more has been decoded.
    package init(_ book: any BookSource, _ wish: MusicWish, report: @escaping @Sendable (News?) -> Void) {
        (self.book, self.wish, self.report) = (book, wish, report)
    }

    /// What is heard, for people; `nil` for nothing.
    package var title: String? { if case .open(let found, _) = state, isOn(found) { found.title } else { nil } }

    private func isOn(_ found: FoundMusic) -> Bool { isWanted ?? found.begins }

    // MARK: Following

    /// - Parameters:
    ///   - gain: what the book is heard with, 0 to 1.
    ///   - opens: gives the loudspeaker beneath the one that the book is heard from.
    /// - Returns: what the user is told.
    package func follow(
        _ reader: BookReader, gain: Float, at now: Instant, opens: () -> (any Loudspeaker)?
    ) -> String? {
        switch state {
        case .unasked:
            guard isWanted ?? (wish.choice != .off), reader.sound?.isRunning == true, let opened = opens() else {
                return nil
            }
            loudspeaker = opened
            look()
        case .found(let found): if isOn(found) { open(found) }
        case .open(let found, let bed):
            bed.follow(isOn(found) && Self.isHeard(reader) ? gain * wish.gain : nil, at: now)
            if let failure = bed.failure { return receive(.failed(failure.reason)) }
        case .looking, .none, .opening, .failed: break
        }
        return nil
    }

    /// It stands where the book stands.
    private static func isHeard(_ reader: BookReader) -> Bool {
        if case .failed = reader.loading { return false }
        return reader.wantsToPlay && !reader.isOver
    }

    package func nextWake(at now: Instant) -> Instant? {
        if case .open(_, let bed) = state { bed.nextWake(at: now) } else { nil }
    }

    package func stop() {
        work?.cancel()
        if case .open(_, let bed) = state { bed.stop() }
    }

    private func look() {
        state = .looking
        work = Task.detached { [book, wish, report] in
            do {
                report(.found(try await FoundMusic.find(wish, for: book)))
            } catch {
                report(.failed(CommandError(error).reason))
            }
        }
    }

    private func open(_ found: FoundMusic) {
        guard let rate = loudspeaker?.rate else { return }
        state = .opening(found)
        work = Task.detached { [book, report] in
            do {
                report(.opened(try await found.open(book, rate: rate) { report(nil) }))
            } catch {
                report(.failed(CommandError(error).reason))
            }
        }
    }

    /// - Returns: what the user is told.
    package func receive(_ news: News) -> String? {
        switch (news, state) {
        case (.found(let found?), .looking): state = .found(found)
        case (.found(nil), .looking):
            state = .none
            // Who has asked for it waits for a word.
            if isWanted == true { return "no music" }
        case (.opened(let sound), .opening(let found)):
            guard let loudspeaker else { return nil }
            state = .open(found, MusicBed(loudspeaker, sound))
        case (.failed(let reason), _):
            stop()
            state = .failed(reason)
            // A server that has no music is no fault of a book for which nobody wants any.
            if isWanted == true || wish.choice != .ofBook { return "no music: \(reason)" }
        default: break
        }
        return nil
    }

    // MARK: The user

    /// - Returns: what they are told.
    package func toggle() -> String {
        switch state {
        case .none: return "no music"
        case .failed(let reason): return "no music: \(reason)"
        case .unasked, .looking: isWanted = !(isWanted ?? (wish.choice != .ofBook && wish.choice != .off))
        case .found(let found), .opening(let found), .open(let found, _):
            isWanted = !isOn(found)
            if isWanted == true { return "music: \(found.title)" }
        }
        return isWanted == true ? "music on" : "no music"
    }
}
