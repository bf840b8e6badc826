/// Music that is heard beneath a book.
package struct BookMusic: Hashable, Sendable {
    /// For people; a stranger's text.
    package var title: String
    /// As the book opens its files of sound.
    package var path: String
    /// It was made with the book; else its server has it for any.
    package var isOwn: Bool

    package init(_ title: String, path: String, isOwn: Bool) {
        (self.title, self.path, self.isOwn) = (title, path, isOwn)
    }
}
