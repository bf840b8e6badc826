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
