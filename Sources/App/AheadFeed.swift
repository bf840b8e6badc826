import Dispatch
import Events
import Synchronization
import Tapes

/// A tape's entries, read and interpreted ahead by a thread of its own, in the order of the tape.
///
/// For runs that wait for nothing: there reading and interpreting is half of the work.
final class AheadFeed {
    private enum Entry: Sendable {
        case entry(FeedEntry)
        /// The feed does not go on behind what cannot be read. At the time of the entry before it.
        case failure(Instant, any Error & Sendable)
    }

    /// What the thread and its reader share.
    private final class Shelf: Sendable {
        private struct State {
            var pages: [[Entry]] = []
            var isEnded = false
            var isLeft = false
        }

        private let state = Mutex(State())
        private let room = DispatchSemaphore(value: AheadFeed.pagesAhead)
        private let pages = DispatchSemaphore(value: 0)

        /// Waits for room; `false` when nobody reads any more.
        func put(_ page: [Entry]) -> Bool {
            room.wait()
            let isLeft = state.withLock { state in
                state.pages.append(page)
                return state.isLeft
            }
            pages.signal()
            return !isLeft
        }

        func end() {
            state.withLock { $0.isEnded = true }
            pages.signal()
        }

        /// The next page; `nil` at the end.
        func take() -> [Entry]? {
            if state.withLock({ $0.pages.isEmpty && $0.isEnded }) { return nil }
            pages.wait()
            let page = state.withLock { $0.pages.isEmpty ? nil : $0.pages.removeFirst() }
            if page != nil { room.signal() }
            return page
        }

        func leave() {
            state.withLock { $0.isLeft = true }
            // A semaphore must not go with less than it began with.
            for _ in 0..<AheadFeed.pagesAhead + 1 { room.signal() }
        }
    }

    let duration: Instant?
    let isComplete: Bool
    private let shelf = Shelf()
    private var page: ArraySlice<Entry> = []
    private var isAtEnd = false

    private static let pagesAhead = 8
    /// An entry counts as one, and as one more for eight overlay frames: those take the memory.
    private static let pageWeight = 128

    /// - Parameter isFresh: as for `TapeFeed`.
    /// - Throws: when the first page cannot be read.
    init(_ tape: TapeReader, isFresh: Bool) throws(TapeError) {
        let feed = try TapeFeed(tape, isFresh: isFresh)
        (duration, isComplete) = (feed.duration, feed.isComplete)
        let shelf = shelf
        DispatchQueue.global().async { Self.read(feed, onto: shelf) }
        turnPage()
    }

    deinit { shelf.leave() }

    private static func read(_ feed: TapeFeed, onto shelf: Shelf) {
        var feed = feed
        var page: [Entry] = []
        var weight = 0
        while let time = feed.nextTime {
            do {
                guard var entry = try feed.next() else { break }
                // As long as the message is not recorded it would only take memory.
                entry.message = nil
                weight += 1 + entry.frameCount / 8
                page.append(.entry(entry))
            } catch {
                page.append(.failure(time, error))
                break
            }
            if weight >= pageWeight {
                guard shelf.put(page) else { return }
                (page, weight) = ([], 0)
            }
        }
        if !page.isEmpty { _ = shelf.put(page) }
        shelf.end()
    }

    var nextTime: Instant? {
        switch page.first {
        case .entry(let entry)?: entry.time
        case .failure(let time, _)?: time
        case nil: nil
        }
    }

    func next() throws -> FeedEntry? {
        switch page.first {
        case nil: return nil
        case .failure(_, let error)?: throw error
        case .entry(let entry)?:
            page.removeFirst()
            if page.isEmpty { turnPage() }
            return entry
        }
    }

    private func turnPage() {
        guard !isAtEnd else { return }
        if let next = shelf.take() { page = next[...] } else { isAtEnd = true }
    }
}

extension FeedEntry {
    fileprivate var frameCount: Int {
        switch body {
        case .wire(.overlaysArrived(let batch)): batch.frames.count
        case .wire(.chunkDescribed(let description)): description.frames.count
        case .wire(.audioArrived(let audio)): audio.frames.count
        default: 0
        }
    }
}
