import Events
import Foundation
import Sound
import Support
import Testing

@testable import Speech

@Suite struct LoudnessMouthTests {
    private let shapes = Mira.shapes

    /// A voice of 120 Hz through two resonances, or noise within a band, half a second long.
    private enum Part {
        case silence
        case vowel(first: Double, second: Double, loudness: Double)
        case noise(from: Double, to: Double)
    }

    private func sound(_ parts: Part..., rate: Int = 22_050, gain: Double = 0.3) -> Samples {
        var values: [Int16] = []
        for part in parts {
            for place in 0..<rate / 2 {
                let time = Double(place) / Double(rate)
                values.append(Int16(max(-32_768, min(32_767, sample(part, time) * gain * 32_767))))
            }
        }
        return Samples(rate: rate, channels: 1, values: values)
    }

    private func sample(_ part: Part, _ time: Double) -> Double {
        switch part {
        case .silence: return 0
        case .vowel(let first, let second, let loudness):
            return loudness
                * stride(from: 120.0, to: 4_000, by: 120).reduce(0) { sum, hertz in
                    let a = 1 / (1 + pow((hertz - first) / 90, 2))
                    let b = 0.4 / (1 + pow((hertz - second) / 120, 2))
                    return sum + (a + b + 0.001) * sin(2 * .pi * hertz * time + hertz)
                }
        case .noise(let from, let to):
            return 0.08 * stride(from: from, to: to, by: 97).reduce(0) { $0 + sin(2 * .pi * $1 * time + $1 * $1) }
        }
    }

    /// The shape in the middle of each half second.
    private func mouths(_ sound: Samples) -> [MouthShape] {
        let frames = LoudnessMouth.track(sound, shapes).frames
        return stride(from: 7, to: frames.count, by: 15).map { shapes.all[frames[$0].shape] }
    }

    private let ah = Part.vowel(first: 750, second: 1_200, loudness: 1)
    private let ee = Part.vowel(first: 280, second: 2_300, loudness: 1)
    private let oo = Part.vowel(first: 300, second: 700, loudness: 1)

    @Test(
        "silence closes, a loud open vowel opens wide, a close one little; round is round and spread is spread",
        arguments: [16_000, 22_050, 44_100])
    func vowels(rate: Int) {
        let found = mouths(sound(.silence, ah, ee, oo, .silence, rate: rate))
        #expect(found.count == 5)
        #expect(found[0] == shapes[.rest] && found[4] == shapes[.rest])
        #expect(
            found[1].openness >= 0.58 && found[2].openness < 0.5 && found[3].openness < 0.5, "\(found.map(\.sheet))")
        #expect(found[3].width < found[1].width && found[2].width > found[3].width + 0.25, "\(found.map(\.sheet))")
    }

    @Test("hissing shows the teeth: spread for s, rounded for sh")
    func hissing() {
        let found = mouths(sound(ah, .noise(from: 5_500, to: 9_500), ah, .noise(from: 2_600, to: 5_000), ah))
        #expect(found[1] == shapes[.s] && found[3] == shapes[.sh], "\(found.map(\.sheet))")
    }

    @Test("loudness counts against that of the utterance: whispered or shouted, the mouth is the same")
    func adaptive() {
        let quiet = Part.vowel(first: 750, second: 1_200, loudness: 0.12)
        let loud = mouths(sound(ah, quiet, .silence, ah, gain: 0.5))
        #expect(mouths(sound(ah, quiet, .silence, ah, gain: 0.02)) == loud)
        #expect(loud[1].openness < loud[0].openness)
    }

    @Test("noise below -70 dB is silence, however quiet the rest")
    func floor() {
        #expect(mouths(sound(ah, ah, gain: 0.000_2)).allSatisfy { $0 == shapes[.rest] })
        #expect(LoudnessMouth.track(sound(), shapes).frames.isEmpty)
    }

    @Test("a dip between two vowels is a closing mouth")
    func dip() {
        var values = sound(ah, ah).values
        for place in 10_300..<11_700 { values[place] = 0 }
        let frames = LoudnessMouth.track(Samples(rate: 22_050, channels: 1, values: values), shapes).frames
        let openness = frames.map { shapes.all[$0.shape].openness }
        #expect(openness[14...15].contains { $0 < 0.3 } && openness[10] > 0.5 && openness[20] > 0.5, "\(openness)")
    }

    @Test("any sound has a shape for every frame", arguments: 0..<12)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let rate = [1, 7, 100, 8_000, 44_100, 192_000, 2_000_000_000][random.below(7)]
        let values = (0..<random.below(20_000)).map { _ in Int16(truncatingIfNeeded: random.next()) }
        let sound = Samples(
            rate: rate, channels: 1 + random.below(2), values: rate < 100 ? Array(values.prefix(50)) : values)
        let track = LoudnessMouth.track(sound, shapes)
        #expect(track.frames.count == MouthTrack.frameCount(sound.duration))
        #expect(track.frames.allSatisfy { shapes.all.indices.contains($0.shape) })
    }

    @Test("a spectrum has the power of a tone at its place", arguments: [100, 1_000, 5_000])
    func spectrum(hertz: Int) {
        let spectrum = Spectrum(rate: 22_050)
        #expect(spectrum.length == 1_024)
        let tone = (0..<1_024).map { Float(sin(2 * Double.pi * Double(hertz) * Double($0) / 22_050)) }
        let powers = spectrum.powers(tone)
        let near = powers[spectrum.bands(Double(hertz) - 70, Double(hertz) + 70)].reduce(0, +)
        #expect(abs(near - 0.5) < 0.01 && abs(powers.reduce(0, +) - 0.5) < 0.01, "\(near)")
    }
}
