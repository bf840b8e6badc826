import Events
import JSON
import SocketIO
import Support
import Testing

@testable import Wire

@Suite struct IngestTests {
    @Test("rebuild is the inverse of ingest for 5,000 random messages")
    func inverse() throws {
        var numbers = SplitMix64(seed: 1)
        var withBytes = 0
        for _ in 0..<5_000 {
            let message = RandomMessage.message(&numbers)
            if !ingest(message).blobs.isEmpty { withBytes += 1 }
            #expect(try roundTrip(message) == message)
        }
        #expect(withBytes > 1_000)
    }

    @Test(
        "every form of base64 gives the same bytes and its own text again",
        arguments: [
            "UklGRvv/AA==", "data:image/webp;base64,UklGRvv/AA==", "UklGRvv/AA", "UklG\r\n Rvv/AA==\n", "UklGRvv_AA==",
            "DATA:image/webp;BASE64,UklGRvv/AA==", "UklGRvv/AB==",
        ])
    func forms(text: String) throws {
        let message = WireMessage(name: "x", arguments: [["image_data": .string(text)]])
        let (stored, blobs) = ingest(message)
        let bytes: [UInt8] = [0x52, 0x49, 0x46, 0x46, 0xFB, 0xFF, 0x00]
        #expect(blobs.first?.bytes == bytes)
        #expect(stored.hashes.first == contentHash(of: bytes))
        #expect(try roundTrip(message) == message)
    }

    @Test("text that is no base64 stays text", arguments: ["", "  ", "UklGR", "hello world!", "UklG=Rg", "data:,abc"])
    func noBase64(text: String) {
        let (stored, blobs) = ingest(WireMessage(name: "x", arguments: [["image_data": .string(text)]]))
        #expect(blobs.isEmpty)
        #expect(stored.arguments == [["image_data": .string(text)]])
    }

    @Test(
        "b-text-plus: blanks where base64 has + are read as +, those that part lines are skipped",
        arguments: [
            ("+/v7++A+PD4=", " /v7  A PD4=", true), ("A/v7+++A+PD4", "A/v7   A PD4", true),
            ("A+B+C+D=", "A B C D=", true),
            ("AAA+BBBB", "AAA BBBB", true), ("", "AAAA BBBB CCCC", false), ("", "AAAABBBB CC==", false),
            ("", "AAA ", false),
            ("", " AAAABBBB", false), ("", "AAAA\n BBBB ", false),
        ])
    func blanks(meant: String, text: String, isMended: Bool) throws {
        let message = WireMessage(name: "receive_audio", arguments: [["audio_data": .string(text)]])
        let (stored, blobs) = ingest(message)
        #expect(stored.references.first?.form == (isMended ? .base64WithBlanks : .base64))
        #expect(!isMended || blobs.first?.bytes == Base64.decode(meant.utf8))
        #expect(try roundTrip(message) == message)
    }

    @Test("b-text-buffer: a Buffer of Node as JSON is its bytes, where bytes stand, and comes back as it was")
    func nodeBuffer() throws {
        let buffer: JSON = ["type": "Buffer", "data": [82, 0, 255]]
        let message = WireMessage(name: "x", arguments: [["audio_data": buffer, "other": buffer]])
        let (stored, blobs) = ingest(message)
        #expect(blobs == [Blob([82, 0, 255])] && stored.references.map(\.form) == [.nodeBuffer])
        #expect(try roundTrip(message) == message)
        for other in [
            ["type": "Buffer", "data": [82, 256]], ["data": [82], "type": "Buffer"], ["type": "Buffer", "data": []],
        ] as [JSON] {
            #expect(ingest(WireMessage(name: "x", arguments: [["audio_data": other]])).blobs.isEmpty)
        }
    }

    @Test(
        "b-text-none: what languages print for nothing is no base64", arguments: ["None", "null", "true", "nil", "NaN"])
    func printedNothing(text: String) {
        #expect(ingest(WireMessage(name: "x", arguments: [["audio_data": .string(text)]])).blobs.isEmpty)
    }

    @Test("base64 outside of the fields for pictures and sound is left alone")
    func otherFields() {
        let argument: JSON = ["message": "UklGRg==", "x": ["data": "UklGRg=="]]
        #expect(ingest(WireMessage(name: "new_message", arguments: [argument])).message.arguments == [argument])
    }

    @Test("equal pictures are one blob")
    func shared() {
        let argument: JSON = ["a": WireMessage.placeholder(0), "b": WireMessage.placeholder(1), "image": "AQI="]
        let (stored, blobs) = ingest(WireMessage(name: "x", arguments: [argument], attachments: [[1, 2], [1, 2]]))
        #expect(blobs == [Blob([1, 2])])
        #expect(stored.hashes.count == 3)
    }

    @Test("a stranger's reference object is renamed and names no bytes")
    func spoof() throws {
        let secret = contentHash(of: [1, 2, 3]).hex
        let fake: JSON = ["_blob": .string(secret), "bytes": 3, "form": "binary"]
        let message = WireMessage(
            name: "receive_base_frame", arguments: [["animation_name": "c", "frame_index": 0, "image_data": fake]])
        let (stored, _) = ingest(message)
        #expect(stored.hashes.isEmpty)
        #expect(interpret(stored).event == .baseFrameArrived("c", index: 0, picture: nil))
        #expect(try roundTrip(message) == message)
        let second = ingest(WireMessage(name: "x", arguments: [["__blob": fake, "_blob": 1]]))
        #expect(second.message.arguments[0].object?.members.map(\.key) == ["___blob", "__blob"])
    }

    @Test("N7 a placeholder without attachment loses that picture only")
    func missingAttachment() {
        let frames: JSON = [["image_data": WireMessage.placeholder(0)], ["image_data": WireMessage.placeholder(1)]]
        let (event, oddities) = meaning(
            "receive_frame_images_batch", ["chunk_index": 0, "frames": frames], [picture(1)])
        let expected = [
            OverlayFrame(sequence: 0, picture: payload(picture(1))), OverlayFrame(sequence: 1),
        ]
        #expect(event == .overlaysArrived(OverlayBatch(chunk: 0, frames: expected)))
        #expect(oddities == ["frame 1: image_data names a missing attachment (1)"])
    }

    @Test("bytes that are not there are an error")
    func missingBlob() {
        let (stored, _) = ingest(WireMessage(name: "x", arguments: [["image": "AQI="]]))
        #expect(throws: WireError.missingBlob(contentHash(of: [1, 2]))) { try rebuild(stored) { _ in nil } }
    }

    @Test("a hash is BLAKE2b-256")
    func hash() {
        #expect(
            contentHash(of: []).hex == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8")
        #expect(
            contentHash(of: Array("abc".utf8)).hex
                == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
    }
}
