import Scripts

extension TerminalText {
    /// Parts of at most so many cells; characters stay whole.
    static func split(_ text: String, toCells cells: Int) -> [String] {
        guard cellWidth(of: text) > cells else { return [text] }
        var (parts, part, width): ([String], String, Int) = ([], "", 0)
        for character in text {
            let step = cellWidth(of: String(character))
            if width > 0, width + step > cells {
                parts.append(part)
                (part, width) = ("", 0)
            }
            part.append(character)
            width += step
        }
        return parts + [part]
    }
}
