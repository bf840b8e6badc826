import Events
import Scripts
import Speech

/// The words of a lane as readers have them, each of which is lit while it is heard: a mark that stands alone, such as
/// a dash or a French question mark, and of which the voice says nothing, is one with the word before it; what opens
/// something with the next one.
enum HeardTokens {
    /// - Parameter words: what a voice says of the text; none where it says nothing.
    static func tokens(of text: String, _ words: [SpokenWord]) -> [TextTokens.Token] {
        let all = TextTokens(text).tokens
        var spoken: Set<Int> = []
        for word in words { spoken.formUnion(word.shares(of: all).lazy.map(\.index)) }
        var places: [Range<Int>] = []
        /// The last of them does.
        var holdsWord = false
        for (index, token) in all.enumerated() {
            let isWord = token.hasWord || spoken.contains(index)
            let isNext = holdsWord && (isWord || token.text.unicodeScalars.first.map(TextTokens.opens) == true)
            if isNext || places.isEmpty {
                places.append(token.scalars)
                holdsWord = isWord
            } else {
                places[places.count - 1] = places[places.count - 1].lowerBound..<token.scalars.upperBound
                holdsWord = holdsWord || isWord
            }
        }
        // What is opened at the very end has no next one.
        if !holdsWord, places.count > 1 {
            let last = places.removeLast()
            places[places.count - 1] = places[places.count - 1].lowerBound..<last.upperBound
        }
        let scalars = Array(text.unicodeScalars)
        return places.map { place in
            TextTokens.Token(text: String(String.UnicodeScalarView(scalars[place])), scalars: place)
        }
    }
}
