import Support
import Testing

@testable import JSON

@Suite struct JSONQuickReaderTests {
    private static func quick(_ text: some Collection<UInt8>) -> JSON? {
        Array(text).withUnsafeBufferPointer { JSONQuickReader.read($0) }
    }

    /// Without what is deeper.
    private static func cut(_ value: JSON, to depth: Int) -> JSON {
        switch value {
        case .object(let object):
            let members =
                depth == 0 ? [] : object.members.map { JSONObject.Member($0.key, cut($0.value, to: depth - 1)) }
            return .object(JSONObject(members))
        case .array(let elements): return .array(depth == 0 ? [] : elements.map { cut($0, to: depth - 1) })
        default: return value
        }
    }

    private static func careful(_ text: some Collection<UInt8>) -> JSON? {
        Array(text).withUnsafeBufferPointer { try? JSON.parse(carefully: $0).get() }
    }

    @Test("what backends usually send is read the quick way")
    func usual() {
        let text = """
            [ {"chunk_index": 3, "t": -1.25, "frames":[{"overlay_id":"a/12/J1_X2_M0.webp","char":"ɑ","ok":true,
            "none":null, "empty":{}, "list":[], "zero":0, "minus":-0}, {"overlay_id":"b"}]}\t]\r\n
            """
        #expect(Self.quick(text.utf8) != nil)
        #expect(Self.quick(text.utf8) == Self.careful(text.utf8))
    }

    @Test(
        "what is unusual or wrong is left to the careful way",
        arguments: [
            "", " ", "{", "[1,]", "[,1]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "nul", "truex", "01", "-", "1.", ".5",
            "1e5",
            "1.5E3", "12345678901234567890", "\"a\\n\"", "\"\u{1}\"", "\"open", "1 2", "[1]]", "{\"a\":1,\"a\":2}",
            "+1",
            "[1}", "'a'", "\u{FEFF}1", "NaN",
        ])
    func unusual(text: String) { #expect(Self.quick(text.utf8) == nil, "\(text)") }

    @Test("bytes that are no UTF-8 and nesting beyond the limit are left to the careful way")
    func limits() {
        #expect(Self.quick([0x22, 0xC3, 0x22]) == nil)
        #expect(Self.quick([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
        let deep = { (levels: Int) in String(repeating: "[", count: levels) + String(repeating: "]", count: levels) }
        #expect(Self.quick(deep(64).utf8) != nil)
        #expect(Self.quick(deep(65).utf8) == nil)
        #expect(Self.quick(deep(100_000).utf8) == nil)
        let wide = "{" + (0..<100).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        #expect(Self.quick(wide.utf8) == nil)
    }

    @Test("what is deeper than is wanted is looked at all the same, and left out", arguments: 0...4)
    func depth(depth: Int) {
        let text = """
            {"id": "a name that is long", "list": [{"n": 1, "lane": {"tokens": ["one", "zwölf"], "more": [[1.5, null]]}}, [2]]}
            """
        let quick = Array(text.utf8).withUnsafeBufferPointer { JSONQuickReader.read($0, depth: depth) }
        #expect(quick == Self.careful(text.utf8).map { Self.cut($0, to: depth) })
        for wrong in ["zw\\u00F6lf", "one\" \"", "\u{1}"] {
            let text = Array(text.replacing("zwölf", with: wrong).utf8)
            #expect(text.withUnsafeBufferPointer { JSONQuickReader.read($0, depth: depth) } == nil, "\(wrong)")
        }
        let cut = Array(text.utf8).split(separator: 0xC3).joined(separator: [0xC3, 0xC3])
        #expect(Array(cut).withUnsafeBufferPointer { JSONQuickReader.read($0, depth: depth) } == nil)
    }

    @Test("a value that is read the quick way is the one of the careful way, also of broken text")
    func agreement() {
        var numbers = SplitMix64(seed: 2)
        var read = 0
        for _ in 0..<3_000 {
            var bytes = RandomJSON.value(&numbers, depth: 0).utf8
            for _ in 0..<Int.random(in: 0..<3, using: &numbers) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &numbers)
                let marks = Array("{}[],:\"0-.e \\t".utf8) + [0, 0x80, 0xFF]
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(marks[Int.random(in: 0..<marks.count, using: &numbers)], at: place)
                default: bytes[place] = marks[Int.random(in: 0..<marks.count, using: &numbers)]
                }
            }
            guard let quick = Self.quick(bytes) else { continue }
            read += 1
            #expect(quick == Self.careful(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(read > 500)
    }
}
