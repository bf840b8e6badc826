// SPDX-License-Identifier: GPL-3.0-or-later

/// From the library's words to those of the text.
///
/// A number is several words at places that are partly wrong, one of a list of emoji is several words at the first one's
/// place, "don't" and "of the" are one whose place is "Don" and "of", and “Yes” has a place and no length. Of a word that it says in one
/// breath with the next one, such as 나는 at the beginning of a sentence, it may tell nothing.
enum WordTimes {
    /// - Parameter phonemes: those of the output, with its pauses.
    static func words(
        of output: LibraryOutput, _ phonemes: [Spoken.Phoneme], in text: [Unicode.Scalar]
    ) -> [Spoken.Word] {
        var words: [Spoken.Word] = []
        for event in output.events {
            guard case .word(let start, let count, let at) = event else { continue }
            add(start, count, at, to: &words, in: text)
        }
        addUntold(&words, phonemes, in: text)
        extend(&words, in: text)
        end(&words, at: output.samples.count, phonemes)
        return words.filter { $0.from < $0.to }
    }

    private static func add(
        _ start: Int, _ count: Int, _ at: Int, to words: inout [Spoken.Word], in text: [Unicode.Scalar]
    ) {
        guard text.indices.contains(start) else { return }
        // It tells no length of a word with ”, “ or » right behind it.
        let length = count > 0 ? min(count, text.count) : text[start...].prefix(while: isLetter).count
        var scalars = start..<min(start + length, text.count)
        while let last = scalars.last, isBlank(text[last]) { scalars = scalars.lowerBound..<last }
        guard !scalars.isEmpty else { return }
        if let last = words.last,
            scalars.lowerBound < last.scalars.upperBound
                || isOneNumber(last.scalars.lowerBound, scalars.lowerBound, text)
        {
            let end = max(last.scalars.upperBound, scalars.upperBound)
            words[words.count - 1].scalars = last.scalars.lowerBound..<end
        } else {
            words.append(Spoken.Word(scalars: scalars, from: at, to: at))
        }
    }

    /// Whether both places are in one number, as in `$1,234.50` or `3/4/2021`.
    private static func isOneNumber(_ first: Int, _ second: Int, _ text: [Unicode.Scalar]) -> Bool {
        let between = text[first...second]
        return between.contains(where: isDigit) && isDigit(text[second])
            && !between.contains { isBlank($0) || $0.properties.isAlphabetic }
    }

    /// Words of which nothing is told, at the beginning and behind a comma: they are heard from the first sound there on.
    private static func addUntold(_ words: inout [Spoken.Word], _ phonemes: [Spoken.Phoneme], in text: [Unicode.Scalar])
    {
        var all: [Spoken.Word] = []
        for (index, word) in ([nil] + words.map(Optional.some)).enumerated() {
            if let word { all.append(word) }
            let next = index < words.count ? words[index] : nil
            let (start, end) = (word?.scalars.upperBound ?? 0, next?.scalars.lowerBound ?? text.count)
            guard start < end, word == nil || next != nil else { continue }
            let untold = text[start..<end]
            guard let first = word == nil ? untold.firstIndex(where: isLetter) : firstBehindComma(untold),
                let last = untold.lastIndex(where: isLetter)
            else { continue }
            // Behind the pause that the comma makes.
            var from = word?.from
            if let word {
                let pause = phonemes.last { $0.name.isEmpty && word.from < $0.from && $0.to < next?.from ?? .max }
                from = pause?.to
            } else {
                from = phonemes.first { !$0.name.isEmpty }?.from
            }
            guard let from, from < next?.from ?? .max else { continue }
            all.append(Spoken.Word(scalars: first..<last + 1, from: from, to: from))
        }
        words = all
    }

    private static func firstBehindComma(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
        let comma = text.lastIndex { ",.;:!?،؛。、，；：！？".unicodeScalars.contains($0) }
        return comma.flatMap { text[($0 + 1)...].firstIndex(where: isLetter) }
    }

    /// Each word goes on over what is spoken with it: up to the last letter before the next word.
    private static func extend(_ words: inout [Spoken.Word], in text: [Unicode.Scalar]) {
        for index in words.indices {
            let known = words[index].scalars
            var end = index + 1 < words.count ? words[index + 1].scalars.lowerBound : text.count
            while end > known.upperBound, !isLetter(text[end - 1]) { end -= 1 }
            words[index].scalars = known.lowerBound..<max(end, known.upperBound)
        }
    }

    /// A word ends with the next one, or with the pause before that.
    private static func end(_ words: inout [Spoken.Word], at last: Int, _ phonemes: [Spoken.Phoneme]) {
        var pauses = phonemes.filter(\.name.isEmpty)[...]
        for index in words.indices {
            let next = index + 1 < words.count ? words[index + 1].from : last
            while let pause = pauses.first, pause.to < next { pauses.removeFirst() }
            let isBeforePause = pauses.first.map { words[index].from < $0.from && $0.from < next } ?? false
            words[index].to = isBeforePause ? pauses.first?.from ?? next : next
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

    /// Part of a written word, digits and combining marks included.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar.properties.isAlphabetic || isDigit(scalar)
        }
    }
}
