import Support
import Testing

@testable import Tapes

@Suite struct ClipFolderNameTests {
    @Test("usual names stay as they are", arguments: ["idle_1_s_idle_1_e", "1", "a-b.c"])
    func usual(name: String) { #expect(ClipFolderName.of(name) == name) }

    @Test(
        "everything else is spelled out",
        arguments: [
            ("http://host:5003", "http%3a%2f%2fhost%3a5003"), ("..", "%2e."), (".", "%2e"), ("", "%"),
            ("../../etc", "%2e.%2f..%2fetc"), ("Idle_1", "%49dle_1"), ("a\u{0}b", "a%00b"), ("%", "%25"),
            ("~", "%7e"), ("é", "%c3%a9"), ("e\u{301}", "e%cc%81"), ("a\n", "a%0a"),
        ])
    func encoded(name: String, folder: String) { #expect(ClipFolderName.of(name) == folder) }

    @Test("whatever the text, the folder's name is short, plain and no other text's")
    func strangers() {
        var random = SplitMix64(seed: 4)
        let pieces = ["a", "A", "/", "..", "%", "%2e", "~", "\u{0}", "é", "e\u{301}", "\u{202E}", "C", "1", "_", " "]
        var owners: [String: [UInt8]] = [:]
        for round in 0..<4_000 {
            let count = Int.random(in: 0...(round % 100 == 0 ? 3_000 : 60), using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let name = ClipFolderName.of(text)
            #expect((1...100).contains(name.utf8.count) && !name.hasPrefix("."))
            #expect(
                name.unicodeScalars.allSatisfy {
                    "abcdefghijklmnopqrstuvwxyz0123456789_-.%~".unicodeScalars.contains($0)
                })
            let owner = owners.updateValue(Array(text.utf8), forKey: name)
            #expect(owner == nil || owner == Array(text.utf8))
        }
        #expect(owners.count > 2_000)
    }

    @Test("long names that differ only behind the part that is kept have folders of their own")
    func long() {
        let long = String(repeating: "a", count: 100_000)
        #expect(ClipFolderName.of(long + "b") != ClipFolderName.of(long + "c"))
        #expect(ClipFolderName.of(String(repeating: "a", count: 100)) == String(repeating: "a", count: 100))
    }
}
