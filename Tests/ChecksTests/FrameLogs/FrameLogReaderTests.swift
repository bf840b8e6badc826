import JSON
import Support
import Testing
import Wire

@testable import Checks

struct FrameLogReaderTests {
    private static func read(_ bytes: [UInt8], pieces: [Int] = []) -> (lines: [FrameLogLine], reader: FrameLogReader) {
        var reader = FrameLogReader()
        var lines: [FrameLogLine] = []
        var start = 0
        for cut in pieces + [bytes.count] where cut >= start {
            lines += reader.feed(bytes[start..<min(cut, bytes.count)])
            start = min(cut, bytes.count)
        }
        if let last = reader.finish() { lines.append(last) }
        return (lines, reader)
    }

    private static func read(_ text: String) -> (lines: [FrameLogLine], reader: FrameLogReader) {
        read(Array(text.utf8))
    }

    private static let names =
        "timestamp|source|session|chunk|seq|anim|base|overlay|sync|fps|sprite|char|buffer|next_chunk"
    /// A line of each number of columns, and what it says.
    private static let full =
        "2026-03-01T12:00:31.402Z|ANDROID|s1|2|7|talking_1_s_talking_1_e|41|k/41/3|DESYNC|29.9|42|a|12/30|27"
    private static let withoutSprite =
        "2026-03-01 12:00:31.435|IOS|s1|2|8|talking_1_s_talking_1_e|42|k/42/3|SYNC|30|a|11/30|none"

    // MARK: Columns

