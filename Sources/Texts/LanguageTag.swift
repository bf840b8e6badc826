/// Languages as BCP 47 writes them.
package enum LanguageTag {
    /// `pt_br` gives `pt-BR`, `ENGLISH` gives `en`; `nil` when it names none.
    package static func reading(_ text: String) -> String? {
        let small = FoldedText.line(text, limit: 36).lowercased()
        if let code = codes[small] { return code }
        let parts = small.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let first = parts.first, (2...3).contains(first.count), first != "und", parts.allSatisfy(isPart),
            first.allSatisfy(\.isLetter)
        else { return nil }
        return parts.enumerated().map { $0 == 0 ? String($1) : cased($1) }.joined(separator: "-")
    }

    private static func isPart(_ part: Substring) -> Bool {
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func cased(_ part: Substring) -> String {
        switch part.count {
        case 2: part.uppercased()
        case 4 where part.first?.isLetter == true: part.prefix(1).uppercased() + part.dropFirst()
        default: String(part)
        }
    }

    /// As Project Gutenberg and those who know no codes write them.
    private static let codes = [
        "english": "en", "french": "fr", "français": "fr", "german": "de", "deutsch": "de", "spanish": "es",
        "español": "es", "italian": "it", "italiano": "it", "portuguese": "pt", "dutch": "nl", "swedish": "sv",
        "danish": "da", "norwegian": "no", "finnish": "fi", "polish": "pl", "czech": "cs", "russian": "ru",
        "greek": "el", "latin": "la", "chinese": "zh", "japanese": "ja", "arabic": "ar", "hungarian": "hu",
        "catalan": "ca", "esperanto": "eo", "turkish": "tr", "ukrainian": "uk", "hebrew": "he",
    ]
}
