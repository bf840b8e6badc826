import Events
import JSON

/// A file that a list names, and what tells to which other ones it belongs (reader 1.6).
package struct ListedFile: Hashable, Sendable {
    /// Below the job's folder, or what its server calls it.
    package let path: String
    var chunk: String?
    var range: String?
    var sentences: ClosedRange<Int>?
    var segment: String?

    package init(_ path: String) { self.path = path }

    /// - Parameter chunk: what it is listed in; it says what the file does not say itself.
    /// - Returns: `nil` for what names no file.
    init?(_ value: JSON, in chunk: BookFields? = nil) {
        var odd = Oddities()
        let fields = value.object.map { BookFields($0) }
        let named = [BookKey.relativePath, .path, .url].lazy.compactMap { fields?.path($0, &odd) }.first
        guard let path = value.string.flatMap({ BookPath.relative($0) }) ?? named else { return nil }
        self.init(path)
        segment = fields?.name("segment_id")
        for place in [fields, chunk].compactMap({ $0 }) {
            self.chunk = self.chunk ?? place.name(.chunkID)
            range = range ?? place.name(.rangeFragment)
            let declared = ListedChunk.range(place, &odd)
            if sentences == nil, let start = declared.start, let end = declared.end { sentences = start...end }
        }
    }

    /// With what another list says of the same file.
    func merged(with other: ListedFile) -> ListedFile {
        var file = self
        (file.chunk, file.range) = (chunk ?? other.chunk, range ?? other.range)
        (file.sentences, file.segment) = (sentences ?? other.sentences, segment ?? other.segment)
        return file
    }

    // MARK: Its name

    /// An address may have a question behind its path.
    private var name: Substring {
        let plain = path.contains("://") ? path.prefix { $0 != "?" && $0 != "#" } : path[...]
        return plain.split(separator: "/").last ?? ""
    }

    var ending: String {
        let name = name
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    var stem: String {
        let name = name
        return name[..<(name.lastIndex(of: ".") ?? name.endIndex)].lowercased()
    }

    var directory: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }

    /// What its segment is called, or the sentences that its name begins with, as in `0011-0012_lamp.mp4`.
    var segmentKey: String? {
        if let segment { return segment }
        let ends = stem.prefix { $0 != "_" }.split(separator: "-", omittingEmptySubsequences: false)
        let isRange =
            ends.count == 2 && ends.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return isRange ? ends.joined(separator: "-") : nil
    }
}

/// The films and the subtitles that a list names, each once, by the endings of their names: what a list calls their kind differs from
/// route to route (reader 1.6, 1.12).
package struct ListedMedia: Hashable, Sendable {
    package private(set) var films: [ListedFile] = []
    package private(set) var subtitles: [ListedFile] = []
    /// Whether the item is said to be a film.
    package var isFilm = false
    /// Texts of subtitles that are in the list itself, by their paths.
    package private(set) var texts: [String: String] = [:]
    /// Of each file among those of its kind.
    private var places: [String: Int] = [:]

    private static let filmEndings: Set = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "ogv", "flv", "wmv", "3gp", "ts", "mpg", "mpeg",
    ]
    /// What tells most comes first.
    package static let subtitleEndings = ["ass", "ssa", "vtt", "srt"]

    package init() {}

    /// Of files as they lie side by side.
    package init(paths: some Sequence<String>) {
        for path in paths { addFile(ListedFile(path)) }
    }

    /// - Parameters:
    ///   - list: has the chunks.
    ///   - records: what may say of which kind it is.
    init(_ list: BookFields, _ records: [BookFields]) {
        for kind in (list.fields("media")?.object.members ?? []).prefix(BookLimits.files) {
            for file in (kind.value.array ?? []).prefix(BookLimits.chunks) { addFile(ListedFile(file)) }
        }
        addFiles(list.value(.files), in: nil)
        for chunk in (list.value("chunks")?.array ?? []).prefix(BookLimits.chunks) {
            guard let chunk = chunk.object.map({ BookFields($0) }) else { continue }
            addFiles(chunk.value(.files), in: chunk)
        }
        for text in (list.fields("inline_subtitles")?.object.members ?? []).prefix(BookLimits.files) {
            guard let path = BookPath.relative(text.key), let words = text.value.string else { continue }
            addFile(ListedFile(path))
            texts[path] = words
        }
        let names = records.compactMap { $0.name("item_type") ?? $0.name("job_type") }
        isFilm = names.first.map { LibraryItem.Kind($0) == .video } ?? false
    }

    package var isEmpty: Bool { films.isEmpty && subtitles.isEmpty }

    private static func isFilm(_ file: ListedFile) -> Bool { filmEndings.contains(file.ending) }
    package static func isFilm(_ path: String) -> Bool { isFilm(ListedFile(path)) }

    private mutating func addFiles(_ files: JSON?, in chunk: BookFields?) {
        for file in (files?.array ?? []).prefix(BookLimits.files) { addFile(ListedFile(file, in: chunk)) }
    }

    private mutating func addFile(_ file: ListedFile?) {
        guard let file else { return }
        if Self.isFilm(file) {
            Self.mergeFile(file, into: &films, &places)
        } else if Self.subtitleEndings.contains(file.ending) {
            Self.mergeFile(file, into: &subtitles, &places)
        }
    }

    private static func mergeFile(_ file: ListedFile, into files: inout [ListedFile], _ places: inout [String: Int]) {
        if let place = places[file.path] {
            files[place] = files[place].merged(with: file)
        } else if files.count < BookLimits.films {
            places[file.path] = files.count
            files.append(file)
        }
    }
}
