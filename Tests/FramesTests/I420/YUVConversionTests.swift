import Events
import Testing

@testable import Frames

@Suite struct YUVConversionTests {
    private static let conversions = [
        YUVConversion(matrix: .bt601, range: .full), YUVConversion(matrix: .bt709, range: .full),
        YUVConversion(matrix: .bt601, range: .limited), YUVConversion(matrix: .bt709, range: .limited),
    ]

    /// Y, U, V, and what comes of them by the conversions above.
    private static let vectors: [([UInt8], [Color])] = [
        ([0, 128, 128], [gray(1), gray(1), gray(0), gray(0)]),
        ([16, 128, 128], [gray(16), gray(16), gray(0), gray(0)]),
        ([128, 128, 128], [gray(128), gray(128), gray(130), gray(130)]),
        ([235, 128, 128], [gray(235), gray(235), gray(255), gray(255)]),
        ([255, 128, 128], [gray(255), gray(255), gray(255), gray(255)]),
        ([76, 85, 255], [Color(255, 0, 0), Color(255, 24, 0), Color(249, 0, 0), Color(255, 19, 0)]),
        ([150, 44, 21], [Color(0, 255, 1), Color(0, 216, 0), Color(0, 255, 0), Color(0, 231, 0)]),
        ([29, 255, 107], [Color(0, 0, 255), Color(0, 15, 255), Color(0, 0, 241), Color(0, 2, 252)]),
        ([81, 90, 240], [Color(239, 14, 13), Color(255, 36, 10), Color(254, 0, 0), Color(255, 24, 0)]),
        ([145, 54, 34], [Color(13, 238, 13), Color(0, 203, 7), Color(0, 255, 1), Color(0, 216, 0)]),
        ([41, 240, 110], [Color(16, 15, 240), Color(13, 28, 250), Color(0, 0, 255), Color(0, 15, 255)]),
        (
            [180, 100, 150],
            [Color(211, 174, 130), Color(215, 175, 128), Color(226, 184, 134), Color(230, 185, 132)]
        ),
        ([0, 0, 0], [Color(0, 137, 0), Color(0, 85, 0), Color(0, 135, 0), Color(0, 84, 0)]),
        ([255, 255, 255], [Color(255, 120, 255), Color(255, 171, 255), Color(255, 120, 255), Color(255, 171, 255)]),
    ]

    private static func gray(_ value: UInt8) -> Color { Color(value, value, value) }

    @Test("PN36 both matrices with both ranges give each color exactly")
    func vectors() {
        for (samples, colors) in Self.vectors {
            for (conversion, color) in zip(Self.conversions, colors) {
                let found = conversion.color(samples[0], samples[1], samples[2])
                #expect(found == color, "\(samples), \(conversion.matrix.rawValue) \(conversion.range)")
            }
        }
    }

    @Test("each color is the one of the formula in floating point, rounded", arguments: conversions)
    func formula(conversion: YUVConversion) {
        let (kr, kb) = conversion.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let kg = 1 - kr - kb
        var farthest = 0.0
        for y in stride(from: 0, through: 255, by: 5) {
            for u in stride(from: 0, through: 255, by: 15) {
                for v in stride(from: 0, through: 255, by: 15) {
                    let (light, blueness, redness) = normalized(y, u, v, conversion.range)
                    let red = light + 2 * (1 - kr) * redness
                    let blue = light + 2 * (1 - kb) * blueness
                    let green = (light - kr * red - kb * blue) / kg
                    let found = conversion.color(UInt8(y), UInt8(u), UInt8(v))
                    for (expected, value) in [(red, found.red), (green, found.green), (blue, found.blue)] {
                        farthest = max(farthest, abs((expected * 255).clamped(to: 0...255) - Double(value)))
                    }
                }
            }
        }
        #expect(farthest <= 0.51)
    }

    /// Light is 0…1, chroma about -0.5…0.5.
    private func normalized(_ y: Int, _ u: Int, _ v: Int, _ range: ColorRange) -> (Double, Double, Double) {
        switch range {
        case .full:
            return (Double(max(y, 1)) / 255, Double(u - 128) * 0.5 / 127, Double(v - 128) * 0.5 / 127)
        case .limited:
            let codes = 16...240
            return (
                Double(y.clamped(to: 16...235) - 16) / 219, Double(u.clamped(to: codes) - 128) / 224,
                Double(v.clamped(to: codes) - 128) / 224
            )
        }
    }
}
