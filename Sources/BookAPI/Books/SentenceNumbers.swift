/// Which number each row of a chunk has in its book (reader 2.9).
///
/// Decided for all of a chunk at once: row by row, the numbers 1 to 5 in a chunk that starts at 2 would give two rows the number 2.
enum SentenceNumbers {
    /// As many as there are rows; no two are the same.
    /// - Parameters:
    ///   - start: of the chunk, where that is told, and `end` the same.
    ///   - runningStart: where the chunk before it leaves off.
    static func numbers(_ told: [Int?], start: Int?, end: Int?, runningStart: Int) -> [Int] {
        let first = start ?? firstNumber(told, runningStart)
        let last = end.flatMap { $0 < first ? nil : $0 } ?? .max
        let numbers = told.enumerated().map { row, number in
            guard let number, first <= number, number <= last else { return first + row }
            return number
        }
        // Numbers that begin anew and reach as far as the chunk's own come out twice.
        return Set(numbers).count == numbers.count ? numbers : told.indices.map { first + $0 }
    }

    /// Where nobody says where the chunk starts.
    private static func firstNumber(_ told: [Int?], _ runningStart: Int) -> Int {
        guard let row = told.firstIndex(where: { $0 != nil }), let number = told[row], !isLocal(told) else {
            return runningStart
        }
        return max(1, min(told.compactMap(\.self).min() ?? number, number - row))
    }

    /// Counted from 0 or from 1 in each chunk.
    private static func isLocal(_ told: [Int?]) -> Bool {
        [0, 1].contains { first in
            told.enumerated().allSatisfy { row, number in number.map { $0 == first + row } ?? true }
        }
    }
}
