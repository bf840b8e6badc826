import Events

/// Text that a file of subtitles shows at once.
struct Cue: Equatable {
    var start: Span
    var end: Span
    var lines: [CueLine]
}

/// A line of a cue: pieces of text that look alike.
struct CueLine: Equatable {
    struct Piece: Equatable {
        var text: String
        var isBold = false
        /// `0xRRGGBB`.
        var color: UInt32?
    }

    var pieces: [Piece] = []

    var text: String { FoldedText.line(pieces.map(\.text).joined()) }

    func has(_ color: UInt32) -> Bool { pieces.contains { $0.color == color && FoldedText.hasWords($0.text) } }
}

/// Colors that tell what a text is (reader 1.12).
enum CueColor {
    static let original: UInt32 = 0xFFD60A
    static let spoken: Set<UInt32> = [0xFB923C, 0xFF8C00]
}
