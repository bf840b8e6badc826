import CCurses
import Platform
import Testing

@testable import Terminal

extension ProcessWide {
    struct OutputQueueTests {
        /// A queue to the slave of `pty`, and whether the writer has said that it ended.
        private func queue(_ pty: PseudoTerminal, isNonBlocking: Bool = true) throws -> OutputQueue {
            var modes = pty.modes
            modes.c_oflag &= ~tcflag_t(OPOST)
            tcsetattr(pty.slave, TCSANOW, &modes)
            let own = isNonBlocking ? openFile(pty.path, O_WRONLY | O_NOCTTY | O_NONBLOCK) : nil
            return OutputQueue(writer: try writer(pty.slave), nonBlocking: own)
        }

        private func writer(_ descriptor: Int32) throws -> OutputWriter {
            try OutputWriter(descriptor: descriptor) {}
        }

        @Test(
            "a terminal that takes nothing never blocks the queue, and what it takes later is all there in order",
            arguments: [true, false])
        func order(isNonBlocking: Bool) throws {
            let pty = PseudoTerminal(reads: false)
            var queue = try queue(pty, isNonBlocking: isNonBlocking)
            let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            queue.enqueue(Array(sent.prefix(300_000)))
            #expect(!queue.isIdle)
            queue.enqueue(Array(sent.dropFirst(300_000)))
            #expect(queue.takenBytes < sent.count)
            var got: [UInt8] = []
            let finished = pty.waits {
                got += pty.drain()
                queue.flush()
                return queue.isIdle && got.count == sent.count
            }
            #expect(finished)
            #expect(got == sent)
            #expect(queue.takenBytes == sent.count)
        }

        @Test("what fits is sent at once, by whoever asks", arguments: [1, 4_000])
        func small(count: Int) throws {
            let pty = PseudoTerminal(reads: false)
            var queue = try queue(pty)
            queue.enqueue([UInt8](repeating: 0x61, count: count))
            #expect(queue.isIdle)
            #expect(queue.takenBytes == count)
            #expect(pty.waits { pty.drain().count == count })
        }

        @Test("what is dropped is never sent, and being cut is said", arguments: [true, false])
        func dropping(isNonBlocking: Bool) throws {
            let pty = PseudoTerminal(reads: false)
            var queue = try queue(pty, isNonBlocking: isNonBlocking)
            let isCutAtFirst = queue.drop()
            #expect(!isCutAtFirst)
            for _ in 0..<20 {
                let before = queue.takenBytes
                queue.enqueue([UInt8](repeating: 0x61, count: 1_000_000))
                let isCut = queue.drop()
                #expect(isCut)
                #expect(queue.isIdle && !queue.isBroken)
                var got = 0
                #expect(
                    pty.waits {
                        got += pty.drain().count
                        return got == queue.takenBytes - before
                    })
            }
            queue.enqueue([0x62])
            #expect(
                pty.waits {
                    queue.flush()
                    return queue.isIdle
                })
            #expect(pty.waits { pty.drain() == [0x62] })
        }

        @Test("once the writer is closed its write ends and no other begins, until it is opened again")
        func closing() throws {
            let pty = PseudoTerminal(reads: false)
            var queue = try queue(pty)
            queue.enqueue([UInt8](repeating: 0x61, count: 1_000_000))
            cameo_writer_close(queue.writer.handle.pointer)
            queue.flush()
            #expect(queue.isIdle)
            let taken = queue.takenBytes
            queue.enqueue([0x62])
            queue.enqueue([UInt8](repeating: 0x62, count: 1_000_000))
            #expect(queue.isIdle && queue.takenBytes == taken)
            #expect(pty.drain().count == taken)
            cameo_writer_open(queue.writer.handle.pointer)
            queue.enqueue([0x63])
            #expect(pty.waits { pty.drain() == [0x63] })
        }

        @Test("a terminal whose file somebody else has set not to block is waited for, and given up at once")
        func shared() throws {
            let pty = PseudoTerminal(reads: false)
            _ = setFlags(pty.slave, O_NONBLOCK)
            var queue = try queue(pty, isNonBlocking: false)
            queue.enqueue([UInt8](repeating: 0x61, count: 200_000))
            var got = 0
            #expect(
                pty.waits {
                    got += pty.drain().count
                    queue.flush()
                    return queue.isIdle && got == 200_000
                })
            queue.enqueue([UInt8](repeating: 0x61, count: 200_000))
            let isCut = queue.drop()
            #expect(isCut && !queue.isBroken)
        }

        @Test("a terminal that is gone takes everything and says so", arguments: [true, false])
        func gone(isNonBlocking: Bool) throws {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            signal(SIGPIPE, SIG_IGN)
            close(ends[0])
            var queue = OutputQueue(writer: try writer(ends[1]), nonBlocking: isNonBlocking ? ends[1] : nil)
            queue.enqueue([1, 2, 3])
            let pty = PseudoTerminal(reads: false)
            #expect(
                pty.waits {
                    queue.flush()
                    return queue.isIdle
                })
            #expect(queue.isBroken)
            queue.enqueue([4])
            #expect(queue.isIdle)
            close(ends[1])
        }
    }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func setFlags(_ descriptor: Int32, _ flags: Int32) -> Int32 { fcntl(descriptor, F_SETFL, flags) }
