import Events
import Platform
import Playback
import Sessions

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

/// What an export at work says.
package enum ExportEvent: Sendable {
    case progress(ExportProgress)
    /// In words for the status line.
    case ended(String)
}

extension BackgroundJob {
    /// Between two words about how far an export is.
    private static let pause = Duration.milliseconds(100)

    /// An export beside the run loop, of frames as they were on screen: it neither waits for the test of all frames' pixels nor
    /// holds up the decoders, and is over within the few frames that are drawn at once when it is canceled.
    package convenience init(
        exporting timeline: Timeline, of file: String, _ blobs: any BlobSource, _ options: ExportOptions,
        report: @escaping @Sendable (ExportEvent) -> Void
    ) {
        self.init { job in
            var due = ContinuousClock.now
            let said: String
            do {
                let report = try Exporting.run(.session(timeline), of: file, blobs, options) { progress in
                    if job.isCanceled { throw CancellationError() }
                    guard ContinuousClock.now >= due else { return }
                    due = .now + Self.pause
                    report(.progress(progress))
                }
                said = report.text
            } catch is CancellationError {
                said = "Export canceled"
            } catch {
                said = CommandError(error).reason
            }
            report(.ended(said))
        }
    }
}
