// SPDX-License-Identifier: GPL-3.0-or-later

/// From the moments at which the library names a sound to spans that cover all of it.
enum PhonemeTimes {
    static func phonemes(of output: LibraryOutput) -> [Spoken.Phoneme] {
        var phonemes: [Spoken.Phoneme] = []
        var wordStart = 0
        for event in output.events {
            switch event {
            case .word(_, _, let at): wordStart = max(wordStart, at)
            case .phoneme(let reported, let at):
                guard let name = PhonemeName.ipa(reported) else { continue }
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

/// Sounds that begin with a closure, such as p and t. The library names them when they burst: the silence before that, in which the
/// lips or the tongue are closed already, is theirs.
enum StopClosure {
    /// Softer than this is silence: 1/512 of full scale.
    private static let silence = 64
    /// A closure is not looked for farther back, in seconds. The library's own are 30 to 50 ms long.
    private static let longestClosure = 0.12

    static func isStop(_ name: String) -> Bool {
        name.unicodeScalars.first.map { "pbtdkɡqɢcɟʈɖʔʦ".unicodeScalars.contains($0) } ?? false
    }

    /// Where the silence before `burst` begins; `burst` itself when there is none.
    static func start(before burst: Int, notBefore earliest: Int, _ output: LibraryOutput) -> Int {
        let farthest = max(earliest, burst - Int(longestClosure * Double(output.rate)))
        var place = burst
        while place > farthest, abs(Int(output.samples[place - 1])) < silence { place -= 1 }
        return place
    }
}
