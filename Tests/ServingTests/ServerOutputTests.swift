import Foundation
import Platform
import Testing

@testable import Serving

/// Each in a process of its own, since descriptor 2 is written to.
@Suite struct ServerOutputTests {
    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// What is written behind the time, of the lines that begin with one.
    private static func reported(_ result: ExitTest.Result) -> [Substring] {
        lines(result.standardErrorContent).compactMap { line in
            guard let blank = line.firstIndex(of: " "), Double(line[..<blank]) != nil else { return nil }
            return line[line.index(after: blank)...]
        }
    }

    @Test("lines are written in the order in which they were reported, behind the seconds since the beginning")
    func order() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let output = ServerOutput(isQuiet: false)
            for number in 0..<100 { output.report("line \(number)") }
            output.flush()
        }
        let found = try #require(result)
        #expect(Self.reported(found) == (0..<100).map { "line \($0)" })
        let times = Self.lines(found.standardErrorContent).compactMap {
            $0.split(separator: " ").first.flatMap { Double($0) }
        }
        #expect(times.count == 100 && times == times.sorted() && times.allSatisfy { $0 >= 0 })
        // All of one width.
        #expect(Self.lines(found.standardErrorContent).count { $0.contains(#/^[0-9]+\.[0-9]{3} line /#) } == 100)
    }

    @Test("one that is quiet writes nothing")
    func quiet() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let output = ServerOutput(isQuiet: true)
            output.report("a line")
            output.flush()
        }
        #expect(Self.reported(try #require(result)).isEmpty)
    }

    @Test("what a stranger named is one visible line")
    func visible() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let output = ServerOutput(isQuiet: false)
            output.report("from \u{1B}]0;x\u{07} \u{202E}\r\n1.0 forged")
            output.flush()
        }
        let lines = Self.reported(try #require(result))
        #expect(lines.count == 1 && lines[0].hasPrefix("from ^[") && lines[0].hasSuffix("forged"))
        #expect(lines[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    }

    @Test("a line is cut behind 2,000 characters")
    func cut() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let output = ServerOutput(isQuiet: false)
            output.report(String(repeating: "é", count: 1_999) + "z")
            output.report(String(repeating: "é", count: 2_000) + "z")
            output.flush()
        }
        let start = String(repeating: "é", count: 1_999)
        #expect(Self.reported(try #require(result)) == [start + "z", start + "é"])
    }

    @Test("nobody waits for a terminal that stands; of what is too much there is the number, where it is missing")
    func standing() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            // Full, so that not even the first line gets through.
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            var junk = 0
            let dots = [UInt8](repeating: UInt8(ascii: "."), count: 4_096)
            for size in [4_096, 1] { while case let count = write(ends[1], dots, size), count > 0 { junk += count } }
            _ = fcntl(ends[1], F_SETFL, 0)
            let kept = dup(STDERR_FILENO)
            dup2(ends[1], STDERR_FILENO)
            close(ends[1])
            let output = ServerOutput(isQuiet: false)
            for number in 0..<2_500 { output.report("line \(number)") }
            let input = ends[0]
            let reading = Task.detached {
                var bytes: [UInt8] = []
                while let some = Descriptor.read(input, limit: 65_536), !some.isEmpty { bytes += some }
                return bytes
            }
            output.flush()
            output.report("line 2500")
            output.flush()
            dup2(kept, STDERR_FILENO)
            let lines = ServerOutputTests.lines(Array(await reading.value.dropFirst(junk)))
            #expect(lines.prefix(2_000).compactMap { Int($0.split(separator: " ").last ?? "") } == Array(0..<2_000))
            #expect(lines.dropFirst(2_000).first == "... 500 lines skipped")
            #expect(lines.count == 2_002 && lines.last?.hasSuffix(" line 2500") == true)
        }
    }
}
