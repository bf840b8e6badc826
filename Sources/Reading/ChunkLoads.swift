import BookFolders
import Events
import Sound

/// Loads the chunks that a reader wants, all at a time, so that none waits for those that are wanted only soon.
///
/// Owner: the loop that reads, main actor. What is under way ends with it.
@MainActor
package final class ChunkLoads {
    private let book: any BookSource
    private let warn: (String) -> Void
    private var underWay: [Int: Task<Void, Never>] = [:]
    private var done: [ReaderInput] = []
    private let wake: () -> Void

    /// - Parameters:
    ///   - warn: takes what is strange about a chunk, a line each.
    ///   - wake: called when one has come.
    package init(
        _ book: any BookSource, warn: @escaping (String) -> Void, wake: @escaping () -> Void = {}
    ) {
        (self.book, self.warn, self.wake) = (book, warn, wake)
    }

    deinit { for task in underWay.values { task.cancel() } }

    /// - Parameter places: the most urgent first. What is not among them is not loaded any more.
    package func want(_ places: [Int]) {
        for place in underWay.keys where !places.contains(place) { underWay.removeValue(forKey: place)?.cancel() }
        for place in places where underWay[place] == nil {
            underWay[place] = Task { [weak self, book] in
                let result: Result<(chunk: BookChunk, oddities: [String]), any Error>
                do {
                    let (chunk, oddities) = try await book.chunk(at: place)
                    let measured = await book.measured(chunk, isTrusting: true)
                    result = .success((measured.chunk, oddities + measured.oddities))
                } catch {
                    result = .failure(error)
                }
                if !Task.isCancelled { self?.take(result, at: place) }
            }
        }
    }

    private func take(_ result: Result<(chunk: BookChunk, oddities: [String]), any Error>, at place: Int) {
        // It stays under way until the reader has it, so that it is not loaded twice.
        switch result {
        case .success(let (chunk, oddities)):
            for oddity in oddities { warn(oddity) }
            done.append(.chunkLoaded(place, chunk))
        case .failure(let error): done.append(.chunkFailed(place, reason: CommandError(error).reason))
        }
        wake()
    }

    /// What has come, in the order in which it came.
    package func next() -> ReaderInput? {
        guard !done.isEmpty else { return nil }
        let input = done.removeFirst()
        if case .chunkLoaded(let place, _) = input { underWay[place] = nil }
        if case .chunkFailed(let place, _) = input { underWay[place] = nil }
        return input
    }
}

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
                chunk.sounds[number].duration = try SoundLength.of(try await self.sound(sound.path).stream())
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
    fileprivate func toldEnd(of kind: BookSound.Kind) -> TimeSpan? {
        let isTranslation = kind == .translation
        let ends = sentences.flatMap { sentence -> [TimeSpan] in
            let gate = isTranslation ? sentence.translationGate : sentence.originalGate
            let words = isTranslation ? sentence.translationWords : sentence.originalWords
            return [gate.range?.upperBound, words.map(\.end).max()].compactMap(\.self)
        }
        let words = sentences.reduce(0) { $0 + ($1.lanes[isTranslation ? .translation : .original]?.tokens.count ?? 0) }
        return ends.max() ?? (words > 0 ? TimeSpan.milliseconds(350) * Int64(words) : nil)
    }
}
