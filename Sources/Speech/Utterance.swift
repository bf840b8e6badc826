import Events
import Sound
import Texts

/// What a voice made of one sentence: its sound, and what is heard when.
///
/// All times count from the start of the sound; lists are in the order of their times.
package struct Utterance: Hashable, Sendable {
    /// What was to be said, as it is shown.
    package let text: String
    /// It is the first of a paragraph, and not of all.
    package private(set) var beginsParagraph = false
    package let sound: Samples
    /// Empty when the voice does not tell them.
    package let phonemes: [Phoneme]
    /// Empty when the voice does not tell them.
    package let words: [Word]

    package init(text: String, sound: Samples, phonemes: [Phoneme] = [], words: [Word] = []) {
        (self.text, self.sound, self.phonemes, self.words) = (text, sound, phonemes, words)
    }

    /// The same, shown as a sentence, of which the voice was given a scalar for each.
    package func shown(as sentence: Sentence) -> Utterance {
        var shown = Utterance(text: sentence.text, sound: sound, phonemes: phonemes, words: words)
        shown.beginsParagraph = sentence.beginsParagraph
        return shown
    }

    /// One sound of speech.
    package struct Phoneme: Hashable, Sendable {
        /// In the International Phonetic Alphabet, without stress marks; empty for a pause.
        package let name: String
        package let span: Range<Span>

        package init(name: String, span: Range<Span>) { (self.name, self.span) = (name, span) }
    }

    package typealias Word = SpokenWord
}
