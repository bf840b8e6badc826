import CXML

/// Hears what stands in markup, in its order.
protocol MarkupTaker: AnyObject {
    /// - Returns: whether to go on.
    func start(_ name: String, _ attributes: MarkupAttributes) -> Bool
    func end(_ name: String)
    /// UTF-8; a piece of a text may come at a time.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Of one element; not to be kept.
struct MarkupAttributes {
    fileprivate let pairs: UnsafePointer<UnsafePointer<CChar>?>?
    fileprivate let count: Int

    /// - Parameter name: with its prefix: `epub:type`.
    subscript(name: StaticString) -> String? {
        guard let pairs else { return nil }
        for place in 0..<count {
            guard let found = pairs[2 * place], let value = pairs[2 * place + 1] else { continue }
            if Self.isEqual(found, name) { return String(cString: value) }
        }
        return nil
    }

    var isEmpty: Bool { count == 0 }

    /// The type that EPUB gives an element: `epub:type`, or with whatever prefix a page has for that.
    var typeOfBooks: String? {
        if let type = self["epub:type"] { return type }
        guard let pairs else { return nil }
        for place in 0..<count {
            guard let found = pairs[2 * place], let value = pairs[2 * place + 1] else { continue }
            if String(cString: found).hasSuffix(":type") { return String(cString: value) }
        }
        return nil
    }

    private static func isEqual(_ text: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
        for place in 0..<name.utf8CodeUnitCount where UInt8(bitPattern: text[place]) != name.utf8Start[place] {
            return false
        }
        return text[name.utf8CodeUnitCount] == 0
    }
}

enum MarkupResult: Equatable {
    case whole
    /// No XML; what was heard up to there is nothing.
    case broken(line: Int)
    /// Elements too deep in one another, a tag too long, or the taker had enough.
    case stopped
}

/// Markup read by libxml2, which loads nothing and expands nothing.
enum MarkupReading {
    /// - Parameter isForgiving: goes on behind what breaks the rules, which is then never said.
    static func xml(_ bytes: [UInt8], isForgiving: Bool = false, to taker: any MarkupTaker) -> MarkupResult {
        guard !bytes.isEmpty, isHarmless(bytes) else { return .broken(line: 0) }
        var line: Int32 = 0
        let result = withBox(bytes, taker) { start, count, handlers, box in
            cameo_markup_read_xml(start, count, handlers, box, isForgiving ? 1 : 0, &line)
        }
        return result == cameo_markup_broken
            ? .broken(line: Int(line)) : result == cameo_markup_whole ? .whole : .stopped
    }

    /// - Parameter encoding: as it is named in documents; UTF-8 when the library does not know it.
    static func html(_ bytes: [UInt8], encoding: String, to taker: any MarkupTaker) -> MarkupResult {
        let result = withBox(bytes, taker) { start, count, handlers, box in
            cameo_markup_read_html(start, count, encoding, Int32(TextLimits.tagBytes), handlers, box)
        }
        return result == cameo_markup_whole ? .whole : .stopped
    }

    /// libxml2 compares each attribute of a tag with all before it, and looks for a name's meaning in all namespaces: with very many of
    /// them it takes hours. In XML each has an equals sign, and none a `<`.
    private static func isHarmless(_ bytes: [UInt8]) -> Bool {
        var (signs, namespaces) = (0, 0)
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): signs = 0
            case UInt8(ascii: "="):
                signs += 1
                if signs > TextLimits.attributes { return false }
            case UInt8(ascii: "x") where bytes[place...].starts(with: "xmlns".utf8):
                namespaces += 1
                if namespaces > TextLimits.namespaces { return false }
            default: break
            }
        }
        return true
    }

    private struct Box { let taker: any MarkupTaker }

    private static func withBox(
        _ bytes: [UInt8], _ taker: any MarkupTaker,
        _ read: (UnsafePointer<CChar>, Int32, UnsafePointer<cameo_markup_handlers>, UnsafeMutableRawPointer) ->
            cameo_markup_result
    ) -> cameo_markup_result {
        var box = Box(taker: taker)
        var handlers = cameo_markup_handlers(
            start: { box, name, pairs, count in
                guard let taker = MarkupReading.taker(box), let name else { return 0 }
                let attributes = MarkupAttributes(pairs: pairs, count: Int(count))
                return taker.start(String(cString: name), attributes) ? 1 : 0
            },
            end: { box, name in
                guard let taker = MarkupReading.taker(box), let name else { return }
                taker.end(String(cString: name))
            },
            text: { box, bytes, count in
                guard let taker = MarkupReading.taker(box), let bytes, count > 0 else { return }
                bytes.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                    let text = UnsafeBufferPointer(start: $0, count: Int(count))
                    guard C1Characters.isNeeded(text) else { return taker.text(text) }
                    C1Characters.mended(text).withUnsafeBufferPointer(taker.text)
                }
            })
        // `count` fits: no file that is read is larger than its limit.
        return bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return cameo_markup_whole }
            return start.withMemoryRebound(to: CChar.self, capacity: buffer.count) { start in
                withUnsafeMutablePointer(to: &box) { read(start, Int32(buffer.count), &handlers, $0) }
            }
        }
    }

    private static func taker(_ box: UnsafeMutableRawPointer?) -> (any MarkupTaker)? {
        box?.assumingMemoryBound(to: Box.self).pointee.taker
    }
}
