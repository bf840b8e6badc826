/// How far an export has come.
package enum ExportProgress: Hashable, Sendable {
    /// Looking for faults; the number of a frame.
    case looked(Int)
    /// Still looking for frames.
    case found(Int)
    case done(Int, of: Int)

    package var text: String {
        switch self {
        case .looked(let frame): "checking for faults, frame \(frame)"
        case .found(let count): "searching frames, \(count) found"
        case .done(let done, let count): "frame \(done) of \(count), \(done * 100 / max(count, 1)) %"
        }
    }
}
