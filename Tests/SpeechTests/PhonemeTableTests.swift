import Testing

@testable import Speech

@Suite struct PhonemeTableTests {
    @Test(
        "sounds have the mouths of the table",
        arguments: [
            ("p", [Viseme.p]), ("b", [.b]), ("m", [.m]), ("f", [.f]), ("v", [.v]), ("θ", [.th]), ("ð", [.dh]),
            ("tʃ", [.ch]),
            ("dʒ", [.j]), ("aɪ", [.ah, .ih]), ("aʊ", [.ah, .uu]), ("oʊ", [.oh, .oo]), ("ɔɪ", [.oh, .ih]), ("iː", [.ee]),
            ("uː", [.oo]), ("yː", [.oo]), ("øː", [.uu]), ("œ̃", [.oh]), ("ɔ̃", [.aw]), ("ɑ̃", [.ah]), ("ɑːɹ", [.ah, .r]),
            ("pf", [.p, .f]),
            ("ts", [.s]), ("t͡ʃ", [.ch]), ("əl", [.uh, .l]), ("ç", [.ih]), ("ɲ", [.y]), ("ʎ", [.l]), ("β", [.v]),
            ("kʷ", [.k, .w]),
            ("ʁ", [.k]), ("ɥ", [.w]), ("aɪə", [.ah, .ih, .uh]), ("n̩", [.n]), ("ʈʰ", [.t]), ("ʂ", [.sh]), ("ɓ", [.p]),
            ("ʘ", [.p]),
        ])
    func table(name: String, visemes: [Viseme]) { #expect(PhonemeTable.visemes(of: name) == visemes) }

    @Test(
        "pauses and marks by themselves have none",
        arguments: ["", "_", "_:", "ˈ", "ː", "(en)", "(de)(fr)", "\u{303}", "1", "|"])
    func none(name: String) { #expect(PhonemeTable.visemes(of: name).isEmpty) }

    @Test(
        "letters of other alphabets, with accents and capitals have a mouth", arguments: ["ж", "漢", "é", "Å", "ŵ", "ა"])
    func others(name: String) { #expect(PhonemeTable.visemes(of: name).count == 1) }

    @Test("every letter of the alphabet has a mouth that goes with its lips")
    func features() {
        for (scalar, letter) in IPALetter.all {
            let visemes = PhonemeTable.visemes(of: String(scalar))
            #expect(visemes.count == 1, "\(scalar)")
            guard let viseme = visemes.first else { continue }
            switch letter {
            case .vowel(_, _, let isRounded):
                #expect(viseme.isVowel || viseme == .r, "\(scalar)")
                #expect([Viseme.oo, .uu, .oh, .aw].contains(viseme) == isRounded, "\(scalar)")
            case .consonant(let place, let manner):
                #expect((viseme.look == .closed) == (place == .bilabial && manner == .tight), "\(scalar)")
                #expect(!viseme.isVowel || (place == .palatal && viseme == .ih), "\(scalar)")
            }
        }
    }

    @Test("a name without end is read only so far")
    func long() { #expect(PhonemeTable.visemes(of: String(repeating: "ap", count: 100_000)).count <= 16) }

    @Test("the phonemes of five languages all have a mouth, and pauses none")
    func spoken() {
        for sentence in SpokenSentence.all {
            for phoneme in sentence.utterance.phonemes {
                #expect(PhonemeTable.visemes(of: phoneme.name).isEmpty == phoneme.name.isEmpty, "\(phoneme.name)")
            }
        }
    }
}
