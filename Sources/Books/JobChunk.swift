import BookAPI
import Events
import Files

/// A chunk as a job's folder has it, with what is wrong with it.
package struct JobChunk: Sendable {
    /// With its sounds as they are told.
    package var told: ToldChunk
    /// For each of those, with its path below the folder; or why it leads to no file.
    package var sounds: [Result<BookSound, RefusedPath>]
}
