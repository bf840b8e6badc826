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

    /// - Throws: `TextError.broken`, which names `place`.
    static func read(_ bytes: [UInt8], place: String) throws(TextError) -> MarkupElement {
        let tree = MarkupTree()
        switch MarkupReading.xml(bytes, to: tree) {
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
    ]
    /// libxml2 reads no deeper than this, and trees are walked by functions that call themselves.
    private static let depth = 256

    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool {
        count += 1
        guard count <= TextLimits.treeElements, open.count < Self.depth else { return false }
        var element = MarkupElement(name: name)
        for name in Self.kept where attributes[name] != nil { element.attributes["\(name)"] = attributes[name] }
        open.append(element)
        return true
    }

    func end(_ name: String) {
        guard let element = open.popLast() else { return }
        guard let parent = open.indices.last else {
            root = element
            return
        }
        if open[parent].text.utf8.count < MarkupTree.textBytes { open[parent].text += element.text }
        open[parent].children.append(element)
    }

    /// A text is repeated in all elements around it.
    private static let textBytes = 4_000

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let place = open.indices.last, open[place].text.utf8.count < Self.textBytes else { return }
        open[place].text += String(decoding: bytes.prefix(Self.textBytes), as: UTF8.self)
    }
}
