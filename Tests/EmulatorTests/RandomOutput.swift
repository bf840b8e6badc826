import Support

/// What no program writes: sequences, text and nonsense by chance.
struct RandomOutput {
    var source: SplitMix64

    init(seed: UInt64) { source = SplitMix64(seed: seed) }

    /// Any bytes.
    mutating func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(source.below(256)) } }

    /// Mostly what means something; at least `count` bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += piece() }
        return bytes
    }

    private mutating func piece() -> [UInt8] {
        switch source.below(12) {
        case 0...3: Array(source.pick(Self.texts).utf8)
        case 4: noise(source.below(4))
        case 5: [source.pick([7, 8, 9, 10, 11, 13, 14, 15])]
        case 6: Array(source.pick(Self.sequences).utf8)
        case 7: Array("\u{1B}[\(source.pick(Self.colors))m".utf8)
        default: Array("\u{1B}[\(source.below(12));\(source.below(12))\(source.pick(Self.finals))".utf8)
        }
    }

    private static let texts = [
        "a", "hello ", "abcdefghijklm", "\u{6F22}\u{5B57}", "e\u{301}", "\u{1F469}\u{200D}\u{1F4BB}",
        "\u{2600}\u{FE0F}", "─│",
        "\u{1F1EB}\u{1F1F7}", "\u{E0B0}", "\u{301}", "\u{200D}",
    ]
    private static let finals = Array("@ABCDEFGHIJKLMPSTXZ`abdefgmrsu").map(String.init)
    private static let colors = [
        "0", "1;31", "4:3;58:5:9", "48;5;200", "38;2;1;2;3", "7;9", "22;24;27", "53;3", "8", "5;2",
        "38:2::9:8:7;48:2:1:2:3",
    ]
    private static let sequences = [
        "\u{1B}7", "\u{1B}8", "\u{1B}D", "\u{1B}E", "\u{1B}M", "\u{1B}H", "\u{1B}c", "\u{1B}(0", "\u{1B}(B", "\u{1B}#8",
        "\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[?47h", "\u{1B}[?47l", "\u{1B}[?6h", "\u{1B}[?6l", "\u{1B}[?7l",
        "\u{1B}[?7h",
        "\u{1B}[4h", "\u{1B}[4l", "\u{1B}[?69h", "\u{1B}[?69l", "\u{1B}[!p", "\u{1B}[r", "\u{1B}[3'}", "\u{1B}[2'~",
        "\u{1B}[2 @",
        "\u{1B}[2 A", "\u{1B}]2;title\u{7}", "\u{1B}]8;;http://a\u{1B}\\", "\u{1B}]8;;\u{1B}\\",
        "\u{1B}P+q544E\u{1B}\\",
        "\u{1B}[?45h", "\u{1B}[6n", "\u{1B}[c", "\u{1B}_x\u{1B}\\", "\u{1B}[1\"q", "\u{1B}[0\"q", "\u{1B}[?K",
        "\u{1B}]4;1;#102030\u{7}",
    ]
}
