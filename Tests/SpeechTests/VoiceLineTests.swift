import Events
import Support
import Testing

@testable import Speech

@Suite("Lines of the voices' protocol")
struct VoiceLineTests {
    private static let requests: [(VoiceRequest, String)] = [
        (
            .say(id: 1, text: "Hi \"you\"\n😀", VoiceManner(voice: "de", rate: 80, pitch: 120)),
            #"{"say":{"id":1,"text":"Hi \"you\"\n😀","voice":"de","rate":80,"pitch":120}}"#
        ),
        (.say(id: 2, text: "", VoiceManner()), #"{"say":{"id":2,"text":"","rate":100,"pitch":100}}"#),
        (.voices(id: 3), #"{"voices":{"id":3}}"#),
    ]

    private static let answers: [(VoiceAnswer, String)] = [
        (
            .hello(version: 1, name: "tin can 2"),
            #"{"hello":{"protocol":"cameo-voice","version":1,"name":"tin can 2"}}"#
        ),
        (
            .sound(id: 1, rate: 8_000, samples: [0, 1, -1, .max, .min]),
            #"{"sound":{"id":1,"rate":8000,"pcm":"AAABAP///38AgA=="}}"#
        ),
        (
            .phoneme(id: 1, name: "tʃ", TimeSpan(microseconds: 120_000)..<TimeSpan(microseconds: 180_523)),
            #"{"phoneme":{"id":1,"name":"tʃ","from":120.0,"to":180.523}}"#
        ),
        (
            .word(id: 1, scalars: 3..<8, .zero..<TimeSpan.milliseconds(2)),
            #"{"word":{"id":1,"start":3,"count":5,"from":0.0,"to":2.0}}"#
        ),
        (
            .voice(id: 4, VoiceDescription(name: "de", language: "de-DE", title: "Deutsch")),
            #"{"voice":{"id":4,"name":"de","language":"de-DE","title":"Deutsch"}}"#
        ),
        (.done(id: 1), #"{"done":{"id":1}}"#),
        (.error(id: 1, message: "no"), #"{"error":{"id":1,"message":"no"}}"#),
    ]

    @Test("every request is written as documented")
    func requests() {
        for (request, text) in Self.requests {
            #expect(String(decoding: request.line, as: UTF8.self) == text + "\n")
        }
    }

    @Test("every answer is read as documented")
    func answers() throws {
        for (answer, text) in Self.answers {
            #expect(try VoiceAnswer(line: Array(text.utf8)) == answer)
        }
    }

    @Test("what a later version may add is left alone: kinds and members that are not known")
    func unknownIsLeftAlone() throws {
        #expect(try VoiceAnswer(line: Array(#"{"mouth":{"id":1,"open":0.5}}"#.utf8)) == nil)
        #expect(try VoiceAnswer(line: Array(#"{"progress":12}"#.utf8)) == nil)
        #expect(try VoiceAnswer(line: Array(#"{"done":{"id":1,"took":12,"x":{"y":[]}}}"#.utf8)) == .done(id: 1))
    }

    @Test("what may be missing has a value: names of voices, and what an error is about")
    func optionalMembers() throws {
        #expect(try VoiceAnswer(line: Array(#"{"error":{}}"#.utf8)) == .error(id: 0, message: "failed"))
        #expect(
            try VoiceAnswer(line: Array(#"{"voice":{"id":1,"name":"x","title":null}}"#.utf8))
                == .voice(id: 1, VoiceDescription(name: "x", language: "", title: "")))
    }

    @Test(
        "an answer that is none has one reason",
        arguments: [
            ("", "not JSON: the text is empty (column 1)"),
            ("[]", "expected an object with one member"),
            ("{}", "expected an object with one member"),
            (#"{"done":{"id":1},"error":{}}"#, "expected an object with one member"),
            (#"{"done":1}"#, "\"done\" is not an object"),
            (#"{"done":{}}"#, "\"id\" is missing"),
            (#"{"done":{"id":1.5}}"#, "\"id\" is not a 32-bit integer"),
            (#"{"done":{"id":"1"}}"#, "\"id\" is not a 32-bit integer"),
            (#"{"done":{"id":-9223372036854775808}}"#, "\"id\" is not a 32-bit integer"),
            (#"{"hello":{"protocol":"http","version":1}}"#, "expected the protocol cameo-voice, found http"),
            (#"{"hello":{"protocol":"cameo-voice"}}"#, "\"version\" is missing"),
            (#"{"sound":{"id":1,"rate":8000}}"#, "\"pcm\" is missing"),
            (#"{"sound":{"id":1,"rate":8000,"pcm":"!"}}"#, "\"pcm\" is not base64"),
            (#"{"sound":{"id":1,"rate":8000,"pcm":"AAAA"}}"#, "\"pcm\" has an odd number of bytes, 3"),
            (#"{"phoneme":{"id":1,"from":0,"to":1}}"#, "\"name\" is missing"),
            (#"{"phoneme":{"id":1,"name":1,"from":0,"to":1}}"#, "\"name\" is not text"),
            (#"{"phoneme":{"id":1,"name":"p","from":2,"to":1}}"#, "\"to\" is before \"from\""),
            (#"{"phoneme":{"id":1,"name":"p","from":-1,"to":1}}"#, "\"from\" is -1.0, expected 0 to 3600000 ms"),
            (#"{"phoneme":{"id":1,"name":"p","from":0,"to":1e300}}"#, "\"to\" is 1e+300, expected 0 to 3600000 ms"),
            (#"{"phoneme":{"id":1,"name":"p","from":"0","to":1}}"#, "\"from\" is not a number"),
            (#"{"word":{"id":1,"start":-1,"count":1,"from":0,"to":1}}"#, "\"start\" or \"count\" is negative"),
            (#"{"word":{"id":1,"start":0,"from":0,"to":1}}"#, "\"count\" is missing"),
        ])
    func wrongAnswers(line: String, reason: String) {
        #expect(throws: VoiceLineError(reason)) { try VoiceAnswer(line: Array(line.utf8)) }
    }

    @Test("no bytes make the reading trap")
    func randomBytes() {
        var dice = SplitMix64(seed: 5)
        let good = Self.answers.map(\.1)
        var read = 0
        for _ in 0..<20_000 {
            var line = Array(dice.pick(good).utf8)
            for _ in 0..<dice.below(4) where !line.isEmpty {
                let place = dice.below(line.count)
                switch dice.below(4) {
                case 0: line[place] = UInt8(dice.below(256))
                case 1: line.remove(at: place)
                case 2:
                    line.insert(
                        contentsOf: Array(dice.pick(["9", "-", "e9", "\"", "{", "99999999999"]).utf8), at: place)
                default: line.removeLast(line.count - place)
                }
            }
            if (try? VoiceAnswer(line: line)) ?? nil != nil { read += 1 }
        }
        #expect(read > 1_000)
    }
}
