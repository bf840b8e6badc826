import Events

/// Pixels of a base frame that cannot be seen below an overlay: one run of columns in each of its rows, as a disc has them.
struct HiddenPixels: Hashable, Sendable {
    static let none = HiddenPixels(origin: .zero, runs: [])

    private let origin: PixelPoint
    /// Columns of each row, counted from the origin.
    private let runs: [Range<Int>]

    var count: Int { runs.reduce(0) { $0 + $1.count } }

    private init(origin: PixelPoint, runs: [Range<Int>]) {
        self.origin = origin
        self.runs = runs
    }

    /// What the feather leaves whole of an opaque overlay at its own size.
    init(belowPictureOf size: PixelSize, at origin: PixelPoint) {
        self.init(origin: origin, runs: (0..<size.height).map { FeatherMask.solidRun(ofRow: $0, in: size) })
    }

    /// Columns of the base frame.
    func run(_ y: Int) -> Range<Int> {
        let row = y - origin.y
        guard runs.indices.contains(row) else { return 0..<0 }
        return origin.x + runs[row].lowerBound..<origin.x + runs[row].upperBound
    }

    /// Those that are hidden below both.
    func intersection(_ other: HiddenPixels) -> HiddenPixels {
        if self == other { return self }
        let common = runs.indices.map { row in
            let run = run(origin.y + row).clamped(to: other.run(origin.y + row))
            return run.lowerBound - origin.x..<run.upperBound - origin.x
        }
        return HiddenPixels(origin: origin, runs: common)
    }

    /// Whether all of these that lie in `rect` are hidden below the other overlay, too.
    func areHidden(below other: HiddenPixels, in rect: PixelRect) -> Bool {
        self == other
            || (rect.minY..<rect.maxY).allSatisfy { y in
                let run = run(y).clamped(to: rect.minX..<rect.maxX)
                return run.isEmpty || other.run(y).clamped(to: run) == run
            }
    }
}
