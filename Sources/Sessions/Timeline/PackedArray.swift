import Synchronization

/// A value that can be stored as a row of numbers that mostly continue the previous rows.
package protocol Packable: Sendable {
    /// The part that is not stored as numbers.
    associatedtype Rest: Sendable
    static var numberCount: Int { get }
    /// Sets the numbers that represent the value. Numbers that are not set cost nothing.
    func pack(into row: inout PackedRow<Rest>)
    /// - Parameter row: as `pack` has filled it.
    init(unpacking row: inout PackedRow<Rest>)
}

/// An array for hours of data: all but its last elements are packed, in blocks.
///
/// A log line of an idling avatar takes some 8 bytes this way instead of 400. Reading uses the blocks that were
/// unpacked last, so that iterating in order unpacks each block once.
package struct PackedArray<Element: Packable>: RandomAccessCollection, Sendable {
    private var blocks: [PackedBlock<Element>] = []
    private var recent: [Element] = []
    private let unpacked = UnpackedBlocks<Element>()
    /// Number of elements in a block.
    private static var blockSize: Int { 128 }

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { blocks.count * Self.blockSize + recent.count }
    /// Called for each update of the screen; the default of `RandomAccessCollection` is slow, because it uses
    /// `distance`.
    package var count: Int { endIndex }

    package subscript(place: Int) -> Element {
        let block = place / Self.blockSize
        guard block < blocks.count else { return recent[place - blocks.count * Self.blockSize] }
        return unpacked.element(place % Self.blockSize, of: blocks[block])
    }

    package mutating func append(_ element: Element) {
        if recent.count >= 2 * Self.blockSize {
            blocks.append(PackedBlock(recent[..<Self.blockSize]))
            recent.removeFirst(Self.blockSize)
        }
        recent.append(element)
    }

    package mutating func replace(_ place: Int, with element: Element) {
        let block = place / Self.blockSize
        guard block < blocks.count else {
            recent[place - blocks.count * Self.blockSize] = element
            return
        }
        var elements = blocks[block].elements()
        elements[place % Self.blockSize] = element
        blocks[block] = PackedBlock(elements[...])
    }

    /// Approximate number of bytes that the elements take.
    package var byteCount: Int {
        blocks.reduce(recent.count * MemoryLayout<Element>.stride) { $0 + $1.byteCount }
    }
}

/// The last unpacked blocks, most recent last. Copies of an array share them: a block never changes.
private final class UnpackedBlocks<Element: Packable>: Sendable {
    private struct Kept {
        var block: PackedBlock<Element>
        var elements: [Element]
    }

    private let kept = Mutex<[Kept]>([])
    /// As many blocks as a binary search for a time visits in an hour's log; each update of the screen does one.
    private static var mostKept: Int { 16 }

    func element(_ place: Int, of block: PackedBlock<Element>) -> Element {
        kept.withLock { kept in
            if let known = kept.lastIndex(where: { $0.block === block }) {
                if known < kept.count - 1 { kept.append(kept.remove(at: known)) }
                return kept[kept.count - 1].elements[place]
            }
            if kept.count >= Self.mostKept { kept.removeFirst() }
            let elements = block.elements()
            kept.append(Kept(block: block, elements: elements))
            return elements[place]
        }
    }
}

/// Several elements as bytes. Of each number only the difference from a continuation of the previous two rows is
/// stored.
private final class PackedBlock<Element: Packable>: Sendable {
    private let bytes: [UInt8]
    private let rest: [Element.Rest]
    private let count: Int

    init(_ elements: ArraySlice<Element>) {
        var row = PackedRow<Element.Rest>(Element.numberCount)
        var rows = PackedBytes()
        for element in elements {
            row.begin()
            element.pack(into: &row)
            rows.write(row.surprises)
        }
        var all = PackedBytes()
        all.write(row.texts)
        (bytes, rest, count) = (all.bytes + rows.bytes, row.rest, elements.count)
    }

