import Platform
import Synchronization

/// A text that comes in pieces, as a descriptor to read it from: of the one whose turn it is, for whoever reads sentences.
///
/// A thread of its own writes what there is room for. Owner: whoever carries out what the queue wants, from any thread.
package final class TextPipe: Sendable {
    /// Ends with the text, or once it is stopped. Belongs to whoever reads it.
    package let reading: Int32
    private let contents: Contents

    /// - Parameter took: gets the bytes that a reader has room for, on any thread: for `TileServer.took`. Once nobody reads, all count
    ///   as taken.
    /// - Throws: `TileError.system`.
    package init(took: @escaping @Sendable (Int) -> Void) throws(TileError) {
        guard let bell = Bell(), let ends = Descriptor.pipe() else {
            throw .system(path: "text to speak", words: errorWords())
        }
        Descriptor.setNonBlocking(ends.writing)
        let (writing, contents) = (QuietSocket(ends.writing), Contents(bell, took))
        guard PosixThread.start({ contents.pass(to: writing) }) else {
            let words = errorWords()
            close(ends.reading)
            throw .system(path: "text to speak", words: words)
        }
        (reading, self.contents) = (ends.reading, contents)
    }

    deinit { contents.end { $0.isFinished = true } }

    package func append(_ text: String) { contents.append(text) }

    /// Nothing more comes; the reader gets the rest.
    package func finish() { contents.end { $0.isFinished = true } }

    /// The reader gets no more than is in the pipe.
    package func stop() { contents.end { $0.isStopped = true } }

    /// What has not been written. The mutex guards it from the thread that writes.
    private final class Contents: Sendable {
        struct Waiting {
            var bytes: [UInt8] = []
            var isFinished = false
            var isStopped = false
            /// Nobody reads.
            var isLost = false
        }

        private let waiting = Mutex(Waiting())
        private let bell: Bell
        private let took: @Sendable (Int) -> Void

        init(_ bell: Bell, _ took: @escaping @Sendable (Int) -> Void) { (self.bell, self.took) = (bell, took) }

        func append(_ text: String) {
            let isLost = waiting.withLock { waiting in
                if !waiting.isLost { waiting.bytes += text.utf8 }
                return waiting.isLost
            }
            if isLost { took(text.utf8.count) } else { bell.ring() }
        }

        func end(_ change: (inout Waiting) -> Void) {
            waiting.withLock { change(&$0) }
            bell.ring()
        }

        func pass(to writing: QuietSocket) {
            var rest: [UInt8] = []
            while true {
                let isFinished = waiting.withLock { waiting in
                    rest += waiting.bytes
                    waiting.bytes = []
                    return waiting.isStopped ? nil : waiting.isFinished
                }
                guard let isFinished else { return lose(rest) }
                let count = rest.count
                let isRead = writing.write(&rest)
                if rest.count < count { took(count - rest.count) }
                guard isRead, !(isFinished && rest.isEmpty) else { return lose(rest) }
                var entries = [
                    pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: writing.descriptor, events: rest.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
                ]
                poll(&entries, 2, -1)
                if Descriptor.isOver(Int32(entries[1].revents)) { return lose(rest) }
                if entries[0].revents != 0 { bell.silence() }
            }
        }

        private func lose(_ rest: [UInt8]) {
            let late = waiting.withLock { waiting in
                waiting.isLost = true
                defer { waiting.bytes = [] }
                return waiting.bytes.count
            }
            if rest.count + late > 0 { took(rest.count + late) }
        }
    }
}
