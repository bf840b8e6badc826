import BookAPI
import Events
import Reading
import Synchronization

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
        _ report: @escaping @Sendable (BookEvent) -> Void
    ) {
        let pending = Pending(first)
        let (stream, wakes) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.pending, self.wakes) = (pending, wakes)
        writing = Task.detached {
            var failure: CommandError?
            // The user was told that something is so for now only.
            var isShortfallSaid = false
            for await _ in stream {
                guard let request = pending.takeRequest() else { continue }
                do throws(CommandError) {
                    guard request.withPlace || !request.changes.isEmpty else {
                        if let known = shelf.place(of: identity) { report(.kept(known, changes: request.changeCount)) }
                        continue
                    }
                    let known = try shelf.change(identity, else: request.known) { place in
                        for change in request.changes { change(&place) }
                        if request.withPlace { place = request.known.withBookmarks(of: place) }
                    }
                    pending.hasWritten(request)
                    failure = nil
                    report(.kept(known, changes: request.changeCount))
                } catch {
                    // A full disk keeps nobody from reading. It is tried again, also where nothing more is told.
                    failure = error
                    pending.planRetry(in: retryPeriod, wakes)
                }
                let shortfall = failure.map { "; this session only: \($0.reason)" } ?? ""
                if let notice = request.notice {
                    report(.told(.notice(notice + shortfall)))
                    isShortfallSaid = failure != nil
                } else if isShortfallSaid, failure == nil {
                    report(.told(.notice("Earlier changes are now saved")))
                    isShortfallSaid = false
                }
            }
            return failure
        }
    }

    /// Writes where it is read, and leaves what is marked as it is there, beside everything else. What was told last counts.
    func keep(_ place: ReadingPlace) {
        pending.tell(place, withPlace: true)
        wakes.yield()
    }

    /// Changes what is marked.
    /// - Parameters:
    ///   - known: what is kept where nothing is there; it has the change already.
    ///   - notice: what the user is told then; why that is not kept is added.
    func change(_ known: ReadingPlace, notice: String?, _ change: @escaping ReadingPlace.Change) {
        pending.tell(known, withPlace: false, change, notice)
        wakes.yield()
    }

    /// Only tells what is kept now.
    func look(_ known: ReadingPlace) {
        pending.tell(known, withPlace: false)
        wakes.yield()
    }

    /// How many changes were made so far: what is kept after fewer of them is old.
    var changeCount: Int { pending.changeCount }

    /// Something that was marked is not on the disk.
    var hasUnwrittenMarks: Bool { pending.hasUnwritten }

    /// All that was told has been written.
    /// - Returns: why the last place is not kept.
    func finish() async -> CommandError? {
        wakes.finish()
        return await writing.value
    }
}

extension PlaceKeeper {
    /// What is to be written next.
    private struct Request {
        let known: ReadingPlace
        /// All of it but what is marked.
        let withPlace: Bool
        let changes: [ReadingPlace.Change]
        /// Of all that were made so far.
        let changeCount: Int
        let notice: String?
    }

    private final class Pending: Sendable {
        private struct State {
            /// In the order in which they came about; each is here until it is on the disk.
            var unwritten: [ReadingPlace.Change]
            var changeCount = 0
            /// As it was told last.
            var newest: ReadingPlace?
            var isPlaceUnwritten = false
            /// Something has been told, or is to be tried again, since a request was taken.
            var isDue = false
            var isRetryPlanned = false
            /// Of several the last.
            var notice: String?
        }

        private let state: Mutex<State>

        init(_ first: ReadingPlace.Change?) { state = Mutex(State(unwritten: first.map { [$0] } ?? [])) }

        var changeCount: Int { state.withLock(\.changeCount) }
        var hasUnwritten: Bool { state.withLock { !$0.unwritten.isEmpty } }

        func tell(
            _ known: ReadingPlace, withPlace: Bool, _ change: ReadingPlace.Change? = nil, _ notice: String? = nil
        ) {
            state.withLock { state in
                if let change {
                    state.unwritten.append(change)
                    state.changeCount += 1
                }
                (state.newest, state.isDue) = (known, true)
                state.isPlaceUnwritten = state.isPlaceUnwritten || withPlace
                state.notice = notice ?? state.notice
            }
        }

        func takeRequest() -> Request? {
            state.withLock { state in
                guard state.isDue, let newest = state.newest else { return nil }
                state.isDue = false
                return Request(
                    known: newest, withPlace: state.isPlaceUnwritten, changes: state.unwritten,
                    changeCount: state.changeCount, notice: state.notice.take())
            }
        }

        func hasWritten(_ request: Request) {
            state.withLock { state in
                state.unwritten.removeFirst(request.changes.count)
                // Another one may have been told meanwhile.
                if request.withPlace, state.newest == request.known { state.isPlaceUnwritten = false }
            }
        }

        /// Lets what is not written then be tried again.
        func planRetry(in period: Duration, _ wakes: AsyncStream<Void>.Continuation) {
            let isNew = state.withLock { state in
                defer { state.isRetryPlanned = true }
                return !state.isRetryPlanned
            }
            guard isNew else { return }
            Task.detached { [weak self] in
                try await Task.sleep(for: period)
                self?.state.withLock { state in
                    state.isRetryPlanned = false
                    state.isDue = state.isDue || state.isPlaceUnwritten || !state.unwritten.isEmpty
                }
                wakes.yield()
            }
        }
    }
}
