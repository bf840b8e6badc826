import Dispatch
import Events
import Platform
import Synchronization
import Tapes

/// A tape's entries, read and interpreted ahead by a thread of its own, in the order of the tape.
///
/// For runs that wait for nothing: there reading and interpreting is half of the work.
final class PrefetchingFeed {
    private struct Page: Sendable {
        var entries: [FeedEntry] = []
        /// Why the feed does not go on behind the entries, and the time of the last one that could be read.
        var failure: (time: Instant, error: any Error & Sendable)?
    }

    /// What the thread and its reader share.
    private final class PageQueue: Sendable {
        private struct State {
            var pages: [Page] = []
            var isEnded = false
            var isLeft = false
        }

        private let state = Mutex(State())
        private let room = DispatchSemaphore(value: PrefetchingFeed.pagesAhead)
        private let pages = DispatchSemaphore(value: 0)

        /// Waits for room; `false` when nobody reads any more.
        func put(_ page: Page) -> Bool {
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
        func take() -> Page? {
            if state.withLock({ $0.pages.isEmpty && $0.isEnded }) { return nil }
            pages.wait()
            let page = state.withLock { $0.pages.isEmpty ? nil : $0.pages.removeFirst() }
            if page != nil { room.signal() }
            return page
        }

        func leave() {
            state.withLock { $0.isLeft = true }
            // A semaphore must not go with less than it began with.
            for _ in 0..<PrefetchingFeed.pagesAhead + 1 { room.signal() }
        }
    }

    let duration: Instant?
    let hearing: TapeHearing
    private let pages = PageQueue()
    private var page = Page()
    /// Place in the page of the next entry.
    private var place = 0
    private var isAtEnd = false
    private(set) var nextTime: Instant?

    private static let pagesAhead = 8
    /// An entry counts as one, and as one more for eight overlay frames: those take the memory.
    private static let pageWeight = 128
    private static let entriesReadAtOnce = 512

    /// - Parameters:
    ///   - isFresh: as for `TapeFeed`.
    ///   - sounds: begins to decode each sound when it is read.
    /// - Throws: when the first page cannot be read.
    init(_ tape: TapeReader, isFresh: Bool, sounds: SoundPrefetcher? = nil) throws(TapeError) {
        let feed = try TapeFeed(tape, isFresh: isFresh, pageSize: Self.entriesReadAtOnce)
        (duration, hearing) = (feed.duration, feed.hearing)
        let pages = pages
        onOwnThread { Self.read(feed, onto: pages, sounds) }
        turnPage()
    }

    deinit { pages.leave() }

    private static func read(_ feed: TapeFeed, onto pages: PageQueue, _ sounds: SoundPrefetcher?) {
        var feed = feed
        var page = Page()
        var weight = 0
        while let time = feed.nextTime, page.failure == nil {
            do {
                guard var entry = try feed.next() else { break }
                // As long as the message is not recorded it would only take memory.
                entry.message = nil
                if case .wire(.audioArrived(let audio)) = entry.body, let sound = audio.sound { sounds?.order(sound) }
                weight += 1 + entry.frameCount / 8
                page.entries.append(entry)
            } catch {
                page.failure = (time, error)
            }
            if weight >= pageWeight {
                guard pages.put(page) else { return }
                (page, weight) = (Page(), 0)
            }
        }
        if !page.entries.isEmpty || page.failure != nil { _ = pages.put(page) }
        pages.end()
    }

    func next() throws -> FeedEntry? {
        guard place < page.entries.count else {
            if let failure = page.failure { throw failure.error }
            return nil
        }
        let entry = page.entries[place]
        place += 1
        if place == page.entries.count { turnPage() } else { nextTime = page.entries[place].time }
        return entry
    }

    private func turnPage() {
        if page.failure == nil, !isAtEnd {
            if let next = pages.take() { (page, place) = (next, 0) } else { isAtEnd = true }
        }
        nextTime = place < page.entries.count ? page.entries[place].time : page.failure?.time
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
