/// Characters in the place of colors, for terminals without any.
enum Shades {
    /// Dark to bright, for a dark terminal.
    private static let ramp = [UInt8](" .:-=+*#%@".utf8)

    /// The character of a cell's two pixels; a half that is background counts as black.
    static func character(_ upper: UInt32, _ lower: UInt32) -> Ink {
        let sum = [upper, lower].reduce(0) { $0 + ($1 >> 24 == 0 ? brightness($1) : 0) }
        return .character(ramp[min(sum * ramp.count / (2 * 256_000), ramp.count - 1)])
    }

    /// Rec. 709 luma of the coded values, 0…255,000.
    private static func brightness(_ pixel: UInt32) -> Int {
        Int(pixel >> 16 & 255) * 213 + Int(pixel >> 8 & 255) * 715 + Int(pixel & 255) * 72
    }
}
