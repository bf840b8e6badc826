import Events
import Texts

extension BookText {
    /// With no sentence that is longer than what is said in one go: subtitles may hold any.
    var speakable: BookText {
        guard paragraphs.contains(where: { $0.sentences.contains(where: Self.isLong) }) else { return self }
        var text = self
        for place in text.paragraphs.indices {
            text.paragraphs[place].sentences = text.paragraphs[place].sentences.flatMap { sentence -> [String] in
                guard Self.isLong(sentence) else { return [sentence] }
                var splitter = SentenceSplitter()
                let parts = (splitter.receive(sentence.utf8) + splitter.finish()).map(\.text)
                return parts.isEmpty ? [sentence] : parts
            }
        }
        return text
    }

    /// Of each sentence; subtitles have none.
    var blocks: [TextBlock?] {
        paragraphs.flatMap { paragraph in
            paragraph.sentences.indices.map { place in
                cues.isEmpty ? TextBlock(paragraph.kind, isStart: place == 0) : nil
            }
        }
    }

    private static func isLong(_ sentence: String) -> Bool {
        sentence.utf8.count > SentenceSplitter.longest && sentence.unicodeScalars.count > SentenceSplitter.longest
    }
}
