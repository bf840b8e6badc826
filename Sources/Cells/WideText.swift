/// Makes a blank of each half of a wide character whose other half is outside, covered or under another text.
///
/// A terminal that gets something over one half of a character drops the other. Since a half stands alone neither in what is wanted nor in
/// what is known to be shown, both halves differ whenever one does, and are written again together.
/// - Parameter halves: of `LookTable`.
func mendWide(_ wanted: UnsafeMutableBufferPointer<UInt64>, _ halves: [UInt32]) {
    var column = 0
    while column < wanted.count {
        let cell = Cell(bits: wanted[column])
        if cell.isWideText, column + 1 < wanted.count, wanted[column + 1] == cell.rest {
            column += 2
            continue
        }
        if cell.isWideText || cell.isWideRest {
            wanted[column] = Cell(text: Ink.Kind.text, halves[cell.lookNumber]).bits
        }
        column += 1
    }
}
