import BookAPI
import Events
import Foundation
import JSON
import Library
import SocketIO
import Support
import Synchronization

/// The server of `Tests/Peers/books.py`, and what a test keeps of it on the disk.
struct BookPeer {
    let peer: Peer
    let folder: Folder
    let clock = SteppedClock()

    static let book = "job-7f3a"
    static let secret = "job-private"
    static let live = "job-live1"
    /// Once the order `{"films": true}` was given: a film in the library, a long one as a job, and subtitles alone.
    static let film = "job-91cc"
    static let filmJob = "job-91cd"
    static let subtitles = "job-srt1"

    init(_ arguments: String...) async throws {
        (peer, folder) = (try await Peer("books.py", arguments), try Folder())
    }

    var address: String { "http://127.0.0.1:\(peer.port)" }

    /// - Parameters:
    ///   - user: logs in; `nil` for somebody who does not.
    ///   - keeps: whether books are kept on the disk.
    ///   - idleSeconds: few for a server that will stall; the peer of a busy machine is only slow.
    func options(
        user: String? = nil, password: String = "correct horse", keeps: Bool = true, prefetches: Bool = false,
        address: String? = nil, idleSeconds: Int = 60
    ) throws -> LibraryOptions {
        var options = LibraryOptions(try LibraryAddress(address ?? self.address).server)
        (options.user, options.password) = (user, Secret(password))
        options.ask = { _ throws(CommandError) in throw .unusable("nobody is asked in a test") }
        options.stateFolder = folder.file("state")
        options.cache = keeps ? BookCache(folder.file("books"), limit: 1_000_000) : nil
        (options.clock, options.prefetches, options.idleSeconds) = (clock, prefetches, idleSeconds)
        return options
    }

    func server(user: String? = nil, keeps: Bool = true, prefetches: Bool = false) throws -> BookServer {
        BookServer(try options(user: user, keeps: keeps, prefetches: prefetches))
    }

    /// Everything that was asked for so far: what the peer says of it may be read later than its answer is.
    func asked() async throws -> [JSONObject] {
        try await peer.order([:])
        return peer.said("request")
    }

    /// The paths of that.
    func requests(_ method: String = "GET") async throws -> [String] {
        try await asked().filter { $0["method"]?.string == method }.compactMap { $0["path"]?.string }
    }

    func order(_ order: JSON) async throws { try await peer.order(order) }
}

/// A clock that stands, and on which nobody waits longer than a test lets them: all waits are over at once, and counted.
final class SteppedClock: LibraryClock {
    private let state = Mutex((now: Instant.zero, waits: [TimeSpan]()))

    var now: Instant { state.withLock(\.now) }
    var waits: [TimeSpan] { state.withLock(\.waits) }

    func sleep(_ span: TimeSpan) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.now += span
            state.waits.append(span)
        }
        await Task.yield()
    }
}
