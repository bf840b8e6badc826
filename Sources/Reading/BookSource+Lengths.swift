import Books
import Events
import Sound

extension BookSource {
    /// The chunk with its sounds as long as their files are: what is said of them counts only where a file cannot be read.
    /// - Parameter isTrusting: what is said of a length is believed; only those that are not told are looked at. Without them a
    ///   sentence that is alone in its chunk and has no gates would have no end.
    /// - Returns: the chunk, and why files cannot be read, a line each.
    func measured(
        _ chunk: BookChunk, isTrusting: Bool = false
    ) async -> (chunk: BookChunk, oddities: [String]) {
        var (chunk, oddities) = (chunk, [String]())
        for number in chunk.sounds.indices where !isTrusting || chunk.sounds[number].duration == nil {
            let sound = chunk.sounds[number]
            do {
                chunk.sounds[number].duration = try SoundLength.of(try await file(sound.path))
            } catch SoundError.noProgram {
                // Its text is read all the same. Whoever wants it heard says why it is not, once.
                chunk.sounds[number].duration = sound.duration ?? chunk.toldEnd(of: sound.kind)
                if !isTrusting { oddities.append(SoundError.noProgram.reason) }
            } catch {
                oddities.append("\(sound.path): \(CommandError(error).reason)")
            }
        }
        return (chunk, oddities)
    }
}

extension BookChunk {
    /// Where its text says that a sound ends: behind the last gate or word, and where neither is told after a while for each word.
    fileprivate func toldEnd(of kind: BookSound.Kind) -> Span? {
        let isTranslation = kind == .translation
        let ends = sentences.flatMap { sentence -> [Span] in
            let gate = isTranslation ? sentence.translationGate : sentence.originalGate
            let words = isTranslation ? sentence.translationWords : sentence.originalWords
            return [gate.range?.upperBound, words.map(\.end).max()].compactMap(\.self)
        }
        let words = sentences.reduce(0) { $0 + ($1.lanes[isTranslation ? .translation : .original]?.tokens.count ?? 0) }
        return ends.max() ?? (words > 0 ? Span.milliseconds(350) * Int64(words) : nil)
    }
}
