import Testing

@testable import Terminal

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension ProcessWide {
    struct OutputQueueTests {
        private func output(_ pty: PseudoTerminal) -> Int32 {
            var modes = pty.modes
            modes.c_oflag &= ~tcflag_t(OPOST)
            tcsetattr(pty.slave, TCSANOW, &modes)
            return openFile(pty.path, O_WRONLY | O_NOCTTY | O_NONBLOCK)
        }

        @Test("a terminal that takes nothing never blocks the queue, and what it takes later is all there in order")
        func order() {
            let pty = PseudoTerminal(reads: false)
            var queue = OutputQueue(descriptor: output(pty), isNonBlocking: true)
            let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            queue.enqueue(Array(sent.prefix(300_000)))
            #expect(!queue.isIdle)
            queue.enqueue(Array(sent.dropFirst(300_000)))
            #expect(queue.pendingBytes + queue.counts.bytes == sent.count)
            var got: [UInt8] = []
            let finished = pty.waits {
                got += pty.drain()
                queue.flush()
                return queue.isIdle && got.count == sent.count
            }
            #expect(finished)
            #expect(got == sent)
            #expect(queue.counts.bytes == sent.count)
        }

        @Test("what is dropped is never sent, and being cut is said")
        func dropping() {
            let pty = PseudoTerminal(reads: false)
            var queue = OutputQueue(descriptor: output(pty), isNonBlocking: true)
            let isCutAtFirst = queue.drop()
            #expect(!isCutAtFirst)
            queue.enqueue([UInt8](repeating: 0x61, count: 1_000_000))
            let isCut = queue.drop()
            #expect(isCut)
            #expect(queue.isIdle)
            let taken = queue.counts.bytes
            var got = 0
            #expect(
                pty.waits {
                    got += pty.drain().count
                    return got == taken
                })
            queue.enqueue([0x62])
            #expect(pty.waits { pty.drain() == [0x62] })
        }

        @Test("where writing may block, only little is written at a time, and never without room")
        func blocking() {
            let pty = PseudoTerminal(reads: false)
            close(output(pty))
            var queue = OutputQueue(descriptor: pty.slave, isNonBlocking: false)
            queue.enqueue([UInt8](repeating: 0x61, count: 200_000))
            #expect(!queue.isIdle)
            var got = 0
            #expect(
                pty.waits {
                    got += pty.drain().count
                    queue.flush()
                    return got == 200_000
                })
        }

        @Test("a terminal that is gone takes everything and says so")
        func gone() {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            signal(SIGPIPE, SIG_IGN)
            close(ends[0])
            var queue = OutputQueue(descriptor: ends[1], isNonBlocking: true)
            queue.enqueue([1, 2, 3])
            #expect(queue.isBroken)
            #expect(queue.isIdle)
            queue.enqueue([4])
            #expect(queue.pendingBytes == 0)
            close(ends[1])
        }
    }
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
