/// What somebody may have meant who mistyped a name.
package enum NearestName {
    private static let longest = 64

    /// The known name that is nearest, unless it is another word altogether; or the only one that begins with it.
    package static func of(_ name: String, in known: some Sequence<String>) -> String? {
        let typed = Array(name.lowercased().unicodeScalars.prefix(longest))
        // Of so few characters another one makes another name: `zz` is not a slip of `az`.
        let most = typed.count < least ? 0 : max(1, typed.count / 4)
        let distances = known.map { ($0, distance(typed, Array($0.lowercased().unicodeScalars.prefix(longest)))) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 <= most ? $0.0 : nil } ?? begun(with: name, in: known)
    }

    private static func begun(with name: String, in known: some Sequence<String>) -> String? {
        let (start, found) = (name.lowercased(), Set(known))
        let longer = found.filter { $0.lowercased().hasPrefix(start) }
        return start.count >= least && longer.count == 1 ? longer.first : nil
    }

    /// Characters that say enough of a name's beginning; the dashes of an option are among them.
    private static let least = 3

    /// Scalars that are put in, left out, changed or swapped with the one after, at least.
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var above = Array(0...b.count)
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                let isSame = a[row] == b[column]
                var least = min(above[column + 1] + 1, current[column] + 1, above[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, above) = (above, current)
        }
        return above[b.count]
    }
}
