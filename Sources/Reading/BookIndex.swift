import BookFolders
import Events

/// The texts of a book, to be searched: read once, part by part.
package actor BookIndex {
    private struct Sentence {
        let number: Int
        /// All its lanes, in lower case, a line each.
        let text: [UInt8]
    }

    private let source: any BookSource
    private var chunks: [Int: [Sentence]] = [:]

    package init(_ source: any BookSource) { self.source = source }

    /// Looks for a text in all lanes, whatever the case of its letters.
    /// - Parameters:
    ///   - count: of the book's chunks.
    ///   - start: where one reads, a chunk's place and a sentence's number: what lies from there on is looked at first.
    ///   - report: gets the numbers of the sentences that have it, in order, and how much has been looked at, from 0
    ///     to 1: each time that there are more, and at the end. The first of them are not told without the next one
    ///     from `start` on; behind the book's end that is its first one.
    package func search(
        _ text: String, chunks count: Int, from start: (chunk: Int, sentence: Int) = (0, 0),
        report: @Sendable ([Int], Double) -> Void
    ) async {
        let wanted = Array(text.lowercased().utf8)
        let first = start.chunk.clamped(to: 0...count)
        var (found, reported, hasFirst) = ([Int](), 0, false)
        for (index, place) in (Array(first..<count) + Array(0..<first)).enumerated() {
            guard !Task.isCancelled else { return }
            let new = await sentences(at: place).filter { Self.has(wanted, in: $0.text) }.map(\.number)
            found += new
            // Those before the start, but in its chunk, come behind all others.
            hasFirst = hasFirst || (place < first ? !new.isEmpty : new.contains { $0 >= start.sentence })
            if hasFirst, found.count > reported, reported == 0 || found.count >= 2 * reported {
                reported = found.count
                report(found.sorted(), Double(index + 1) / Double(count))
            }
        }
        report(found.sorted(), 1)
    }

    /// Reads texts before they are searched: a whole book takes longer than a key may.
    package func readAhead(chunks count: Int) async {
        for place in 0..<count where !Task.isCancelled { _ = await sentences(at: place) }
    }

    private func sentences(at place: Int) async -> [Sentence] {
        if let known = chunks[place] { return known }
        // A part that cannot be read has nothing to be found.
        guard let read = try? await source.sentences(at: place) else { return [] }
        let sentences = read.map { sentence in
            let lanes = Lane.allCases.compactMap { sentence.lanes[$0]?.text.lowercased() }
            return Sentence(number: sentence.number, text: Array(lanes.joined(separator: "\n").utf8))
        }
        chunks[place] = sentences
        return sentences
    }

    private static func has(_ wanted: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = wanted.first, text.count >= wanted.count else { return false }
        return text.withUnsafeBufferPointer { text in
            wanted.withUnsafeBufferPointer { wanted in
                let last = text.count - wanted.count
                var place = 0
                while place <= last {
                    if text[place] == first, (1..<wanted.count).allSatisfy({ text[place + $0] == wanted[$0] }) {
                        return true
                    }
                    place += 1
                }
                return false
            }
        }
    }
}
