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
            } catch SoundError.noProgram where isTrusting {
                // Whoever wants it heard says so, once.
            } catch {
                oddities.append("\(sound.path): \(CommandError(error).reason)")
            }
        }
        return (chunk, oddities)
    }
}
