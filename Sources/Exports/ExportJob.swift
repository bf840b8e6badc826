import Debugger
import Dispatch
import Events
import Platform
import Playback
import Synchronization

/// What an export at work says.
package enum ExportNews: Sendable {
    case progress(ExportProgress)
    /// In words for the status line.
    case ended(String)
}

/// An export at work beside the run loop, of frames as they were on screen.
///
/// Owner: the run loop, which does not leave before nothing is left of it. On a thread of its own, so that it neither waits
/// for the test of all frames' pixels nor holds up the decoders.
package final class ExportJob: Sendable {
    private let isGivenUp = Atomic(false)
    private let work = DispatchGroup()
    /// Between two words about how far it is.
    private static let pause = Duration.milliseconds(100)

    package init(
        _ timeline: Timeline, of file: String, _ blobs: any BlobSource, _ options: ExportOptions,
        report: @escaping @Sendable (ExportNews) -> Void
    ) {
        work.enter()
        onOwnThread { [work] in
            defer { work.leave() }
            var due = ContinuousClock.now
            let said: String
            do {
                let report = try Exporting.run(.session(timeline), of: file, blobs, options) { progress in
                    if self.isGivenUp.load(ordering: .relaxed) { throw GivenUp() }
                    guard ContinuousClock.now >= due else { return }
                    due = .now + Self.pause
                    report(.progress(progress))
                }
                said = report.text
            } catch is GivenUp {
                said = "export given up"
            } catch {
                said = CommandError(error).reason
            }
            report(.ended(said))
        }
    }

    private struct GivenUp: Error {}

    /// Ends it soon: within the few frames that are drawn at once.
    package func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

    /// Gives it up and waits until nothing is left of it.
    package func leave() {
        giveUp()
        work.wait()
    }
}

/// How far an export has come.
package enum ExportProgress: Hashable, Sendable {
    /// Looking for faults; the number of a frame.
    case looked(Int)
    /// Still looking for frames.
    case found(Int)
    case done(Int, of: Int)

    package var text: String {
        switch self {
        case .looked(let frame): "looking for faults, frame \(frame)"
        case .found(let count): "looking for frames, \(count) found"
        case .done(let done, let count): "frame \(done) of \(count), \(done * 100 / max(count, 1)) %"
        }
    }
}
