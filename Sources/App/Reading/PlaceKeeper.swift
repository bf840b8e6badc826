import Events
import Reading
import Synchronization
import Wire

/// Keeps where a book was left and what is marked in it, in what is there at that moment: another program may read the
/// same book. Whoever reads waits neither for the disk nor for the other program.
final class PlaceKeeper: Sendable {
    private let pending: Pending
    private let wakes: AsyncStream<Void>.Continuation
    /// Ends with why what was told last is not on the disk.
    private let writing: Task<CommandError?, Never>

    /// - Parameters:
    ///   - first: what has changed already, and is not on the disk.
    ///   - retryPeriod: until what could not be written is tried again by itself.
    ///   - report: hears what is kept each time that it was written.
    init(
        _ shelf: BookShelf, _ identity: String, _ first: ReadingPlace.Change?, retryPeriod: Duration = .seconds(5),
        _ report: @escaping @Sendable (BookNews) -> Void
    ) {
        let pending = Pending(first)
        let (stream, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.pending, self.wakes) = (pending, wakes)
        writing = Task.detached {
            var failure: CommandError?
            for await _ in stream {
                guard let wish = pending.takeWish() else { continue }
                do throws(CommandError) {
                    guard wish.withPlace || !wish.changes.isEmpty else {
                        if let known = shelf.place(of: identity) { report(.kept(known)) }
                        continue
                    }
                    let known = try shelf.change(identity, else: wish.known) { place in
                        for change in wish.changes { change(&place) }
                        if wish.withPlace { place = wish.known.withBookmarks(of: place) }
                    }
                    pending.remove(first: wish.changes.count)
                    failure = nil
                    report(.kept(known))
                } catch {
                    // A full disk keeps nobody from reading. What is marked is tried again, also where nothing more is told.
                    failure = error
                    if !wish.changes.isEmpty { pending.retry(wish, in: retryPeriod, wakes) }
                }
                let shortfall = failure.map { "; kept for now only: \($0.reason)" } ?? ""
                if let notice = wish.notice { report(.told(.notice(notice + shortfall))) }
            }
            return failure
        }
    }

    /// Writes where it is read, and leaves what is marked as it is there, beside everything else. What was told last counts.
    func keep(_ place: ReadingPlace) {
        pending.wish(for: place, withPlace: true)
        wakes.yield()
    }

    /// Changes what is marked.
    /// - Parameters:
    ///   - known: what is kept where nothing is there; it has the change already.
    ///   - notice: what the user is told then; why that is not kept is added.
    func change(_ known: ReadingPlace, notice: String?, _ change: @escaping ReadingPlace.Change) {
        pending.wish(for: known, withPlace: false, change, notice)
        wakes.yield()
    }

    /// Only tells what is kept now.
    func look(_ known: ReadingPlace) {
        pending.wish(for: known, withPlace: false)
        wakes.yield()
    }

    /// What others have marked, and what was marked here and is not written yet.
    func withUnwritten(_ known: ReadingPlace) -> ReadingPlace { pending.withUnwritten(known) }

    /// All that was told has been written.
    /// - Returns: why the last place is not kept.
    func finish() async -> CommandError? {
        wakes.finish()
        return await writing.value
    }
}

extension PlaceKeeper {
    /// What is to be written next.
    private struct Wish {
        var known: ReadingPlace
        /// All of it but what is marked.
        var withPlace: Bool
        var changes: [ReadingPlace.Change] = []
        var notice: String?
    }

    private final class Pending: Sendable {
        private struct State {
            /// In the order in which they came about; each is here until it is on the disk.
            var unwritten: [ReadingPlace.Change]
            /// `nil` where nothing has been told since the last one was taken.
            var wish: Wish?
        }

        private let state: Mutex<State>

        init(_ first: ReadingPlace.Change?) { state = Mutex(State(unwritten: first.map { [$0] } ?? [])) }

        func wish(
            for known: ReadingPlace, withPlace: Bool, _ change: ReadingPlace.Change? = nil, _ notice: String? = nil
        ) {
            state.withLock { state in
                if let change { state.unwritten.append(change) }
                let earlier = state.wish
                state.wish = Wish(
                    known: known, withPlace: withPlace || earlier?.withPlace == true,
                    notice: notice ?? earlier?.notice)
            }
        }

        /// Takes it up again later, unless something else has been told by then.
        func retry(_ wish: Wish, in period: Duration, _ wakes: AsyncStream<Void>.Continuation) {
            Task.detached { [weak self] in
                try await Task.sleep(for: period)
                self?.state.withLock { state in
                    guard state.wish == nil, !state.unwritten.isEmpty else { return }
                    state.wish = wish
                    state.wish?.notice = nil
                    wakes.yield()
                }
            }
        }

        func takeWish() -> Wish? {
            state.withLock { state in
                guard var wish = state.wish.take() else { return nil }
                wish.changes = state.unwritten
                return wish
            }
        }

        func remove(first count: Int) { state.withLock { $0.unwritten.removeFirst(count) } }

        func withUnwritten(_ known: ReadingPlace) -> ReadingPlace {
            var place = known
            for change in state.withLock(\.unwritten) { change(&place) }
            return place
        }
    }
}
