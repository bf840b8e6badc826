extension Collection where Element == UInt8 {
    /// The same without the byte order mark that some programs put before a text.
    package var withoutByteOrderMark: SubSequence {
        let mark = "\u{FEFF}".utf8
        return starts(with: mark) ? dropFirst(mark.count) : self[...]
    }
}
