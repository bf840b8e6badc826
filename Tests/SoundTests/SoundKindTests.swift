import CSndfile
import Support
import Testing

@testable import Sound

@Suite struct SoundKindTests {
    private static func reason(_ bytes: [UInt8]) -> String {
        guard case .failure(let error) = SoundPiece(bytes).samples else { return "" }
        return error.reason
    }

    private static func pcm() throws -> [UInt8] {
        let file = SoundFile(rate: 24_000)
        return Array(try file.bytes(file.tone(220, seconds: 1))[44...])
    }

    @Test("b-kind-raw-pcm: samples without a header are named, in either order and from either byte on")
    func rawSamples() throws {
        let pcm = try Self.pcm()
        let swapped = stride(from: 0, to: pcm.count, by: 2).flatMap { [pcm[$0 + 1], pcm[$0]] }
        #expect(Self.reason(pcm).hasSuffix("16-bit PCM without a header"))
        #expect(Self.reason(swapped).hasSuffix("16-bit big-endian PCM without a header"))
        var chance = SplitMix64(seed: 4)
        let noise = (0..<9_000).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        #expect(Self.reason(noise).contains("unknown data that begins with "))
        #expect(Self.reason([UInt8](repeating: 0, count: 300)).hasSuffix("300 zeros"))
    }

    @Test(
        "b-kind: a payload is named by its first bytes",
        arguments: [
            ([0, 0, 0, 0x1C] + Array("ftypM4A ".utf8), "M4A or MP4 (AAC)"), ([0x1A, 0x45, 0xDF, 0xA3, 1], "WebM"),
            ([0x1F, 0x8B, 8, 0, 0], "gzip"), ([0xFF, 0xF1, 0x50, 0x80, 0xFF, 0x1F, 0xFC, 0], "AAC (ADTS)"),
            (Array("%PDF-1.7".utf8), "PDF"), ([0x89, 0x50, 0x4E, 0x47, 13], "PNG"),
            (Array("RIFF\0\0\0\0WAVEfmt ".utf8), "WAV ("),
        ])
    func kinds(bytes: [UInt8], name: String) {
        #expect(Self.reason(bytes + [UInt8](repeating: 7, count: 40)).contains(": \(name)"))
    }

    @Test(
        "b-kind-json-error, b-kind-html-error: the words of an answer that is no sound come through",
        arguments: [
            (#"{"detail":{"status":"quota_exceeded"}}"#, #"JSON: {"detail":{"status":"quota_exceeded"}}"#),
            (
                "<!DOCTYPE html><html><head><TITLE>502 Bad\nGateway</TITLE>",
                #"an HTML page with the title "502 Bad Gateway""#
            ),
            ("<html>", "an HTML page"), ("Zu viele Anfragen, später", #"text: "Zu viele Anfragen, später""#),
            ("UklGRiQAAABXQVZFZm10IBAAAAABAAEA", "base64 text: it was encoded twice"),
            ("data:audio/wav;base64,UklGRg==", "a data URL"),
        ])
    func answers(text: String, words: String) {
        #expect(Self.reason(Array(text.utf8)).hasSuffix(words) || Self.reason(Array(text.utf8)).contains(": \(words)"))
    }

    @Test("what is shown of a text is one line of at most 160 characters")
    func long() {
        let reason = Self.reason(Array(("a\u{202E}b\n" + String(repeating: "x", count: 400)).utf8))
        #expect(reason.contains("\"a b x") && reason.hasSuffix("x…\"") && reason.count < 260)
    }
}
