import PlaybackSupport
import Support
import Tapes

@testable import Benchmarks
@testable import Playback

/// What is seen and heard of the good recording.
enum CleanDemo {
    /// The tape stays open: pictures are read when somebody compares them.
    static let perceived: Result<(Perception, PerceptionWatch), any Error> = Result {
        let folder = try Folder()
        let tape = try TapeReader(path: try RewrittenDemo.tape(in: folder))
        let watch = PerceptionWatch(tape)
        var run = try VirtualRun(tape, isFresh: false, watcher: watch)
        try run.run { _ in }
        return (watch.finish(at: run.now), watch)
    }
}
