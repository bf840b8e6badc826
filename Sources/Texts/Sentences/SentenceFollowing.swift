/// What stands behind a sentence that may have ended, as far as it has come.
struct SentenceFollowing {
    /// Begins with a blank, or touches the end.
    let text: ArraySlice<Unicode.Scalar>
    /// What may have ended.
    let sentence: ArraySlice<Unicode.Scalar>
    let language: SentenceLanguage
    /// Nothing more comes.
    let isOver: Bool

    /// What is longer says nothing more.
    private static let longest = 24

    /// Whether a new sentence begins; `nil` where only more text says it.
    func begins(behind end: SentenceEnd) -> Bool? {
        guard let first = text.first else { return isOver ? true : nil }
        if text.count > Self.longest { return decided(end) }
        let found = first == " " ? beginsApart(behind: end) : beginsTouching(first, behind: end)
        return found ?? (isOver ? decided(end) : nil)
    }

    /// Where nothing more is known.
    private func decided(_ end: SentenceEnd) -> Bool {
        switch end {
        case .atPause, .unlessBegun: false
        case .atOnce: true
        case .atSpace, .unless: text.first == " "
        }
    }

    // MARK: Behind white space

    private func beginsApart(behind end: SentenceEnd) -> Bool? {
        if end == .atOnce { return true }
        let rest = text.dropFirst()
        guard let first = rest.first else { return nil }
        if SentenceMarks.goesOn(first) { return false }
        if end == .atPause { return false }
        let word = rest.drop { $0 == " " || SentenceMarks.opens($0) }
        if end == .atSpace {
            guard SentenceMarks.isDash(first) else { return true }
            guard let letter = word.first else { return nil }
            return letter.isSmall ? isMixed(word) : true
        }
        guard let letter = word.first else { return nil }
        guard case .unless(let followers) = end else { return isBeginning(word) }
        // "...and then" begins one.
        if SentenceMarks.isDot(first), letter.isLetter { return true }
        if followers.contains(.small), letter.isSmall { return isMixed(word) }
        if followers.contains(.pronoun), letter == "I", language.begins("She") {
            guard let next = word.dropFirst().first else { return nil }
            return next.isLetter
        }
        return !followers.hold(letter)
    }

    /// Whether a word that begins with a small letter begins a sentence all the same: `iPhone`, `'s Avonds`, `b) salt`.
    private func isMixed(_ word: ArraySlice<Unicode.Scalar>) -> Bool? {
        let rest = word.dropFirst()
        guard let next = rest.first else { return isOver ? false : nil }
        if next.isCapital { return true }
        let letters = word.prefix(4).prefix { $0.isSmall }
        guard let sign = word.dropFirst(letters.count).first else { return isOver ? false : nil }
        if sign == ")" { return true }
        let before = word.startIndex > text.startIndex ? text[word.startIndex - 1] : " "
        guard before == "'" || before == "’", next == " " else { return false }
        guard let last = rest.dropFirst().first else { return isOver ? false : nil }
        return last.isCapital
    }

    /// Whether the word is one that only begins sentences.
    private func isBeginning(_ word: ArraySlice<Unicode.Scalar>) -> Bool? {
        let letters = word.prefix { $0.isLetter }
        guard letters.count < word.count || isOver else { return nil }
        // Initials.
        guard let first = letters.first, first.isCapital, word.dropFirst(letters.count).first != "." else {
            return false
        }
        return language.begins(String(String.UnicodeScalarView(letters)))
    }

    // MARK: Without white space

    private func beginsTouching(_ next: Unicode.Scalar, behind end: SentenceEnd) -> Bool? {
        switch end {
        case .atOnce: return true
        case .atPause, .unlessBegun: return false
        case .atSpace, .unless: break
        }
        guard next.isLetter, !next.isSmall else {
            // `３．２９`
            guard sentence.last == "．" else { return false }
            return next.properties.numericType == nil
        }
        let token = sentence.reversed().prefix { $0 != " " }
        guard !token.contains(where: { "/\\@=&_#".unicodeScalars.contains($0) }) else { return false }
        if sentence.last == "." { return isForgottenBlank(next, token) }
        // "!Kung", "Y!J"
        guard token.contains(where: TextScalar.isSpeakable) else { return false }
        guard next.isCapital else { return true }
        return text.dropFirst().first.map { !$0.isCapital && $0 != "." && $0 != "," }
    }

    /// "end.Next", but neither "U.S" nor "3.A", and no name of a file, a class or a host: those have more stops, or capitals elsewhere.
    private func isForgottenBlank(
        _ next: Unicode.Scalar, _ token: some BidirectionalCollection<Unicode.Scalar>
    ) -> Bool? {
        let stem = token.dropFirst()
        let isWord = stem.prefix(2).count == 2 && stem.prefix(2).allSatisfy { $0.isSmall }
        // The first word of a sentence has a capital anyway.
        let inner = stem.dropLast().allSatisfy { $0.isSmall || TextScalar.continues($0) }
        let isFirst = token.count == sentence.count
        guard next.isCapital, isWord, inner, let first = stem.last, isFirst || first.isSmall else {
            return false
        }
        let letters = text.prefix { $0.isLetter || TextScalar.continues($0) }
        let behind = text.dropFirst(letters.count)
        guard letters.dropFirst().allSatisfy({ $0.isSmall || TextScalar.continues($0) }) else { return false }
        guard let after = behind.first else { return isOver ? true : nil }
        if "@(_/\\#[{<=".unicodeScalars.contains(after) || after.properties.numericType != nil { return false }
        guard after == "." else { return true }
        return behind.dropFirst().first.map { !$0.isLetter } ?? (isOver ? true : nil)
    }
}
