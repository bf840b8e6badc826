import Events
import JSON
import Testing

@testable import Wire

@Suite struct PayloadReferenceTests {
    private static func hash(_ number: UInt8) -> ContentHash { contentHash(of: [number]) }

    @Test("all that a stored message names is found, texts that look like it are not")
    func names() {
        var first = PayloadReference(hash: Self.hash(1), byteCount: 1, form: .dataURL)
        (first.prefix, first.originalText) = ("data:a/b;base64,", Self.hash(2))
        let second = PayloadReference(hash: Self.hash(3), byteCount: 1, form: .binary)
        let message: JSON = [
            "a": first.json, "b": [second.json, second.json], "text": .string(Self.hash(4).hex),
            "c": .string(#"{"_blob":"\#(Self.hash(5).hex)"}"#),
        ]
        #expect(PayloadReference.hashes(in: Array(message.text.utf8)) == [Self.hash(1), Self.hash(2), Self.hash(3)])
        #expect(PayloadReference.hashes(in: Array(#"{"_blob":"12","text":"#.utf8)).isEmpty)
    }

    @Test("what is no message is looked through once", .timeLimit(.minutes(10)))
    func nonsense() {
        let text = String(repeating: PayloadReference.opening, count: 400_000)
        #expect(PayloadReference.hashes(in: Array(text.utf8)).isEmpty)
    }
}
