import Events

/// Copies what can still be read of a damaged tape to a new one: the entries that make sense, in their order, and the pictures and sounds
/// that are as they were recorded.
/// - Throws: `TapeError`, also where nothing can be read; then there is no new file.
/// - Returns: what is lost, in words; `nil` where it was nothing that an entry needs.
package func salvage(_ path: String, to output: String) throws(TapeError) -> String? {
    let reader = try TapeReader(salvaging: path)
    defer { reader.close() }
    let sink = TapeSink(
        store: try TapeStore(creating: output, meta: (try? reader.meta()) ?? [:], mode: .conversion), skipsMissing: true
    )
    do throws(TapeError) {
        var cursor = SalvageCursor(reader)
        var last: Instant?
        while let entry = cursor.next() {
            guard entry.time >= last ?? entry.time, let body = try? entry.item() else {
                cursor.lostCount += 1
                continue
            }
            last = entry.time
            try sink.add(StreamItem(time: entry.time, body: body, member: entry.member)) { hash in
                guard let bytes = try? reader.blob(hash), contentHash(of: bytes) == hash else { return nil }
                return bytes
            }
        }
        guard let last else { throw .corrupt(path: path, reason: "none of its entries can be read") }
        for mark in (try? reader.marks()) ?? [] {
            try sink.add(StreamItem(time: mark.time, body: .mark(mark))) { _ in nil }
        }
        try sink.close()
        return lost(cursor, payloads: sink.missingCount, end: last)
    } catch {
        TapeFiles.remove(output)
        throw error
    }
}

private func lost(_ cursor: SalvageCursor, payloads: Int, end: Instant) -> String? {
    let parts = [
        cursor.lostCount > 0 ? cursor.lostCount == 1 ? "1 entry" : "\(cursor.lostCount) entries" : nil,
        payloads > 0 ? payloads == 1 ? "1 picture or sound" : "\(payloads) pictures and sounds" : nil,
        cursor.isCutOff ? "everything after \(end.inSeconds) s" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
}

extension TapeEntry {
    /// - Throws: `TapeError.badEntry`.
    func item() throws(TapeError) -> StreamItem.Body {
        kind == .wire ? .wire(try message()) : .input(try input())
    }
}

/// The entries of a damaged tape that can be read.
private struct SalvageCursor {
    /// Entries that are lost in front of one that is not.
    var lostCount = 0
    /// Whether nothing behind the last entry could be read.
    private(set) var isCutOff = false
    private let reader: TapeReader
    private var page: ArraySlice<TapeEntry> = []
    private var last: Int64 = 0
    private var limit = largestPage

    private static let largestPage = 1_000
    /// Ids that are passed over at most, to find one that can be read.
    private static let furthest: Int64 = 1 << 40

    init(_ reader: TapeReader) { self.reader = reader }

    /// - Returns: `nil` at the end.
    mutating func next() -> TapeEntry? {
        while page.isEmpty {
            if let entries = try? reader.entries(after: last, limit: limit) {
                guard let newest = entries.last?.id else { return nil }
                (page, last, limit) = (entries[...], newest, min(Self.largestPage, limit * 2))
            } else if limit > 1 {
                limit /= 2
            } else if let next = readable(after: last) {
                lostCount += Int(next - last)
                last = next
            } else {
                isCutOff = true
                return nil
            }
        }
        return page.popFirst()
    }

    /// The smallest id behind which something can be read, or the end: found with ever longer steps, then by halving the last one, as
    /// a damaged page loses entries in a row.
    private func readable(after id: Int64) -> Int64? {
        var (step, failed) = (Int64(1), id)
        while step <= Self.furthest {
            let (probe, isTooLarge) = id.addingReportingOverflow(step)
            guard !isTooLarge else { return nil }
            if isReadable(after: probe) { return smallest(between: failed, and: probe) }
            (step, failed) = (step * 2, probe)
        }
        return nil
    }

    private func smallest(between failed: Int64, and found: Int64) -> Int64 {
        var (failed, found) = (failed, found)
        while found - failed > 1 {
            let middle = failed + (found - failed) / 2
            if isReadable(after: middle) { found = middle } else { failed = middle }
        }
        return found
    }

    private func isReadable(after id: Int64) -> Bool { (try? reader.entries(after: id, limit: 1)) != nil }
}
