/// How long one picture took from the plan to the terminal, by stage, on a monotonic clock (specification 6.2).
package struct FrameTiming: Hashable, Sendable {
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// Pictures that no worker had decoded before they were needed.
        case decode
        /// Blending, and all of making the picture that is neither decoding nor scaling.
        case compose
        case scale
        /// Cells to bytes.
        case paint
        /// Text of the panels, and handing everything over to the terminal's queue.
        case write
    }

    private var spans: [Duration]

    /// - Parameter spans: of the stages that were measured; the others count as nothing.
    package init(_ spans: [Stage: Duration]) { self.spans = Stage.allCases.map { max(.zero, spans[$0] ?? .zero) } }

    package subscript(stage: Stage) -> Duration { spans[Stage.allCases.firstIndex(of: stage) ?? 0] }
    package var total: Duration { spans.reduce(.zero, +) }

    /// From this on a picture is slow.
    package static let slow = Duration.milliseconds(20)
    package var isSlow: Bool { total > Self.slow }
    /// The stage that took longest; `nil` for a picture that is not slow.
    package var bottleneck: Stage? { isSlow ? Stage.allCases.max { self[$0] < self[$1] } : nil }
}
