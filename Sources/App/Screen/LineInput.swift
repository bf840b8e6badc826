import Bytes
import Events
import Platform
import Screens
import Synchronization

/// Lines of standard input or of another pipe or file, which are read as they are asked for: as fast as they are said.
final class LineInput: Sendable {
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var lines = LineSplitter(longest: LineInput.longest)
        var isOver = false

        /// The last line may have no end.
        mutating func finish() {
            lines.finish()
            isOver = true
        }

        mutating func nextLine() throws(LineTooLong) -> String? {
            while let line = try lines.next()?.get() {
                let text = String(decoding: line, as: UTF8.self).trimmed
                if !text.isEmpty { return text }
            }
            return nil
        }
    }

    /// Bytes of one.
    private static let longest = 65_536
    private static let pieceBytes = 4_096

    /// - Parameter descriptor: is read, and stays open.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Reads the next one that is not blank, on a thread of its own, since it may never come. One at a time.
    /// - Parameter give: gets it, or that there is none; before that why it cannot be read.
    func next(_ give: @escaping @Sendable (ScreenInput) -> Void) {
        let hasStarted = PosixThread.start { [self] in
            do throws(LineTooLong) {
                give(.line(try read()))
            } catch {
                give(.trouble("standard input has \(error.reason)"))
                give(.line(nil))
            }
        }
        guard !hasStarted else { return }
        give(.trouble("cannot start a thread: \(errorWords())"))
        give(.line(nil))
    }

    private func read() throws(LineTooLong) -> String? {
        while true {
            if let line = try state.withLock({ state throws(LineTooLong) in try state.nextLine() }) { return line }
            if state.withLock(\.isOver) { return nil }
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, -1) >= 0 || errno == EINTR else { return nil }
            switch Descriptor.readAvailable(descriptor, atMost: Self.pieceBytes) {
            case .nothing: break
            case .bytes(let piece): state.withLock { $0.lines.receive(piece) }
            case .end: state.withLock { $0.finish() }
            }
        }
    }
}
