/// What a reader of books hears (reader 2): what came of what it wants loaded, what its sound does, what the user wants.
package enum ReaderInput: Hashable, Sendable {
    /// First of all; again for another book.
    case began(ReaderSettings)
    /// What there is of a book; again where it has grown.
    case bookOpened(Book)
    /// By its place in the book.
    case chunkLoaded(Int, BookChunk)
    case chunkFailed(Int, reason: String)
    case sound(SoundGeneration, ReaderSoundEvent)
    case command(ReaderCommand)
}

/// Counts what a reader has wanted to hear: whatever comes of an earlier wish is late, and nothing about the one of now.
package struct SoundGeneration: Hashable, Comparable, Sendable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (a: SoundGeneration, b: SoundGeneration) -> Bool { a.number < b.number }
    package var next: SoundGeneration { SoundGeneration(number + 1) }
}

package enum ReaderSoundEvent: Hashable, Sendable {
    /// It is loaded and stands where it is to begin.
    /// - duration: of the whole file, decoded.
    case ready(duration: TimeSpan?)
    /// What is being heard now, in the file.
    case moved(TimeSpan)
    /// It stands where it was to stop.
    case reached
    /// The file is over.
    case ended
    case failed(reason: String)
}

package enum ReaderCommand: Hashable, Sendable {
    case resume
    case pause
    case stop
    /// Of a language that is heard.
    case toggle(BookTrack)
    case next
    case previous
    /// Of the whole book, from 1 on.
    case jump(sentence: Int)
    /// From 1 on.
    case chapter(Int)
    case nextWord
    case previousWord
    /// The first sentence of the next chunk, the last one of the chunk before.
    case nextChunk
    case previousChunk
    /// A word of the sentence that has the light, from 0 on: it is heard next.
    case word(Lane, Int)
    /// The same of any sentence.
    case place(BookPlace)
    /// The selected word is the one at the same place of another line of text.
    case nextLane
    case previousLane
    /// From the selected word on more are selected, or no more are.
    case extendSelection
    /// Of the file's own speed; the nearest of the steps that there are counts.
    case speed(percent: Int)
    /// A line of text that is shown.
    case text(Lane)
    /// `nil` takes it back.
    case sleep(minutes: Int?)
    /// A chunk that failed, or that had no text, is to be tried again.
    case retry
}
