extension VoiceDescription {
    /// - Parameter wanted: as in `en`, which is `en-us` as well, or `pt-br`; `nil` for any.
    package func speaks(_ wanted: String?) -> Bool {
        guard let wanted = wanted.map(Self.folded) else { return true }
        let found = Self.folded(language)
        return [wanted, Self.otherNames[wanted]].contains {
            $0.map { found == $0 || found.hasPrefix($0 + "-") } == true
        }
    }

    /// The name of a voice that is asked for by that of its language, such as `zh`, where it has another one.
    static func name(asked: String) -> String { otherNames[folded(asked)] ?? asked }

    /// Languages that voices have under the name of one of them.
    fileprivate static var otherNames: [String: String] {
        ["zh": "cmn", "no": "nb", "iw": "he", "in": "id", "zh-hk": "yue", "zh-yue": "yue", "fil": "tl"]
    }

    fileprivate static func folded(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
}

extension Collection<VoiceDescription> {
    /// Who is to speak a language: the voice of that name, else one of just this language, else the first that speaks it somewhere.
    /// - Parameter language: BCP 47, such as `pt-BR`.
    /// - Returns: `nil` where nobody speaks it.
    package func voice(for language: String) -> VoiceDescription? {
        let tag = VoiceDescription.folded(language)
        let main = tag.prefix { $0 != "-" }
        for wanted in [tag, String(main)].flatMap({ [$0, VoiceDescription.otherNames[$0]].compactMap(\.self) }) {
            let found =
                first { VoiceDescription.folded($0.name) == wanted }
                ?? first { VoiceDescription.folded($0.language) == wanted } ?? first { $0.speaks(wanted) }
            if let found { return found }
        }
        return nil
    }
}
