/// Between these two lines lies a text of Project Gutenberg; its own words stand around it.
enum GutenbergMark {
    case start, end

    /// `*** START OF THE PROJECT GUTENBERG EBOOK …`, `***END OF THIS PROJECT GUTENBERG …`
    init?(_ text: some Collection<UInt8>) {
        let begin = text.drop { $0 == 0x20 || $0 == 0x0A }
        guard begin.starts(with: "***".utf8) else { return nil }
        let words = FoldedText.line(String(decoding: begin.prefix(60), as: UTF8.self).drop { $0 == "*" || $0 == " " })
            .uppercased()
        guard words.contains("PROJECT GUTENBERG") else { return nil }
        if words.hasPrefix("START OF TH") {
            self = .start
        } else if words.hasPrefix("END OF TH") {
            self = .end
        } else {
            return nil
        }
    }
}
