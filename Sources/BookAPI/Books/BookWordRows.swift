/// Which row of a chunk the words of a track belong to: their sentences are counted from 0 in the chunk, or as in the book, and
/// which it is is decided once for a track (reader 1.9, RI3).
struct BookWordRows {
    /// Rows by their place in the list, by their numbers, and by the numbers that the list gave them.
    private let ways: [[Int: Int]]

    /// - Parameters:
    ///   - count: of the list, with what of it was no sentence.
    ///   - places: where in the list each row was.
    ///   - numbers: of each row, and `told` what was told.
    init(count: Int, places: [Int], numbers: [Int], told: [Int?]) {
        let rows = places.indices
        let local = Dictionary(rows.map { (places[$0], $0) }) { first, _ in first }
        let global = Dictionary(rows.map { (numbers[$0], $0) }) { first, _ in first }
        let original = Dictionary(rows.compactMap { row in told[row].map { ($0, row) } }) { first, _ in first }
        ways = [local, global, original]
        positions = count
    }

    private let positions: Int

    /// The row of each entry, `nil` for one that belongs to none.
    func rows(of sentences: [Int?]) -> [Int?] {
        // Where there is but one sentence, nobody needs to say which.
        let isTold = sentences.contains { $0 != nil }
        if positions == 1, !isTold { return sentences.map { _ in ways[0].values.first } }
        let known = Set(sentences.compactMap(\.self))
        if known.allSatisfy({ $0 < positions }) { return rows(of: sentences, ways[0]) }
        for way in ways.dropFirst() where known.allSatisfy({ way[$0] != nil }) { return rows(of: sentences, way) }
        return sentences.map { sentence in sentence.flatMap { ways[0][$0] ?? ways[1][$0] } }
    }

    private func rows(of sentences: [Int?], _ way: [Int: Int]) -> [Int?] { sentences.map { $0.flatMap { way[$0] } } }
}
