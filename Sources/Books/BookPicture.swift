/// A picture of a book.
package enum BookPicture: Hashable, Sendable {
    case cover
    /// At the path that the text of a sentence names; several sentences may share it.
    case file(String)
    /// Of a sentence whose text names none. There may be one all the same.
    /// - chunk: its place in the book.
    case sentence(Int, chunk: Int)
}
