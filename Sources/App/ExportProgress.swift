/// How far an export has come.
enum ExportProgress: Hashable, Sendable {
    /// Still looking for frames.
    case found(Int)
    case done(Int, of: Int)

    var text: String {
        switch self {
        case .found(let count): "looking for frames, \(count) found"
        case .done(let done, let count): "frame \(done) of \(count), \(done * 100 / max(count, 1)) %"
        }
    }
}
