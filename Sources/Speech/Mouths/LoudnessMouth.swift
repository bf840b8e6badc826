import Platform
import Sound

/// The mouth of a voice that does not tell its phonemes: from loudness and spectrum alone. It sees vowels, hissing and
/// silence; lips that meet it can only guess from the dip in the sound.
enum LoudnessMouth {
    /// Decibels below the loud parts of the utterance.
    private static let silence = -32.0
    /// Decibels below full scale: quieter is noise, however quiet the rest is.
    private static let leastLevel = -70.0

    static func track(_ sound: Samples, _ shapes: MouthShapes) -> MouthTrack {
        let count = MouthTrack.frameCount(sound.duration)
        let features = SoundFeatures.frames(of: sound, count: count)
        let loud = loudLevel(features)
        let mouths = smoothed(features.map { mouth($0, loud: loud) })
        return MouthTrack(
            frames: mouths.map { mouth in
                let place =
                    mouth.viseme == .rest
                    ? shapes.place(of: .rest)
                    : shapes.nearest(openness: mouth.openness, width: mouth.width, saying: mouth.viseme)
                return MouthTrack.Frame(shape: place, viseme: mouth.viseme, phoneme: "")
            })
    }

    private struct Mouth {
        let viseme: Viseme
        var openness: Double
        var width: Double
    }

    /// The level that one frame in twenty exceeds.
    private static func loudLevel(_ features: [SoundFeatures]) -> Double {
        let levels = features.map(\.level).sorted()
        return levels.isEmpty ? 0 : levels[levels.count * 19 / 20]
    }

    private static func mouth(_ features: SoundFeatures, loud: Double) -> Mouth {
        let below = features.level - loud
        guard below > silence, features.level > leastLevel else {
            return Mouth(viseme: .rest, openness: 0, width: 0.84)
        }
        if features.hiss > 0.5 {
            return features.hissFrequency > 4_800
                ? Mouth(viseme: .s, openness: 0.19, width: 0.91) : Mouth(viseme: .sh, openness: 0.19, width: 0.54)
        }
        let loudness = share(below, from: -20, to: -3)
        let height = share(features.firstFormant, from: 330, to: 720)
        let spread = share(features.brightness, from: -24, to: -2)
        // An open mouth is neither round nor spread.
        let width = 0.45 + 0.5 * spread * (1 - 0.3 * height) + 0.2 * height * (1 - spread)
        return Mouth(viseme: .uh, openness: min(1, loudness * (0.25 + 0.8 * height)), width: width)
    }

    private static func share(_ value: Double, from: Double, to: Double) -> Double {
        min(max(0, (value - from) / (to - from)), 1)
    }

    /// What is measured in frames jumps; a mouth does not. Silence and hissing stay as they are.
    private static func smoothed(_ mouths: [Mouth]) -> [Mouth] {
        mouths.indices.map { place in
            var mouth = mouths[place]
            guard mouth.viseme == .uh else { return mouth }
            let (before, after) = (mouths[max(0, place - 1)], mouths[min(mouths.count - 1, place + 1)])
            mouth.openness = (before.openness + 2 * mouth.openness + after.openness) / 4
            mouth.width = (before.width + 2 * mouth.width + after.width) / 4
            return mouth
        }
    }
}

/// What can be told of a mouth from 45 ms of its sound.
struct SoundFeatures: Hashable {
    /// Decibels below full scale, of the middle half; -100 for silence.
    let level: Double
    /// Part of the power that lies above 3.5 kHz, 0 … 1: hissing.
    let hiss: Double
    /// Middle of that part, in hertz: higher for s than for sh.
    let hissFrequency: Double
    /// Middle of the power from 200 to 1,200 Hz: higher for an open mouth (the first formant).
    let firstFormant: Double
    /// Power from 1.5 to 3.2 kHz against that from 500 to 1,500 Hz, in decibels: lower for round lips (the second formant).
    let brightness: Double

    /// - Parameter count: of frames; the middle of frame `k` is `k` + ½ of them from the start.
    static func frames(of sound: Samples, count: Int) -> [SoundFeatures] {
        let spectrum = Spectrum(rate: sound.rate)
        return (0..<count).map { frame in
            let middle = (Double(frame) + 0.5) / Double(MouthTrack.rate) * Double(sound.rate)
            return SoundFeatures(sound.mono(from: Int(middle) - spectrum.length / 2, spectrum.length), spectrum)
        }
    }

    private init(_ piece: [Float], _ spectrum: Spectrum) {
        let powers = spectrum.powers(piece)
        func sum(_ from: Double, _ to: Double) -> Double {
            powers[spectrum.bands(from, to)].reduce(0) { $0 + Double($1) }
        }
        func middle(_ from: Double, _ to: Double) -> Double {
            let (bands, whole) = (spectrum.bands(from, to), sum(from, to))
            guard whole > 0 else { return from }
            return bands.reduce(0) { $0 + spectrum.frequency($1) * Double(powers[$1]) } / whole
        }
        let all = sum(60, .infinity)
        // Of the middle alone: a closure is shorter than what a spectrum needs.
        let quarter = piece.count / 4
        var square = 0.0
        for place in quarter..<3 * quarter {
            // The hum of closed lips lies below what an open mouth adds: it counts for little.
            let rise = Double(piece[place] - 0.95 * piece[place - 1])
            square += rise * rise
        }
        level = max(-100, 10 * log10(square / Double(2 * quarter) + 1e-12))
        hiss = all > 0 ? sum(3_500, .infinity) / all : 0
        hissFrequency = middle(3_500, .infinity)
        firstFormant = middle(200, 1_200)
        brightness = 10 * log10((sum(1_500, 3_200) + 1e-12) / (sum(500, 1_500) + 1e-12))
    }
}

extension Samples {
    /// The mean of the channels, 1 is full scale; silence before the start and behind the end.
    fileprivate func mono(from start: Int, _ count: Int) -> [Float] {
        let (scale, channels, frames) = (1 / (32_768 * Float(self.channels)), self.channels, frameCount)
        return values.withUnsafeBufferPointer { values in
            (start..<start + count).map { frame in
                guard frame >= 0, frame < frames else { return 0 }
                var sum: Float = 0
                for channel in 0..<channels { sum += Float(values[frame * channels + channel]) }
                return sum * scale
            }
        }
    }
}

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
