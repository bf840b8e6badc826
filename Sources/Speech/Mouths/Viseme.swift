/// What a mouth does that can be told by looking at it. The names are those of avatar packs (docs/reference/avatar-packs.md).
package enum Viseme: String, Hashable, Sendable, CaseIterable {
    case rest
    case p, b, m
    case f, v
    case th, dh
    case t, d, s, z, n
    case sh, zh, ch, j
    case k, g, ng
    case r, l, h
    case w, oo, uu
    case oh, aw
    case ah, aah
    case eh, ae
    case ee, y, ih
    case uh

    /// What stands for it in a pack that does not have it.
    var substitute: Viseme? {
        switch self {
        case .b, .m: .p
        case .v: .f
        case .dh: .th
        case .d, .s, .z, .n: .t
        case .zh, .ch, .j: .sh
        case .g, .ng: .k
        case .oo: .w
        case .aw: .oh
        case .aah: .ah
        case .ae: .eh
        case .y: .ee
        default: nil
        }
    }

    /// How one looks at a mouth; within one of these the sounds are not to be told apart.
    package var look: Look {
        switch self {
        case .rest: .resting
        case .p, .b, .m: .closed
        case .f, .v: .teethOnLip
        case .th, .dh, .t, .d, .s, .z, .n, .k, .g, .ng, .l, .h: .narrow
        case .sh, .zh, .ch, .j, .r, .w, .oo, .uu: .rounded
        case .ah, .aah, .eh, .ae, .oh, .aw: .open
        case .ee, .y, .ih, .uh: .halfOpen
        }
    }

    package enum Look: Hashable, Sendable { case resting, closed, teethOnLip, narrow, rounded, open, halfOpen }

    /// Whether the lips have to touch, each other or the teeth, for the sound to come about at all.
    package var isClosure: Bool { look == .closed || look == .teethOnLip }

    /// Whether it takes part in a mouth on its way between two others. Teeth, tongue and pressed lips do not.
    var isPlain: Bool {
        switch self {
        case .rest, .h, .r, .w, .oo, .uu, .oh, .aw, .ah, .eh, .ae, .ee, .y, .ih, .uh: true
        default: false
        }
    }

    var isVowel: Bool {
        switch self {
        case .oo, .uu, .oh, .aw, .ah, .aah, .eh, .ae, .ee, .ih, .uh: true
        default: false
        }
    }
}

extension Viseme {
    /// How much a sound insists on its own opening and width against its neighbors', and from how far away (in
    /// openness and width) it draws its own shape.
    var insistence: (openness: Double, width: Double, ofShape: Double) {
        switch self {
        case .rest: (1, 1, 0.04)
        case .p, .b, .m: (6, 0.5, 0.15)
        case .f, .v: (4, 0.7, 0.2)
        case .sh, .zh, .ch, .j: (1.5, 2, 0.12)
        case .w, .oo: (1.5, 2, 0.03)
        case .uu: (1.2, 2, 0.03)
        case .r: (1, 1.6, 0.05)
        case .oh, .aw: (1.2, 1.6, 0.03)
        case .ah, .aah: (1.3, 1, 0.03)
        case .eh, .ae: (1.2, 1, 0.03)
        case .ee, .y, .ih: (1, 1.2, 0.03)
        case .uh: (0.8, 0.6, 0.03)
        case .s, .z: (1.3, 0.8, 0.15)
        case .th, .dh: (1.1, 0.6, 0.15)
        case .t, .d, .n: (0.9, 0.5, 0.12)
        case .l: (0.8, 0.5, 0.1)
        case .k, .g, .ng: (0.4, 0.3, 0.05)
        case .h: (0.2, 0.2, 0)
        }
    }
}
