/// Tables between sRGB (0…255) and linear light (0…65535).
///
/// The way there and back is exact for every sRGB value. The way back gives the sRGB value nearest on the sRGB scale.
package enum LinearLight {
    package static let white: UInt32 = 65_535

    /// 256 entries: linear light of an sRGB value.
    package static let fromSRGB: [UInt16] = (0...255).map {
        UInt16((linear(Double($0) / 255) * Double(white)).rounded())
    }

    /// 65,536 entries: sRGB value of a linear light.
    static let toSRGB: [UInt8] = {
        var table = [UInt8](repeating: 255, count: Int(white) + 1)
        var next = 0
        for value in 0..<255 {
            // Where the next sRGB value begins to be the nearer one.
            let end = Int((linear((Double(value) + 0.5) / 255) * Double(white)).rounded(.up))
            for light in next..<end { table[light] = UInt8(value) }
            next = end
        }
        return table
    }()

    /// IEC 61966-2-1, both sides 0…1.
    private static func linear(_ value: Double) -> Double {
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // base to the power of 2.4, without a mathematics library: pure modules import none.
        let root = fifthRoot(base)
        return base * base * root * root
    }

    /// Newton's method from above, where it falls monotonically; `value` is 0…1.
    private static func fifthRoot(_ value: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 { root -= (root - value / (root * root * root * root)) / 5 }
        return root
    }
}
