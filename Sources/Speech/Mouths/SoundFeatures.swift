import Platform
import Sound

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
