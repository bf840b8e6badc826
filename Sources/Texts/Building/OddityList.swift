/// What was strange about a text, in words. Bounded: a book of 20,000 bad places gives a few lines.
struct OddityList {
    private var texts: [String] = []
    private var dropped = 0
    private static let limit = 20

    mutating func note(_ text: @autoclosure () -> String) {
        guard texts.count < Self.limit else {
            dropped += 1
            return
        }
        let text = text()
        if !texts.contains(text) { texts.append(text) }
    }

    mutating func note(_ others: [String]) { for text in others { note(text) } }

    var all: [String] { dropped == 0 ? texts : texts + ["and \(dropped) more"] }
}
