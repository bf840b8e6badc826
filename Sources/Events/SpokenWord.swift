/// A word of a text, and when it is heard.
package struct SpokenWord: Hashable, Sendable {
    /// Its place in the text, in Unicode scalars.
    package var scalars: Range<Int>
    /// From the start of the sound.
    package var span: Range<Span>

    package init(scalars: Range<Int>, span: Range<Span>) { (self.scalars, self.span) = (scalars, span) }
}
