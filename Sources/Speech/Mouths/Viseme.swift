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
