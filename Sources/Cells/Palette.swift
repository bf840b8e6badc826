/// The colors behind the numbers of xterm's palettes.
package enum Palette {
    /// Values of the cube's six steps in each channel.
    static let cubeLevels = [0, 95, 135, 175, 215, 255]

    /// `0x00RRGGBB` of one of the 256; of the first sixteen, which users change, xterm's.
    package static func pixel(of number: UInt8) -> UInt32 {
        let number = Int(number)
        guard number >= 16 else { return TerminalPalettes.xterm[number] }
        guard number < 232 else { return UInt32(8 + 10 * (number - 232)) * 0x010101 }
        let steps = [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { UInt32(cubeLevels[$0]) }
        return steps[0] << 16 | steps[1] << 8 | steps[2]
    }
}
