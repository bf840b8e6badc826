import Events
import Sound

/// A piece of speech before it is put into messages: what is heard, and the mouth and base frame of each frame of it.
package struct SpeechChunk: Hashable, Sendable {
    package struct Frame: Hashable, Sendable {
        package let base: TalkingWalk.Step
        package let mouth: MouthTrack.Frame

        package init(base: TalkingWalk.Step, mouth: MouthTrack.Frame) { (self.base, self.mouth) = (base, mouth) }
    }

    /// Counts from 0 within the message.
    package let number: Int
    /// The same for all chunks of a sentence, counted from 0 within the message.
    package let group: Int
    /// Of the whole sentence; only in its first chunk.
    package let text: String?
    /// That sentence is the first of a paragraph, and not of the message.
    package let beginsParagraph: Bool
    /// As long as the frames, to half a sample.
    package let sound: Samples
    package let frames: [Frame]
    /// What is heard of the sentence's words; times count from the start of this chunk.
    package let words: [Utterance.Word]

    package init(
        number: Int, group: Int, text: String?, beginsParagraph: Bool = false, sound: Samples, frames: [Frame],
        words: [Utterance.Word]
    ) {
        (self.number, self.group, self.text, self.beginsParagraph) = (number, group, text, beginsParagraph)
        (self.sound, self.frames, self.words) = (sound, frames, words)
    }
}
