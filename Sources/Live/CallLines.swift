import Bytes
import Dispatch
import Events
import PictureInPicture
import Platform
import SocketIO
import Synchronization
import Transport
import Wire

/// A call that is told line by line, by a pipe or a socket, in the place of a backend. Lines count as of when they come.
///
/// A line that is no event is passed over, one with an odd field is received; both are named with where they came from and their number.
/// When no more can come, what was told stays.
package final class CallLines: LiveConnection {
    /// Of one line, as of a line of a tape.
    static let longestLine = 6 * Limits.messageBytes
    /// Lines that were read and not taken yet: whoever tells more waits.
    static let mostWaiting = 64

    private let items: AsyncStream<ConnectionEvent>
    private let send: AsyncStream<ConnectionEvent>.Continuation
    /// Begins with nothing: a semaphore must not end with less than it began with.
    private let room = DispatchSemaphore(value: 0)
    private let isClosed = Atomic(false)
    private let source: String
    private let reading = DispatchGroup()

    package var user: String { "local" }
    package var backend: (any Backend)? { nil }

    /// - Parameters:
    ///   - descriptor: closed with the connection; `nil` where nothing is told but the opening.
    ///   - source: where the lines come from, for messages.
    ///   - opening: what is told first.
    /// - Throws: `CommandError` where the system has no thread.
    package init(
        _ descriptor: Int32?, from source: String = "", opening: [WireMessage] = []
    ) throws(CommandError) {
        self.source = source
        (items, send) = AsyncStream.makeStream()
        for _ in 0..<Self.mostWaiting { room.signal() }
        send.yield(.connected(.inProcess))
        for message in opening { send.yield(.message(message, arrived: .now)) }
        guard let descriptor else { return }
        reading.enter()
        let hasStarted = PosixThread.start { [self] in
            read(descriptor)
            close(descriptor)
            reading.leave()
        }
        guard hasStarted else {
            reading.leave()
            throw .failed("cannot start a thread: \(errorWords())")
        }
    }

    private func close(_ descriptor: Int32) { _ = OpenFile(owning: descriptor).close() }

    // MARK: The connection

    package func next() async -> ConnectionEvent? {
        var iterator = items.makeAsyncIterator()
        let event = await iterator.next()
        room.signal()
        return event
    }

    /// Nobody is there to be told anything.
    @discardableResult package func emit(_ message: WireMessage) -> Bool { false }
    package func retry() {}

    package func close() async {
        isClosed.store(true, ordering: .relaxed)
        // The reader may wait for room.
        room.signal()
        await withCheckedContinuation { continuation in
            reading.notify(queue: .global()) { continuation.resume() }
        }
        send.finish()
    }

    // MARK: Reading

    /// How long it takes at most until a reader to whom nothing is told sees that it is to end.
    private static let look = Int64(50)

    private func read(_ descriptor: Int32) {
        var lines = LineSplitter(longest: Self.longestLine)
        var (number, call) = (0, Call())
        func giveLines() {
            while let line = lines.next() {
                number += 1
                give(line, number, in: &call)
            }
        }
        while !isClosed.load(ordering: .relaxed) {
            let events = Descriptor.wait(descriptor, Int32(POLLIN), milliseconds: Self.look)
            guard events != 0 else { continue }
            guard let bytes = Descriptor.read(descriptor, limit: 64 << 10), !bytes.isEmpty else { break }
            lines.receive(bytes)
            giveLines()
        }
        lines.finish()
        giveLines()
        yield(.ended)
    }

    /// - Parameter call: as it was told so far.
    private func give(_ line: Result<ArraySlice<UInt8>, LineTooLong>, _ number: Int, in call: inout Call) {
        let odd = { (reason: String) in WireError.badLine(place: "\(self.source), line \(number)", reason: reason) }
        switch line {
        case .failure: yield(.odd(odd("more than \(Self.longestLine) bytes")))
        case .success(let bytes):
            guard !bytes.allSatisfy({ $0 <= 0x20 }) else { return }
            do throws(WireError) {
                let message = try NDJSONLine.message(bytes)
                yield(.message(message, arrived: .now))
                if let oddity = Self.oddity(of: message, bytes.count, in: &call) { yield(.remark(odd(oddity))) }
            } catch {
                yield(.odd(odd(Self.words(error))))
            }
        }
    }

    /// The first thing that is strange about a message. Frames are left to whoever receives them: their bytes are not read twice.
    private static func oddity(of message: WireMessage, _ byteCount: Int, in call: inout Call) -> String? {
        guard byteCount <= longestChecked else { return nil }
        let (event, oddities) = interpret(ingest(message).message)
        let strange: String? = if case .call(let event) = event { call.handle(event) } else { nil }
        return oddities.first ?? strange
    }

    private static let longestChecked = 16 << 10

    /// They stand behind the line's number.
    private static func words(_ error: WireError) -> String {
        if case .badField("line", let reason) = error { String(reason.trimmingPrefix("is ")) } else { error.reason }
    }

    private func yield(_ event: ConnectionEvent) {
        // Closing makes room once.
        guard !isClosed.load(ordering: .relaxed) else { return }
        room.wait()
        if !isClosed.load(ordering: .relaxed) { send.yield(event) }
    }
}