    @Test("N58: a line of 14 columns has them all")
    func fourteen() throws {
        let line = try #require(Self.read(Self.full + "\n").lines.first)
        #expect(
            line
                == FrameLogLine(
                    number: 1, columns: 14, time: StatedTime(origin: .epoch, microseconds: 1_772_366_431_402_000),
                    source: "ANDROID", session: "s1", chunk: 2, sequence: 7, clip: "talking_1_s_talking_1_e",
                    baseIndex: 41, overlayKey: "k/41/3", status: "DESYNC", rate: 29.9, sprite: 42, character: "a",
                    buffer: "12/30", nextChunk: "27"))
    }

    @Test("N58: a line of 13 columns has all but the sprite")
    func thirteen() throws {
        let line = try #require(Self.read(Self.withoutSprite + "\n").lines.first)
        #expect(line.columns == 13 && line.sprite == nil && line.rate == 30)
        #expect(line.character == "a" && line.buffer == "11/30" && line.nextChunk == "none")
    }

    @Test("N58: a line of 10, 11 or 12 columns has the leading ones", arguments: [10, 11, 12])
    func leading(count: Int) throws {
        let text = Self.full.split(separator: "|").prefix(count).joined(separator: "|")
        let line = try #require(Self.read(text + "\n").lines.first)
        #expect(line.columns == count && line.rate == 29.9 && line.status == "DESYNC")
        #expect(line.sprite == (count >= 11 ? 42 : nil))
        #expect(line.character == (count >= 12 ? "a" : nil))
        #expect(line.buffer == nil && line.nextChunk == nil)
    }

    @Test("N58: fewer and more columns are bad lines", arguments: [1, 2, 9, 15, 40])
    func wrongCount(count: Int) {
        let line = (["2026-03-01 12:00:31"] + [String](repeating: "1", count: count - 1)).joined(separator: "|")
        let (lines, reader) = Self.read(line + "\n" + Self.full + "\n")
        #expect(lines.map(\.number) == [2])
        #expect(reader.firstBad == [FrameLogReader.BadLine(number: 1, error: .columns(found: count))])
    }

    @Test("columns may be padded, empty, or say in words that there is nothing")
    func nothing() throws {
        let line = try #require(Self.read(" 5 | IOS |s||-|idle|3.0|unknown|SYNC| n/a |none||\t|None \r\n").lines.first)
        #expect(line.source == "IOS" && line.chunk == nil && line.sequence == nil && line.baseIndex == 3)
        #expect(line.overlayKey == nil && line.rate == nil && line.sprite == nil)
        #expect(line.character == "" && line.buffer == "" && line.nextChunk == "None")
    }

    @Test(
        "a number that is none makes a line bad, and the reason says which",
        arguments: [
            (3, "x", "chunk \"x\" is not a number"), (4, "1.5", "seq \"1.5\" is not a number"),
            (6, "1e3", "base \"1e3\" is not a number"), (9, "-30", "fps \"-30\" is not a number"),
            (10, "9999999999999999", "sprite \"9999999999999999\" is not a number"),
            (0, "yesterday", "\"yesterday\" is not a time"), (0, "", "\"\" is not a time"),
        ])
    func badNumber(column: Int, text: String, reason: String) {
        var columns = Self.full.split(separator: "|").map(String.init)
        columns[column] = text
        let reader = Self.read(columns.joined(separator: "|") + "\n").reader
        #expect(reader.firstBad.map(\.error.reason) == [reason])
        #expect(reader.goodCount == 0 && reader.badCount == 1)
    }

    // MARK: Lines

    @Test("what serve writes of a client's frame is read, and of one that wants out of its line, too")
    func records() {
        let record: JSONObject = [
            "timestamp": "2026-03-01T12:00:31.402Z", "source": "ANDROID", "chunk": 2, "seq": 7, "anim": "talk",
            "base_frame": 41, "overlay_key": "k/41/3", "sync_status": "SYNC", "fps": "29.9", "sprite": 41, "char": "a",
            "buffer": "12/30", "next_chunk": "27",
        ]
        let wild: JSONObject = ["anim": "a|b\nc\u{1B}[2J\u{9B}", "chunk": ["x"], "fps": .double(.infinity)]
        let text = [record, wild].map {
            FrameRecordLine.text($0, session: "s", time: "2026-03-01T12:00:00.000Z") + "\n"
        }
        let (lines, reader) = Self.read(text.joined())
        #expect(lines.map(\.chunk) == [2, nil] && lines.first?.sprite == 41 && reader.badCount == 0)
    }

    @Test("names, blank lines, CR LF and a byte order mark are no frames")
    func otherLines() {
        let text =
            "\u{FEFF}\(Self.names)\r\n\r\n\(Self.full)\r\n \t\r\n\(Self.names.uppercased())\n\(Self.withoutSprite)\n"
        let (lines, reader) = Self.read(text)
        #expect(lines.map(\.number) == [3, 6])
        #expect(lines.last?.nextChunk == "none")
        #expect(reader.headerCount == 2 && reader.blankCount == 2 && reader.badCount == 0 && reader.lineCount == 6)
        #expect(!reader.endsInsideLine)
    }

    @Test("N58: a last line cut off anywhere is a bad line, or lacks the end of its last column only")
    func cutAnywhere() {
        let before = Array((Self.full + "\n").utf8)
        let last = Array(Self.full.utf8)
        for length in 1..<last.count {
            let (lines, reader) = Self.read(before + last.prefix(length))
            let columns = last.prefix(length).count { $0 == UInt8(ascii: "|") } + 1
            #expect(reader.endsInsideLine)
            if columns == 14 {
                #expect(lines.count == 2 && reader.badCount == 0)
            } else {
                #expect(lines.count == 1 && reader.goodCount == 1)
                #expect(reader.firstBad == [FrameLogReader.BadLine(number: 2, error: .cutOff(columns: columns))])
            }
        }
    }

    @Test("a line of 8,192 bytes is read, a longer one is a bad line, however it arrives")
    func longLines() {
        let padding = FrameLogReader.lineLimit - Self.full.utf8.count
        let longest = Array((Self.full + String(repeating: "9", count: padding)).utf8)
        let tooLong = longest + [UInt8(ascii: "9")]
        for size in [1, 4_096, 8_192, 8_193, 100_000] {
            let bytes = longest + [0x0A] + tooLong + [0x0A] + longest + [0x0A] + tooLong
            let (lines, reader) = Self.read(bytes, pieces: Array(stride(from: size, to: bytes.count, by: size)))
            #expect(lines.map(\.number) == [1, 3])
            #expect(
                reader.firstBad == [2, 4].map { FrameLogReader.BadLine(number: $0, error: .tooLong(limit: 8_192)) })
        }
    }

    @Test("of a thousand bad lines the first ten are kept and all are counted")
    func manyBadLines() {
        let reader = Self.read(String(repeating: "CHUNK_START\n", count: 1_000)).reader
        #expect(reader.badCount == 1_000 && reader.firstBad.map(\.number) == Array(1...10))
        #expect(reader.firstBad.first?.error.reason == "no columns")
    }

    // MARK: Any bytes

    @Test("two cuts anywhere change nothing")
    func everySplit() {
        let bytes = Array("\u{FEFF}\(Self.names)\r\n\(Self.withoutSprite)\r\n|\n\n5|a|b|1|2|c|3||SYNC|30\n1|2".utf8)
        let (lines, reader) = Self.read(bytes)
        #expect(lines.map(\.number) == [2, 5] && reader.badCount == 2)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let (again, other) = Self.read(bytes, pieces: [first, second])
                guard again == lines, other.firstBad == reader.firstBad, other.lineCount == reader.lineCount,
                    other.blankCount == reader.blankCount, other.endsInsideLine == reader.endsInsideLine
                else {
                    Issue.record("cut at \(first) and \(second)")
                    return
                }
            }
        }
    }

    @Test("random bytes and broken lines are counted, whatever they are", arguments: [1, 2, 3, 4] as [UInt64])
    func randomBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("||||||0123456789.-:+TZ \r\n\0\u{e9}\u{1F600}SYNC".utf8) + [0xFF, 0xC0, 0x80]
        for _ in 0..<1_000 {
            var bytes = (0..<random.below(200)).map { _ in random.pick(alphabet) }
            if random.isOneIn(2) { bytes += Array(Self.full.utf8) + [0x0A] + Array(Self.withoutSprite.utf8) }
            for _ in 0..<random.below(4) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            let (lines, reader) = Self.read(bytes, pieces: [random.below(bytes.count + 1)])
            var summary = FrameLogSummary()
            for line in lines {
                #expect(!line.time.text.isEmpty)
                summary.receive(line)
            }
            #expect(lines.count == reader.goodCount && summary.lines == lines.count)
            #expect(reader.goodCount + reader.badCount + reader.blankCount + reader.headerCount == reader.lineCount)
            #expect(lines.map(\.number) == lines.map(\.number).sorted())
        }
    }

    // MARK: A million lines

    @Test("N58: a million lines, mixed in columns and time, with bad lines and a cut end, are all read and counted")
    func million() throws {
        let blocks = 20_000
        let block = try Self.mixedBlock()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(blocks * block.count + 100)
        for _ in 0..<blocks { bytes += block }
        bytes += Array(Self.full.utf8).prefix(60)
        var reader = FrameLogReader()
        var columns = [Int](repeating: 0, count: 15)
        var times: [StatedTime.Origin: Int] = [:]
        var last: FrameLogLine?
        for start in stride(from: 0, to: bytes.count, by: 65_521) {
            for line in reader.feed(bytes[start..<min(start + 65_521, bytes.count)]) {
                columns[line.columns] += 1
                times[line.time.origin, default: 0] += 1
                last = line
            }
        }
        #expect(reader.finish() == nil)
        #expect(reader.lineCount == 1_000_001)
        #expect(reader.goodCount == 48 * blocks && reader.badCount == 2 * blocks + 1)
        #expect(columns[10...14].map { $0 / blocks } == [9, 10, 10, 10, 9])
        #expect(times == [.epoch: 38 * blocks, .unknown: 10 * blocks])
        #expect(last?.number == 1_000_000 && reader.endsInsideLine)
        #expect(reader.firstBad.map(\.number) == [1, 25, 51, 75, 101, 125, 151, 175, 201, 225])
    }

    /// 50 lines: 10 to 14 columns in turn, a fifth of them with small numbers for times, the 1st and the 25th bad.
    private static func mixedBlock() throws -> [UInt8] {
        let times = [
            "2026-03-01T12:00:31.402Z", "2026-03-01 12:00:31.402", "1772366431402", "2500.5", "1772366431402.5",
        ]
        let text = (0..<50).map { index in
            let count = 10 + index % 5
            var columns = (count == 13 ? withoutSprite : full).split(separator: "|").prefix(count).map(String.init)
            columns[0] = times[index / 5 % 5]
            columns[4] = String(index)
            if index == 0 { columns[3] = "?" }
            if index == 24 { columns.removeLast(5) }
            return columns.joined(separator: "|") + (index % 7 == 0 ? "\r\n" : "\n")
        }
        return Array(text.joined().utf8)
    }
}