    func elements() -> [Element] {
        var source = PackedBytes(bytes)
        var row = PackedRow<Element.Rest>(Element.numberCount)
        row.texts = source.readTexts()
        row.rest = rest.reversed()
        return (0..<count).map { _ in
            row.begin()
            source.readSurprises(of: &row.numbers)
            return Element(unpacking: &row)
        }
    }

    var byteCount: Int { bytes.count + rest.count * MemoryLayout<Element.Rest>.stride }
}

/// The numbers of one element after the other, with the texts and other parts that they refer to.
package struct PackedRow<Rest: Sendable> {
    fileprivate var numbers: [Int64]
    fileprivate var texts: [String] = []
    fileprivate var rest: [Rest] = []
    private var places: [String: Int] = [:]
    private var expected: [Int64]
    private var before: [Int64]

    init(_ count: Int) {
        numbers = [Int64](repeating: 0, count: count)
        (expected, before) = (numbers, numbers)
    }

    /// Begins the next row; its numbers are the expected ones.
    fileprivate mutating func begin() {
        for place in numbers.indices {
            let step = numbers[place] &- before[place]
            before[place] = numbers[place]
            numbers[place] &+= step
        }
        expected = numbers
    }

    /// Differences between the numbers and the expected ones.
    fileprivate var surprises: [Int64] { zip(numbers, expected).map { $0 &- $1 } }

    package subscript<Number: RawRepresentable<Int>>(number: Number) -> Int64 {
        get { numbers[number.rawValue] }
        set { numbers[number.rawValue] = newValue }
    }

    /// The number for a text; 0 for none.
    package mutating func number(of text: String?) -> Int64 {
        guard let text else { return 0 }
        if let known = places[text] { return Int64(known) }
        texts.append(text)
        places[text] = texts.count
        return Int64(texts.count)
    }

    package func text(_ number: Int64) -> String? { number > 0 ? texts[Int(number) - 1] : nil }

    package mutating func keep(_ rest: Rest) { self.rest.append(rest) }
    /// In the order in which they were stored.
    mutating func takeRest() -> Rest { rest.removeLast() }
}

/// Numbers as bytes; small numbers take one byte.
private struct PackedBytes {
    private(set) var bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Writes a mask of the numbers that are not 0, then those.
    mutating func write(_ numbers: [Int64]) {
        var mask: UInt64 = 0
        for (place, number) in numbers.enumerated() where number != 0 { mask |= 1 << UInt64(place) }
        write(mask)
        for number in numbers where number != 0 { write(UInt64(bitPattern: number << 1 ^ number >> 63)) }
    }

    mutating func readSurprises(of numbers: inout [Int64]) {
        var mask = read()
        while mask != 0 {
            let folded = read()
            numbers[mask.trailingZeroBitCount] &+= Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
            mask &= mask - 1
        }
    }

    /// Writes each text without the beginning that it shares with the previous one: names of pictures differ at their
    /// ends.
    mutating func write(_ texts: [String]) {
        write(UInt64(texts.count))
        var before: [UInt8] = []
        for text in texts {
            let characters = Array(text.utf8)
            let shared = zip(before, characters).prefix { $0 == $1 }.count
            write(UInt64(shared))
            write(UInt64(characters.count - shared))
            bytes += characters[shared...]
            before = characters
        }
    }

    mutating func readTexts() -> [String] {
        var before: [UInt8] = []
        return (0..<read()).map { _ in
            let shared = Int(read())
            let count = Int(read())
            before = Array(before.prefix(shared)) + bytes[place..<place + count]
            place += count
            return String(decoding: before, as: UTF8.self)
        }
    }

    private mutating func write(_ number: UInt64) {
        var number = number
        while number >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
            number >>= 7
        }
        bytes.append(UInt8(number))
    }

    private mutating func read() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes[place]
            place += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// Index among all cases.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
