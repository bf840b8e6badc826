import ArgumentParser
import Events

/// `80x24`.
struct CellSizeArgument: ExpressibleByArgument {
    let size: CellSize

    init?(argument: String) {
        guard let sides = sides(of: argument, 1...1_000) else { return nil }
        size = CellSize(columns: sides.across, rows: sides.down)
    }
}

/// `160x90`.
struct PixelSizeArgument: ExpressibleByArgument {
    let size: PixelSize

    init?(argument: String) {
        guard let sides = sides(of: argument, 1...Limits.pictureSide) else { return nil }
        size = PixelSize(width: sides.across, height: sides.down)
    }
}

private func sides(of text: String, _ range: ClosedRange<Int>) -> (across: Int, down: Int)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let across = sides[0], let down = sides[1], range.contains(across), range.contains(down)
    else { return nil }
    return (across, down)
}
