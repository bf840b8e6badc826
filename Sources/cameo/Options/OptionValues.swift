import ArgumentParser
import Events
import Settings

/// What an option's number may be, said in one way.
///
/// - Parameter unit: behind the numbers, with a space before it.
/// - Throws: `ValidationError` when it is outside.
func limit<Number: Comparable>(
    _ option: String, _ value: Number?, _ range: ClosedRange<Number>, unit: String = ""
) throws {
    guard let value, !range.contains(value) else { return }
    let shown = [range.lowerBound, range.upperBound, value].map { number in
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    throw ValidationError("\(option): expected \(shown[0]) to \(shown[1])\(unit), found \(shown[2])")
}

/// - Parameter flags: made here, so that what is wrong with the options that they come from is said in the same way.
/// - Throws: `ValidationError` for the value of an option that its setting may not have: the command line is wrong, not what
///   is set elsewhere.
func validate(_ flags: @autoclosure () throws -> [Setting: String]) throws {
    do {
        try Configuration.check(try flags())
    } catch {
        throw ValidationError(CommandError(error).reason)
    }
}

extension Setting {
    /// - Throws: `ValidationError` when the number of the setting's option is not one that the setting may have.
    func limit(_ value: Int?) throws {
        guard let option = row.flag, case .number(let range) = row.kind else { return }
        try cameo.limit(option, value, range)
    }
}

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
