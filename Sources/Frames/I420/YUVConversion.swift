/// Which codes of a sample stand for black and white.
package enum ColorRange: String, CaseIterable, Hashable, Sendable {
    /// All of them, with the clamps of the original clients: Y 1…255, so that black comes out as 1 (picture-in-picture 5.6).
    case full
    /// Y 16…235, U and V 16…240.
    case limited
}

/// How much of red and of blue is in Y.
package enum ColorMatrix: String, CaseIterable, Hashable, Sendable {
    case bt601 = "601"
    case bt709 = "709"
}

/// Y, U and V to sRGB, in whole numbers with 16 bits of fraction, rounded half up (picture-in-picture 5.6).
package struct YUVConversion: Hashable, Sendable {
    package let matrix: ColorMatrix
    package let range: ColorRange

    private let lumaCodes: ClosedRange<UInt8>
    private let chromaCodes: ClosedRange<UInt8>
    private let black: Int32
    private let lumaFactor: Int32
    /// Of V in red and green, of U in green and blue.
    private let factors: SIMD4<Int32>

    package init(matrix: ColorMatrix, range: ColorRange) {
        self.matrix = matrix
        self.range = range
        switch range {
        case .full: (lumaCodes, chromaCodes, black, lumaFactor) = (1...255, 0...255, 0, 65_536)
        case .limited: (lumaCodes, chromaCodes, black, lumaFactor) = (16...235, 16...240, 16, 76_309)
        }
        switch (range, matrix) {
        case (.full, .bt601): factors = SIMD4(92_243, -46_986, -22_642, 116_587)
        case (.full, .bt709): factors = SIMD4(103_612, -30_800, -12_325, 122_087)
        case (.limited, .bt601): factors = SIMD4(104_597, -53_279, -25_675, 132_201)
        case (.limited, .bt709): factors = SIMD4(117_489, -34_925, -13_975, 138_438)
        }
    }

    /// Sums stay below 2^26.
    package func color(_ y: UInt8, _ u: UInt8, _ v: UInt8) -> Color {
        let light = (Self.within(lumaCodes, y) - black) * lumaFactor + 32_768
        let blueness = Self.within(chromaCodes, u) - 128
        let redness = Self.within(chromaCodes, v) - 128
        return Color(
            Self.channel(light + factors[0] * redness),
            Self.channel(light + factors[1] * redness + factors[2] * blueness),
            Self.channel(light + factors[3] * blueness))
    }

    // By hand: a generic function of another module takes longer here than all the rest of a pixel.
    private static func within(_ codes: ClosedRange<UInt8>, _ sample: UInt8) -> Int32 {
        Int32(min(max(sample, codes.lowerBound), codes.upperBound))
    }

    private static func channel(_ sum: Int32) -> UInt8 { UInt8(truncatingIfNeeded: min(max(sum >> 16, 0), 255)) }
}
