import Engine
import Events
import Playback

/// Pictures that a player wants decoded, for a test that says when that is done.
package final class PictureOrders: PictureDecoder {
    private var jobs: [DecodeJob] = []

    package init() {}

    package func decode(_ job: DecodeJob) { jobs.append(job) }
    package func discard(_ keys: [PictureKey]) {}
    package func begin(_ generation: Generation) {}

    package func take() -> [DecodeJob] {
        defer { jobs = [] }
        return jobs
    }
}

extension PlaybackController {
    /// Carries out what the engine wants; pictures that are asked for are there at once.
    package mutating func perform(_ orders: PictureOrders, _ look: (DecodeJob) -> Void = { _ in }) -> [Effect] {
        let reports = perform()
        for job in orders.take() {
            look(job)
            receivePicture(job, .success(PixelSize(width: 4, height: 4)))
        }
        return reports
    }
}
