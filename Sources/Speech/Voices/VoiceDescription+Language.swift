import Texts

extension VoiceDescription {
    /// - Parameter wanted: as in `en`, which is `en-us` as well, or `pt-br`; `nil` for any.
    package func speaks(_ wanted: String?) -> Bool {
        guard let wanted = wanted.map(Self.folded) else { return true }
        let found = Self.folded(language)
        return [wanted, Self.otherNames[wanted]].contains {
            $0.map { found == $0 || found.hasPrefix($0 + "-") } == true
        }
    }

    /// - Parameter wanted: a title or its beginning, in capitals or not, such as `german` or `English (America)`; `nil` for any.
    package func hasTitle(_ wanted: String?) -> Bool {
        guard let wanted = wanted?.lowercased() else { return true }
        return title.lowercased() == wanted || plainTitle == wanted
    }

    /// Without where it is spoken.
    fileprivate var plainTitle: String { title.lowercased().prefix { $0 != "(" }.trimmed }

    /// The name of a voice that is asked for by that of its language, such as `zh`, where it has another one.
    static func name(asked: String) -> String { otherNames[folded(asked)] ?? asked }

    /// Languages that voices have under the name of one of them.
    fileprivate static var otherNames: [String: String] {
        ["zh": "cmn", "no": "nb", "iw": "he", "in": "id", "zh-hk": "yue", "zh-yue": "yue", "fil": "tl"]
    }

    fileprivate static func folded(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
}

extension Collection<VoiceDescription> {
    /// What a user asks for by a voice's name, its language or its title, in capitals or not; of several that fit the one with the
    /// shortest name. What stands behind a `+` varies it, and stays.
    /// - Returns: what the program is to be asked for; `nil` where none fits.
    package func name(meant asked: String) -> String? {
        let parts = asked.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = parts.first, let found = meant(by: String(base)) else { return nil }
        return parts.count == 2 ? "\(found.name)+\(parts[1])" : found.name
    }

    private func meant(by asked: String) -> VoiceDescription? {
        let tag = VoiceDescription.folded(asked)
        for wanted in [tag, VoiceDescription.otherNames[tag]].compactMap(\.self) {
            let named = first { VoiceDescription.folded($0.name) == wanted }
            if let found = named ?? shortest({ VoiceDescription.folded($0.language) == wanted }) { return found }
        }
        if let titled = shortest({ $0.title.lowercased() == asked.lowercased() }) ?? shortest({ $0.hasTitle(asked) }) {
            return titled
        }
        // A word that is no tag is no language either, whatever it begins with.
        return LanguageTag.reading(asked).flatMap { voice(for: $0) }
    }

    private func shortest(_ fits: (VoiceDescription) -> Bool) -> VoiceDescription? {
        filter(fits).min { $0.name.count < $1.name.count }
    }

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
