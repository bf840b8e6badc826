import Events
import Platform

/// Where the text and the sound of a book come from: a folder, a server, a voice.
///
/// From any thread; what takes time is waited for by whoever asks.
package protocol BookSource: Sendable {
    /// As it was when it was opened.
    var book: Book { get }
    /// What is strange about it, a line each.
    var oddities: [String] { get }
    /// Reads a chunk.
    /// - Parameter index: in `book.chunks`.
    /// - Throws: why there is no text; `CommandError` says it in a line.
    func chunk(at index: Int) async throws -> (chunk: BookChunk, oddities: [String])
    /// Opens a file of sound of a chunk that was read here, or a picture of one of its sentences. It can be sought in, and lies on a
    /// disk or in memory.
    /// - Throws: why it cannot be had.
    func file(_ path: String) async throws -> sending OpenFile
    /// Waits until the book has grown.
    /// - Returns: `nil` once it does not grow any more.
    func grown() async -> Book?
    /// Nothing is asked for any more; whoever waits for something waits no longer.
    func close() async
}

extension BookSource {
    package func grown() async -> Book? { nil }
    package func close() async {}
}

extension JobFolder: BookSource {}
