/// Aligns two lists of lengths: what is long in one language is long in the other (Gale and Church, 1993).
///
/// Looks only at places near the line from both starts to both ends, measured in length: time and memory are in proportion to the lists.
struct LengthAligner {
    struct Step: Equatable {
        let first: Range<Int>
        let second: Range<Int>
    }

    /// Length of the second text for each of the first.
    let ratio: Double
    /// Places on each side of the line.
    static let band = 48

    static func ratio(_ first: Int, _ second: Int) -> Double {
        first > 0 && second > 0 ? min(max(Double(second) / Double(first), 0.1), 10) : 1
    }

    /// Of whole texts: where one is many times as long as the other, more of it is there, and that is not the languages' doing.
    static func ratio(ofTexts first: Int, _ second: Int) -> Double {
        let ratio = ratio(first, second)
        return (0.2...5).contains(ratio) ? ratio : 1
    }

    /// How many of each, and what it costs whatever their lengths: the logarithm of how seldom it is.
    private static let moves: [(first: Int, second: Int, cost: Double)] = [
        (1, 1, 0.12), (1, 0, 4.6), (0, 1, 4.6), (2, 1, 2.4), (1, 2, 2.4), (2, 2, 4.5), (3, 1, 5.2), (1, 3, 5.2),
    ]
    /// Variance of the second's length for each of the first.
    private static let variance = 6.8
    /// Of a scalar that has no counterpart.
    private static let leftOverCost = 0.005

    /// - Returns: steps that hold each place of both, in order; their ranges are of the slices' own indices.
    func align(_ first: ArraySlice<Int>, _ second: ArraySlice<Int>) -> [Step] {
        if first.isEmpty && second.isEmpty { return [] }
        if first.isEmpty || second.isEmpty { return [Step(first: first.indices, second: second.indices)] }
        let (left, right) = (Self.sums(first), Self.sums(second))
        let rows = Self.rows(left, right)
        var costs: [[Double]] = []
        var moves: [[UInt8]] = []
        for row in rows.indices {
            var cost = [Double](repeating: .infinity, count: rows[row].count)
            var move = [UInt8](repeating: 0, count: rows[row].count)
            for column in rows[row] {
                let place = column - rows[row].lowerBound
                if row == 0, column == 0 {
                    cost[place] = 0
                    continue
                }
                for (number, way) in Self.moves.enumerated() where way.first <= row && way.second <= column {
                    let (fromRow, from) = (row - way.first, column - way.second)
                    guard rows[fromRow].contains(from) else { continue }
                    let offset = from - rows[fromRow].lowerBound
                    let before = way.first == 0 ? cost[offset] : costs[fromRow % 4][offset]
                    guard before < .infinity else { continue }
                    let all = before + way.cost + mismatch(left[row] - left[fromRow], right[column] - right[from])
                    if all < cost[place] { (cost[place], move[place]) = (all, UInt8(number)) }
                }
            }
            if costs.count < 4 { costs.append(cost) } else { costs[row % 4] = cost }
            moves.append(move)
        }
        return steps(rows, moves, first.startIndex, second.startIndex)
    }

    private func steps(_ rows: [Range<Int>], _ moves: [[UInt8]], _ first: Int, _ second: Int) -> [Step] {
        var (row, column) = (rows.count - 1, rows[rows.count - 1].upperBound - 1)
        var steps: [Step] = []
        while row > 0 || column > 0 {
            let move = Self.moves[Int(moves[row][column - rows[row].lowerBound])]
            let (fromRow, from) = (row - move.first, column - move.second)
            steps.append(Step(first: first + fromRow..<first + row, second: second + from..<second + column))
            (row, column) = (fromRow, from)
        }
        return steps.reversed()
    }

    /// How unlikely it is that a translation is that much longer or shorter than it should be; bounded, since a length alone proves
    /// nothing.
    private func mismatch(_ first: Int, _ second: Int) -> Double {
        // What is left over may be of any length; yet rather a short one than a long one.
        if first == 0 || second == 0 { return Double(first + second) * Self.leftOverCost }
        let wanted = Double(first) * ratio
        let difference = Double(second) - wanted
        let mean = (wanted + Double(second)) / 2
        guard mean > 0 else { return 0 }
        return min(difference * difference / (2 * Self.variance * mean), 60)
    }

    private static func sums(_ lengths: ArraySlice<Int>) -> [Int] {
        var sums = [0]
        for length in lengths { sums.append((sums.last ?? 0) + max(1, length)) }
        return sums
    }

    /// The columns that each row looks at. Each row begins where the one before it could reach, so that there always is a way.
    private static func rows(_ left: [Int], _ right: [Int]) -> [Range<Int>] {
        let (all, end) = (max(1, left.last ?? 1), right.count - 1)
        let scale = Double(right.last ?? 1) / Double(all)
        var middles: [Int] = []
        var column = 0
        for sum in left {
            while column < end, Double(right[column]) < Double(sum) * scale { column += 1 }
            middles.append(column)
        }
        return middles.indices.map { row in
            let low = row == 0 ? 0 : max(0, middles[row - 1] - band)
            let high = row == middles.count - 1 ? end : min(end, middles[row + 1] + band)
            return low..<high + 1
        }
    }
}
