import BookAPI
import Events

/// Where a job leaves its pictures (reader 1.13 and section 10).
enum JobPictures {
    /// Where a picture may be, below the job's folder, the likeliest first.
    static func paths(of picture: BookPicture, in list: BookList) -> [String] {
        switch picture {
        case .cover:
            return ["jpg", "jpeg", "png", "webp"].map { "metadata/cover.\($0)" } + (list.coverPath.map { [$0] } ?? [])
        case .file(let path): return [path] + (BookPath.decoded(path).map { [$0] } ?? [])
        case .sentence(let number, let chunk):
            guard list.chunks.indices.contains(chunk) else { return [] }
            let name = "sentence_\(number.padded(toDigits: 5)).png"
            return ranges(of: list.chunks[chunk].entry).map { "media/images/\($0)/\(name)" }
        }
    }

    /// As the range of a chunk is spelled: in its name, with four digits, or with as many as there are.
    private static func ranges(of chunk: ChunkEntry) -> [String] {
        let named = chunk.id.prefix { $0 != "_" }
        var ranges = named.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } ? [String(named)] : []
        if let start = chunk.start, let end = chunk.end {
            ranges += ["\(start.padded(toDigits: 4))-\(end.padded(toDigits: 4))", "\(start)-\(end)"]
        }
        var seen: Set<String> = []
        return ranges.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
