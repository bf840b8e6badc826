import Platform

/// Power by frequency of a short piece of sound: a Hann window, then a radix-2 Fourier transform.
///
/// By hand, as little of it as there is: FFTW is under the GPL, and the time goes elsewhere.
struct Spectrum {
    /// Samples of a piece, a power of two: about 45 ms.
    let length: Int
    private let rate: Double
    private let window: [Float]
    private let cosines: [Float]
    private let sines: [Float]
    private let order: [Int]

    /// - Parameter rate: samples a second.
    init(rate: Int) {
        var length = 64
        while length < 8_192, length * 2 <= rate / 20 { length *= 2 }
        let count = length
        self.length = length
        self.rate = Double(rate)
        window = (0..<count).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(count))) }
        let angles = (0..<count / 2).map { -2 * Double.pi * Double($0) / Double(count) }
        cosines = angles.map { Float(cos($0)) }
        sines = angles.map { Float(sin($0)) }
        let bits = count.trailingZeroBitCount
        order = (0..<count).map { place in
            (0..<bits).reduce(0) { $0 << 1 | (place >> $1 & 1) }
        }
    }

    /// Power of each band, divided by the mean of the window's square: a full-scale sine has 0.5.
    /// - Parameter piece: `length` samples, 1 is full scale.
    func powers(_ piece: [Float]) -> [Float] {
        guard piece.count == length else { return [Float](repeating: 0, count: length / 2) }
        var real = order.map { piece[$0] * window[$0] }
        var imaginary = [Float](repeating: 0, count: length)
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                cosines.withUnsafeBufferPointer { cosines in
                    sines.withUnsafeBufferPointer { transform(real, imaginary, cosines, $0) }
                }
            }
        }
        // Both halves of the spectrum, and the mean square of a Hann window, 3/8.
        let scale = 2 / (0.375 * Float(length) * Float(length))
        return (0..<length / 2).map { (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]) * scale }
    }

    private func transform(
        _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>,
        _ cosines: UnsafeBufferPointer<Float>, _ sines: UnsafeBufferPointer<Float>
    ) {
        var half = 1
        while half < length {
            let stride = length / (2 * half)
            var start = 0
            while start < length {
                var place = 0
                while place < half {
                    let (low, high) = (start + place, start + place + half)
                    let (turn, lean) = (cosines[place * stride], sines[place * stride])
                    let re = real[high] * turn - imaginary[high] * lean
                    let im = real[high] * lean + imaginary[high] * turn
                    real[high] = real[low] - re
                    imaginary[high] = imaginary[low] - im
                    real[low] += re
                    imaginary[low] += im
                    place += 1
                }
                start += 2 * half
            }
            half *= 2
        }
    }

    /// Bands that lie in a range of frequencies, in hertz.
    func bands(_ from: Double, _ to: Double) -> Range<Int> {
        let width = rate / Double(length)
        let first = min(max(1, Int(min(from / width, Double(length)).rounded(.up))), length / 2)
        return first..<min(max(first, Int(min(to / width, Double(length)).rounded(.up))), length / 2)
    }

    /// Hertz in the middle of a band.
    func frequency(_ band: Int) -> Double { Double(band) * rate / Double(length) }
}
