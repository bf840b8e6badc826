import Events

/// The files of a book, by their paths from its top.
protocol PublicationFiles {
    /// In their order.
    var names: [String] { get }
    /// Those that are encrypted, and are not among `names`.
    var locked: Set<String> { get }
    var oddities: OddityList { get }

    /// - Returns: those of them that are there. One that is broken is left out, and said to be odd.
    /// - Throws: `TextError.tooLarge` when more comes of it than of any book.
    mutating func read(_ wanted: Set<String>) throws(TextError) -> [String: [UInt8]]
}

extension PublicationFiles {
    mutating func read(_ name: String) throws(TextError) -> [UInt8]? { try read([name])[name] }
}

/// An unpacked book: a folder that its owner lists and reads.
struct FolderFiles: PublicationFiles {
    let names: [String]
    let locked: Set<String> = []
    private(set) var oddities = OddityList()
    private let bytes: (String) -> [UInt8]?
    private var count = 0

    init(_ names: [String], _ bytes: @escaping (String) -> [UInt8]?) {
        self.names = names.prefix(TextLimits.archiveEntries).filter { EPUBPath.entry($0) == $0 }
        self.bytes = bytes
    }

    mutating func read(_ wanted: Set<String>) throws(TextError) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in names where wanted.contains(name) {
            guard let bytes = bytes(name) else {
                oddities.note("\(FoldedText.shown(name)): cannot be read")
                continue
            }
            count += bytes.count
            guard count <= TextLimits.unpackedBytes else {
                throw .tooLarge(what: "all of the book, unpacked", limit: "\(TextLimits.unpackedBytes >> 20) MiB")
            }
            found[name] = bytes
        }
        return found
    }
}

extension BookText {
    /// Reads an EPUB that is unpacked.
    /// - Parameters:
    ///   - names: of its files, as paths below its folder.
    ///   - bytes: of one of them, at most `TextLimits.entryBytes`; `nil` where it cannot be read.
    ///   - language: what is said of it, beside what it says itself.
    /// - Throws: `TextError`.
    package init(
        unpacked names: [String], in language: SaidLanguage = SaidLanguage(), _ bytes: @escaping (String) -> [UInt8]?
    ) throws(TextError) {
        self = try EPUBReader.read(FolderFiles(names, bytes), in: language)
    }
}
