/// Bounds on a text from outside (architecture, promise 8).
package enum TextLimits {
    /// Of a file that is to be read. Whoever reads it has to look at this first.
    package static let sourceBytes = 256 << 20
    /// UTF-8 that is kept of one text: thirty long novels.
    package static let textBytes = 32 << 20
    package static let chapters = 10_000
    package static let nameScalars = 200

    static let archiveEntries = 20_000
    static let entryBytes = 32 << 20
    static let unpackedBytes = 128 << 20
    /// Unpacked bytes for each byte of an archive, and what is unpacked of any.
    static let unpackedRatio = 100
    static let unpackedAlways = 4 << 20
    static let coverBytes = 16 << 20

    /// Elements that stand in one another.
    static let markupDepth = 512
    static let tagBytes = 16 << 10
    /// Of a page: a longer one is a picture or a font.
    static let wordBytes = 2_000
    /// In one tag of XML, and declared in one file of it.
    static let attributes = 512
    static let namespaces = 1_000
    /// Elements of a package file, a table of contents and the like.
    static let treeElements = 200_000

    static let cues = 200_000
}
