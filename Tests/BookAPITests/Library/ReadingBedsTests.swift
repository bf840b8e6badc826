import Events
import Testing

@testable import BookAPI

/// Music that a server has (reader 1.15).
@Suite struct ReadingBedsTests {
    private func bed(_ id: String?, _ body: String) throws -> String? {
        try ReadingBeds.bed(id, Array(body.utf8)).map { "\($0.id) \($0.label) \($0.place)" }
    }

    private let two = """
        "beds":[{"id":"sea","label":"The Sea","url":"/api/reading-beds/sea/file","kind":"bundled"},
         {"id":"rain","label":"Rain","url":"https://media.example/rain.mp3","is_default":true}]}
        """

    @Test("what is wanted, by its id or its label; else what the server names, what it has marked, and the first")
    func chosen() throws {
        let (sea, rain) = ("sea The Sea /api/reading-beds/sea/file", "rain Rain https://media.example/rain.mp3")
        #expect(try bed("rain", "{" + two) == rain && bed("The Sea", "{" + two) == sea)
        #expect(try bed("wind", "{" + two) == nil)
        #expect(try bed(nil, #"{"default_id":"sea","# + two) == sea)
        for named in ["null", #""gone""#, "7", "[]"] {
            #expect(try bed(nil, #"{"default_id":\#(named),"# + two) == rain)
        }
        #expect(try bed(nil, #"{"beds":[{"id":"a"},{"id":"b"}]}"#) == "a a /api/reading-beds/a/file")
    }

    @Test(
        "what is odd is passed over, and what has no address of its own is where beds are",
        arguments: [
            ("{}", nil), (#"{"beds":null}"#, nil), (#"{"beds":{}}"#, nil), (#"{"beds":[7,null,{},{"id":" "}]}"#, nil),
            (#"{"beds":[{},{"id":"a b/..","url":"rain.mp3"}]}"#, "a b/.. a b/.. /api/reading-beds/a%20b%2F../file"),
            (#"{"beds":[{"id":3,"label":"Three","url":7}]}"#, "3 Three /api/reading-beds/3/file"),
        ])
    func odd(body: String, found: String?) throws { #expect(try bed(nil, body) == found) }

    @Test("no more of a list is looked at than it may have, and an answer that is none is an error")
    func limits() throws {
        let many = (0...BookLimits.beds).map { #"{"id":"b\#($0)"}"# }.joined(separator: ",")
        #expect(try bed("b\(BookLimits.beds - 1)", #"{"beds":[\#(many)]}"#) != nil)
        #expect(try bed("b\(BookLimits.beds)", #"{"beds":[\#(many)]}"#) == nil)
        for body in ["", "[]", "<html>"] { #expect(throws: BookError.self) { try bed(nil, body) } }
    }
}
