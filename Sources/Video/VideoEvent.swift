import Events
import Frames

/// What a reader tells its owner.
package enum VideoEvent: Hashable, Sendable {
    /// What all frames from now on have in common. Of a pipe with a name it comes again with each writer.
    case began(I420StreamFormat)
    /// A newer frame can be taken. Not said again until somebody has tried to.
    case frameCame
    /// Something strange that stops nothing, as one line.
    case noted(String)
    case ended(VideoEnd)
    /// The last that is told.
    case failed(VideoFailure)
}

package enum VideoEnd: Hashable, Sendable {
    /// The last frame of a file stays. Going back in time begins it again.
    case held
    /// The writer of a pipe with a name has gone; another one is waited for, and nothing is shown until it begins.
    case waiting
    /// Nothing comes any more. The last that is told.
    case gone
}

/// Why a source cannot be read, or not any further.
package struct VideoFailure: ReasonedError, Hashable {
    /// The source, the place, what was expected and what was found.
    package let reason: String

    package var isOfInput: Bool { true }

    init(_ reason: String) { self.reason = reason.kept }

    init(_ name: String, _ error: I420StreamError) { self.init("\(name): \(error.reason)") }
}
