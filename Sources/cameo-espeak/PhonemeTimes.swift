// SPDX-License-Identifier: GPL-3.0-or-later

/// From the moments at which the library names a sound to spans that cover all of it.
enum PhonemeTimes {
    static func phonemes(of output: LibraryOutput) -> [Spoken.Phoneme] {
        var phonemes: [Spoken.Phoneme] = []
        var wordStart = 0
        for event in output.events {
            switch event {
            case .word(_, _, let at): wordStart = max(wordStart, at)
            case .phoneme(let told, let at):
                guard let name = PhonemeName.ipa(told) else { continue }
                let at = min(at, output.samples.count)
                let earliest = max(phonemes.last?.from ?? 0, wordStart)
                append(
                    name, StopClosure.isStop(name) ? StopClosure.start(before: at, notBefore: earliest, output) : at,
                    to: &phonemes)
            }
        }
        return spans(phonemes, count: output.samples.count)
    }

    /// Two pauses that follow each other are one.
    private static func append(_ name: String, _ from: Int, to phonemes: inout [Spoken.Phoneme]) {
        if name.isEmpty, phonemes.last?.name.isEmpty == true { return }
        phonemes.append(Spoken.Phoneme(name: name, from: max(from, phonemes.last?.from ?? 0), to: 0))
    }

    /// Each ends where the next one begins; what takes no time is left out, and what comes before the first one is a pause.
    private static func spans(_ phonemes: [Spoken.Phoneme], count: Int) -> [Spoken.Phoneme] {
        var spans = phonemes
        if let first = phonemes.first?.from ?? (count > 0 ? count : nil), first > 0 {
            if phonemes.first?.name.isEmpty == true {
                spans[0].from = 0
            } else {
                spans.insert(Spoken.Phoneme(name: "", from: 0, to: 0), at: 0)
            }
        }
        for index in spans.indices {
            spans[index].to = index + 1 < spans.count ? spans[index + 1].from : count
        }
        return spans.filter { $0.from < $0.to }
    }
}
