import Engine
import Events

/// The result of decoding a chunk's sound.
package struct JudgedSound: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Its length; whether it could be decoded only as a continuation of earlier sounds, and then whether it
        /// begins in the middle of a sample or frame; how many bytes are missing at its end, by its own declaration;
        /// and what other players cannot play.
        case sound(TimeSpan, isContinued: Bool, isTorn: Bool = false, missingBytes: Int = 0, remark: String? = nil)
        /// It cannot be decoded, for this reason.
        case failed(String)
    }

    package var chunk: Int
    package var generation: Generation
    package var outcome: Outcome
    /// Samples per second from its header; `nil` if unknown.
    package var rate: Int?
    /// Silence at its start and at its end.
    package var quietStart: TimeSpan
    package var quietEnd: TimeSpan

    package init(
        chunk: Int, generation: Generation, _ outcome: Outcome, rate: Int? = nil,
        quiet: (start: TimeSpan, end: TimeSpan) = (.zero, .zero)
    ) {
        (self.chunk, self.generation, self.outcome, self.rate) = (chunk, generation, outcome, rate)
        (quietStart, quietEnd) = quiet
    }

    /// Describes a sound that lacks bytes at its end, by its own declaration.
    package static func brokenOff(_ missingBytes: Int) -> String {
        "truncated: \(missingBytes) of the announced bytes are missing"
    }
}
