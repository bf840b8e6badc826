import Testing

@testable import BookAPI

/// What a server's language model says (reader 1.15).
@Suite struct ModelAnswerTests {
    @Test(
        "an entry of a dictionary, as JSON, within fences or as it is; anything else line by line",
        arguments: [
            (#"{"answer":"{\"definition\":\"lamp\",\"part_of_speech\":\"noun\"}"}"#, ["lamp (noun)"]),
            (#"{"answer":"Here it is:\n```json\n{\"definition\":\"lamp\"}\n```"}"#, ["lamp"]),
            (#"{"answer":{"definition":"lamp","example":"A lamp."}}"#, ["lamp", "A lamp."]),
            (#"{"answer":"It is {a lamp}.\r\n\n  \nYes."}"#, ["It is {a lamp}.", "Yes."]),
            (#"{"answer":"{\"type\":\"word\"}"}"#, [#"{"type":"word"}"#]), (#"{"answer":"}{"}"#, ["}{"]),
            (#"{"answer":{"definition":""}}"#, []), (#"{"answer":""}"#, []), (#"{"answer":7}"#, []), ("{}", []),
        ])
    func answers(body: String, paragraphs: [String]) throws {
        #expect(try ModelAnswer.paragraphs(Array(body.utf8)) == paragraphs)
    }

    @Test("a long one is cut, and what is no answer is an error")
    func limits() throws {
        let long = String(repeating: "x", count: 3 * BookLimits.textScalars)
        #expect(
            try ModelAnswer.paragraphs(Array(#"{"answer":"\#(long)"}"#.utf8)).map(\.count) == [BookLimits.textScalars])
        #expect(throws: BookError.self) { try ModelAnswer.paragraphs(Array("busy".utf8)) }
    }
}
