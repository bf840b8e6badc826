import BookAPI
import Events
import Files
import JSON
import Platform
import Sound

/// `cameo narrate`: a book that is spoken into a job's folder, from which it is read without a voice.
///
/// A chunk that is there is not made again: its own file is written last, when its sounds are.
package struct Narrating: Sendable {
    private let book: SpokenBook
    private let format: SoundFormat
    private let record: JobRecord

    /// How far it is.
    package struct Progress: Hashable, Sendable {
        package var done: Int
        package var chunks: Int
        /// Of the chunks, those that were there before.
        package var found: Int
    }

    /// - Parameter options: that the book was opened with.
    package init(_ book: SpokenBook, _ options: NarrationOptions, as format: SoundFormat) {
        (self.book, self.format) = (book, format)
        let names = JobNames(book.book, format: format)
        record = JobRecord(
            id: "cameo-" + Self.hash(of: book, options, format).hex.prefix(16), book: book.book,
            cover: book.cover.flatMap(JobNames.cover), names: names)
    }

    /// The kind of files that is written where none is asked for: MP3 where the library can, which every player knows.
    /// - Throws: `NarrationError` for one that it cannot write.
    package static func format(_ wanted: SoundFormat?) throws(NarrationError) -> SoundFormat {
        guard let wanted else { return SoundFormat.mp3.canBeWritten ? .mp3 : .ogg }
        guard wanted.canBeWritten else { throw .cannotWrite(format: wanted.rawValue) }
        return wanted
    }

    /// Of all that another run would have to have as well, so that what it adds goes with what is there.
    private static func hash(of book: SpokenBook, _ options: NarrationOptions, _ format: SoundFormat) -> ContentHash {
        let manners = [options.voice, options.translationVoiceChoice(options.translationVoice)].map(\.manner).map {
            "\($0.voice ?? "") \($0.rate) \($0.pitch)"
        }
        var words =
            [book.identity, book.book.language ?? "", book.book.translationLanguage ?? "", format.rawValue] + manners
        switch options.voice {
        case .builtIn: break
        case .program(let program, _): words.append("program " + program)
        case .command(let command): words.append("voice " + command)
        }
        if case .command(let command) = options.translation { words.append("translation " + command) }
        words += book.text.sentences.map { $0.lanes.translation ?? "" }
        // None of a text in one language.
        words += book.text.sentences.flatMap { [$0.language] + $0.phrases.map(\.language) }.compactMap(\.self)
        return contentHash(of: Array(words.joined(separator: "\n").utf8))
    }

    /// - Parameters:
    ///   - warn: takes what is strange, a line each.
    ///   - report: is called for each chunk that is there.
    /// - Throws: `NarrationError`, `VoiceError`, `CommandError` when a file cannot be written.
    package func run(
        into path: String, warn: (String) -> Void, report: (Progress) -> Void
    ) async throws {
        let folder = try JobFolderWriter(path, id: record.id)
        try begin(folder)
        let found = book.book.chunks.indices.map { chunk(at: $0, in: folder) }
        let missing = found.indices.filter { found[$0] == nil }
        var chunks = found
        var progress = Progress(
            done: found.count - missing.count, chunks: found.count, found: found.count - missing.count)
        report(progress)
        // The voices speak the next one while this one is written.
        var next = missing.first.map(make)
        defer { next?.cancel() }
        for (number, place) in missing.enumerated() {
            guard let making = next else { break }
            let made = try await making.value
            next = number + 1 < missing.count ? make(missing[number + 1]) : nil
            for oddity in made.oddities { warn(oddity) }
            chunks[place] = try write(made, at: place, to: folder)
            progress.done += 1
            report(progress)
            try Task.checkCancellation()
        }
        try folder.write(record.json(chunks.compactMap(\.self)).utf8, to: JobNames.record)
    }

    private func make(_ place: Int) -> Task<MadeChunk, any Error> { Task { [book] in try await book.made(at: place) } }

    private func begin(_ folder: JobFolderWriter) throws {
        guard folder.bytes(of: JobNames.record) == nil else { return }
        try folder.write(record.contentIndex.utf8, to: JobNames.contentIndex)
        try folder.write(JSON.object(record.description).utf8, to: JobNames.description)
        if let name = record.cover, let bytes = book.cover { try folder.write(bytes, to: name) }
        // From now on the folder is this book's.
        try folder.write(record.json([]).utf8, to: JobNames.record)
    }

    private func write(_ made: MadeChunk, at place: Int, to folder: JobFolderWriter) throws -> BookChunk {
        let entry = book.book.chunks[place]
        var chunk = made.chunk
        chunk.id = record.names.id(of: entry)
        for number in chunk.sounds.indices {
            let kind = chunk.sounds[number].kind
            guard let samples = made.sounds[kind] else { continue }
            chunk.sounds[number].path = record.names.sound(of: kind, in: entry)
            try folder.write(try encoded(samples), to: chunk.sounds[number].path)
        }
        try folder.write(chunk.json.utf8, to: JobNames.chunk(place))
        return Self.listed(chunk)
    }

    private func encoded(_ samples: Samples) throws -> [UInt8] {
        let file = try OpenFile.inMemory()
        try encodeSound(samples, as: format, to: file.descriptor)
        lseek(file.descriptor, 0, SEEK_SET)
        return try file.bytes(atMost: Limits.messageBytes, of: "sound")
    }

    /// As it is there already, with its sounds.
    private func chunk(at place: Int, in folder: JobFolderWriter) -> BookChunk? {
        let entry = book.book.chunks[place]
        let listed = ListedChunk(entry, path: JobNames.chunk(place), runningStart: entry.start ?? 1)
        guard let bytes = folder.bytes(of: JobNames.chunk(place)),
            let chunk = try? BookChunkReading.chunk(bytes, listed).chunk,
            chunk.id == record.names.id(of: entry), chunk.sentences.count == entry.sentenceCount,
            chunk.sounds.allSatisfy({ folder.byteCount(of: $0.path) > 0 })
        else { return nil }
        return Self.listed(chunk)
    }

    /// What the record has of it: the text of all would be the book in memory once more.
    private static func listed(_ chunk: BookChunk) -> BookChunk {
        BookChunk(chunk.id, sentences: [], sounds: chunk.sounds, isExact: chunk.isExact)
    }
}
