import Frames

/// A color as the eye tells colors apart, by Björn Ottosson's OKLab (https://bottosson.github.io/posts/oklab/): lightness 0…1, and
/// two opponent axes of about ±0.3.
struct OKLab {
    var lightness: Float
    var a: Float
    var b: Float

    /// - Parameter light: red, green and blue as linear light, 0…1.
    init(_ light: SIMD3<Float>) {
        let long = cubeRoot(0.412_221_47 * light.x + 0.536_332_54 * light.y + 0.051_445_99 * light.z)
        let middle = cubeRoot(0.211_903_5 * light.x + 0.680_699_55 * light.y + 0.107_396_96 * light.z)
        let short = cubeRoot(0.088_302_46 * light.x + 0.281_718_84 * light.y + 0.629_978_7 * light.z)
        lightness = 0.210_454_26 * long + 0.793_617_8 * middle - 0.004_072_05 * short
        a = 1.977_998_5 * long - 2.428_592_2 * middle + 0.450_593_7 * short
        b = 0.025_904_04 * long + 0.782_771_77 * middle - 0.808_675_77 * short
    }

    /// - Parameter pixel: `0x00RRGGBB`.
    static func light(of pixel: UInt32) -> SIMD3<Float> {
        func light(_ shift: UInt32) -> Float {
            Float(LinearLight.fromSRGB[Int(pixel >> shift & 255)]) / Float(LinearLight.white)
        }
        return SIMD3(light(16), light(8), light(0))
    }

    var chroma: Float { (a * a + b * b).squareRoot() }
}

/// Newton's method from a third of the exponent, without a mathematics library: pure modules import none.
private func cubeRoot(_ value: Float) -> Float {
    guard value > 0 else { return 0 }
    var root = Float(bitPattern: value.bitPattern / 3 + 709_921_077)
    for _ in 0..<3 { root = (2 * root + value / (root * root)) / 3 }
    return root
}
