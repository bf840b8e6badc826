import Debugger

extension Fault {
    /// Behind its words where it shows at another frame than the one that it marks: a fault of a moment is one frame's in lists and
    /// logs, of the frame behind it.
    /// - Parameter frame: the ordinal of the frame at which it shows; `nil` before the first one.
    package func remark(at frame: Int?, in log: SessionLog) -> String? {
        guard let marked = log.frame(markedBy: self), marked != frame else { return nil }
        return " (marks frame \(marked))"
    }
}
