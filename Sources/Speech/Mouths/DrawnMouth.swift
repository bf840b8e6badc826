/// A mouth that somebody draws for a pack. Its name is that of the viseme that it stands for first (docs/reference/avatar-packs.md).
package enum DrawnMouth: String, CaseIterable, Hashable, Sendable {
    case rest, p, f, th, t, sh, k, r, l, w, oh, ah, aah, eh, ee, ih, uh, uu, h

    /// Three numbers: jaw, width, manner.
    private var numbers: (Int, Int, Int) {
        switch self {
        case .rest: (0, 3, 0)
        case .p: (0, 3, 3)
        case .f: (1, 3, 4)
        case .th: (1, 3, 2)
        case .t: (1, 4, 5)
        case .sh: (1, 1, 5)
        case .k: (2, 3, 0)
        case .r: (1, 2, 1)
        case .l: (2, 3, 2)
        case .w: (1, 0, 0)
        case .oh: (3, 1, 0)
        case .ah: (4, 3, 1)
        case .aah: (5, 3, 1)
        case .eh: (3, 4, 1)
        case .ee: (2, 5, 1)
        case .ih: (2, 4, 1)
        case .uh: (2, 3, 1)
        case .uu: (2, 1, 0)
        case .h: (1, 3, 0)
        }
    }

    /// Name of the overlay's file.
    package var sheet: String { "J\(numbers.0)_X\(numbers.1)_M\(numbers.2).webp" }
    /// 0 closed … 1 widest.
    package var openness: Double { [0, 0.19, 0.37, 0.58, 0.79, 1][numbers.0] }
    /// 0 … 1, lower is more rounded.
    package var width: Double { [0.4, 0.53, 0.7, 0.83, 0.91, 0.98][numbers.1] }

    /// The visemes that it stands for where it is drawn.
    package var visemes: [Viseme] {
        switch self {
        case .rest: [.rest]
        case .p: [.p, .b, .m]
        case .f: [.f, .v]
        case .th: [.th, .dh]
        case .t: [.t, .d, .s, .z, .n]
        case .sh: [.sh, .zh, .ch, .j]
        case .k: [.k, .g, .ng]
        case .r: [.r]
        case .l: [.l]
        case .w: [.w, .oo]
        case .oh: [.oh, .aw]
        case .ah: [.ah]
        case .aah: [.aah]
        case .eh: [.eh, .ae]
        case .ee: [.ee, .y]
        case .ih: [.ih]
        case .uh: [.uh]
        case .uu: [.uu]
        case .h: [.h]
        }
    }

    /// What is missing without which nobody believes the mouth: one of each.
    /// - Returns: names, each of which would do; `nil` where nothing is.
    package static func missing(in drawn: Set<DrawnMouth>) -> [DrawnMouth]? {
        [[.rest], [.ah, .aah], [.oh, .w, .uu]].first { drawn.isDisjoint(with: $0) }
    }

    /// The shapes of a pack that has these mouths: each stands for what it is drawn for, and for what nothing else is nearer to.
    package static func shapes(drawn: Set<DrawnMouth>) -> [(mouth: DrawnMouth, shape: MouthShape)] {
        let drawn = allCases.filter(drawn.contains)
        var visemes: [DrawnMouth: [Viseme]] = [:]
        for mouth in allCases {
            guard let nearest = drawn.min(by: { mouth.distance($0) < mouth.distance($1) }) else { continue }
            visemes[nearest, default: []] += mouth.visemes
        }
        return drawn.map { mouth in
            let shape = MouthShape(
                sheet: mouth.sheet, visemes: visemes[mouth] ?? [], openness: mouth.openness, width: mouth.width)
            return (mouth, shape)
        }
    }

    private func distance(_ other: DrawnMouth) -> Double {
        if self == other { return -1 }
        let (open, wide) = (openness - other.openness, width - other.width)
        return open * open + wide * wide
    }
}
