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

    private static func mouth(_ heard: SoundFeatures, loud: Double) -> Mouth {
        let below = heard.level - loud
        guard below > silence, heard.level > leastLevel else { return Mouth(viseme: .rest, openness: 0, width: 0.84) }
        if heard.hiss > 0.5 {
            return heard.hissFrequency > 4_800
                ? Mouth(viseme: .s, openness: 0.19, width: 0.91) : Mouth(viseme: .sh, openness: 0.19, width: 0.54)
        }
        let loudness = share(below, from: -20, to: -3)
        let height = share(heard.firstFormant, from: 330, to: 720)
        let spread = share(heard.brightness, from: -24, to: -2)
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
