import Testing

@testable import Speech

@Suite struct VoiceNameTests {
    private static let voices = [
        ("af", "af", "Afrikaans"), ("cmn", "cmn", "Chinese (Mandarin)"), ("de", "de", "German"),
        ("en-029", "en-029", "English (Caribbean)"), ("en", "en-gb", "English (Great Britain)"),
        ("en-us", "en-us", "English (America)"), ("pt-br", "pt-br", "Portuguese (Brazil)"),
        ("pt", "pt", "Portuguese (Portugal)"),
    ].map { VoiceDescription(name: $0.0, language: $0.1, title: $0.2) }

    @Test(
        "a voice is meant by its name, its language or its title, in capitals or not",
        arguments: [
            ("de", "de"), ("DE", "de"), ("de-de", "de"), ("de_AT", "de"), ("German", "de"), ("deutsch", "de"),
            ("en-US", "en-us"), ("en-us+f3", "en-us+f3"), ("English", "en"), ("english (america)", "en-us"),
            ("en-gb", "en"), ("Portuguese", "pt"), ("pt-BR", "pt-br"), ("zh", "cmn"), ("Chinese", "cmn"),
        ])
    func meant(asked: String, name: String) { #expect(Self.voices.name(meant: asked) == name) }

    @Test("what is no voice's is none", arguments: ["xx", "Germ", "", "+f3", "fox", "english (mars)", "d e"])
    func none(asked: String) { #expect(Self.voices.name(meant: asked) == nil) }

    @Test("mouths that are not drawn are those that are nearest, and a round one is needed")
    func drawn() throws {
        #expect(DrawnMouth.missing(in: [.rest, .ah]) == [.oh, .w, .uu])
        #expect(DrawnMouth.missing(in: [.rest, .ah, .w]) == nil)
        for drawn in [[.rest, .ah, .oh], [.rest, .aah, .w, .ee], Set(DrawnMouth.allCases)] as [Set<DrawnMouth>] {
            let shapes = DrawnMouth.shapes(drawn: drawn)
            #expect(shapes.count == drawn.count)
            let mouths = try MouthShapes(shapes.map(\.shape))
            #expect(mouths[.p].openness == 0 && mouths[.w].width < mouths[.ee].width)
        }
    }
}
