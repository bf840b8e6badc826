/// An element of a small XML file, whole: of a package's list, a table of contents.
struct MarkupElement {
    let name: String
    var attributes: [String: String] = [:]
    var children: [MarkupElement] = []
    /// Of its own and of all in it, in their order.
    var text = ""

    subscript(attribute: String) -> String? { attributes[attribute] }

    func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

    func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    /// Of any depth, in their order, itself among them.
    func descendants(_ name: String) -> [MarkupElement] {
        (self.name == name ? [self] : []) + children.flatMap { $0.descendants(name) }
    }

    /// The same of what need not be XML: it is mended, or read as far as that goes.
    /// - Returns: also what is strange about it.
    static func mended(_ bytes: [UInt8], place: String) throws(TextError) -> (MarkupElement, oddity: String?) {
        let tree = MarkupTree()
        let result = MarkupReading.xml(bytes, to: tree)
        guard case .broken(let line) = result, let mended = MarkupMending.mended(bytes, guessing: true) else {
            return (try whole(tree, result, place: place), nil)
        }
        for isForgiving in [false, true] {
            let tree = MarkupTree()
            guard MarkupReading.xml(mended, isForgiving: isForgiving, to: tree) == .whole else { continue }
            tree.finish()
            if let root = tree.root { return (root, "\(place): not XML (line \(line)); read as it seems to be meant") }
        }
        return (try whole(tree, result, place: place), nil)
    }

    /// - Throws: `TextError.broken`, which names `place`.
    static func read(_ bytes: [UInt8], place: String) throws(TextError) -> MarkupElement {
        let tree = MarkupTree()
        return try whole(tree, MarkupReading.xml(bytes, to: tree), place: place)
    }

    private static func whole(
        _ tree: MarkupTree, _ result: MarkupResult, place: String
    ) throws(TextError) -> MarkupElement {
        switch result {
        case .whole: break
        case .broken(let line):
            let line = line > 0 ? " (line \(line))" : ""
            throw .broken(place: place, expected: "XML", found: "something else\(line)")
        case .stopped:
            throw .tooLarge(what: "elements of \(place)", limit: "\(TextLimits.treeElements)")
        }
        guard let root = tree.root else { throw .broken(place: place, expected: "an element", found: "none") }
        return root
    }
}

/// Owned by the call that reads the file.
private final class MarkupTree: MarkupTaker {
    private(set) var root: MarkupElement?
    private var open: [MarkupElement] = []
    private var count = 0
    private static let kept: [StaticString] = [
        "id", "href", "idref", "media-type", "properties", "toc", "name", "content", "full-path", "src", "refines",
        "property", "Algorithm", "URI", "epub:type", "opf:role", "role", "linear", "hidden",
        "fallback", "title", "aria-label",
    ]
    /// libxml2 reads no deeper than this, and trees are walked by functions that call themselves.
    private static let depth = 256

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        count += 1
        guard count <= TextLimits.treeElements, open.count < Self.depth else { return false }
        if Self.breaks.contains(name) { append(" ") }
        var element = MarkupElement(name: name)
        // The words that stand for a picture.
        if let words = name == "img" ? attributes["alt"] : name == "math" ? attributes["alttext"] : nil {
            // A letter is the first one of a word.
            element.text = words.count == 1 ? words : " \(String(words.prefix(Self.textBytes))) "
        }
        for name in Self.kept where attributes[name] != nil { element.attributes["\(name)"] = attributes[name] }
        open.append(element)
        return true
    }

    /// Ends what is open where the file has ended too early.
    func finish() { while let element = open.last { end(element.name) } }

    func end(_ name: String) {
        guard let element = open.popLast() else { return }
        guard let parent = open.indices.last else {
            root = element
            return
        }
        if !Self.leftOut.contains(name) { append(element.text) }
        if Self.breaks.contains(name) { append(" ") }
        open[parent].children.append(element)
    }

    private func append(_ text: String) {
        guard let place = open.indices.last, open[place].text.utf8.count < Self.textBytes else { return }
        open[place].text += text
    }

    /// Around them words are apart.
    private static let breaks: Set<String> = ["br", "div", "p", "li", "td", "h1", "h2", "h3", "h4", "h5", "h6"]
    /// Not of the text around them: readings of ruby letters, which say them again.
    private static let leftOut: Set<String> = ["rt", "rp", "rtc", "script", "style"]

    /// A text is repeated in all elements around it.
    private static let textBytes = 4_000

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let place = open.indices.last, open[place].text.utf8.count < Self.textBytes else { return }
        open[place].text += String(decoding: bytes.prefix(Self.textBytes), as: UTF8.self)
    }
}
