import Engine
import Events

/// A first look at the frames that are to be exported: what has to be known before the first of them is written.
struct ExportSurvey {
    private(set) var count = 0
    /// Frames with a picture.
    private(set) var pictured = 0
    /// Frames by status, and its faults with it.
    private(set) var statuses: [(status: String, count: Int)] = []
    /// Frames with a fault.
    private(set) var faults = 0
    private(set) var duration = TimeSpan.zero
    private(set) var first: FrameRecord?
    private(set) var last: FrameRecord?
    /// Some of them are of another message than the first one of the session.
    private(set) var namesMessages = false
    /// Frames with a picture from all over the range, at most `samplesKept`.
    private(set) var samples: [ChosenFrame] = []
    /// What there is besides; `nil` where not all of it was looked at.
    private(set) var extent: ChosenFrames.Extent?
    private var firstMessage: Generation?
    private var stride = 1
    private static let samplesKept = 64

    init(_ frames: ChosenFrames, _ report: (Int) throws -> Void) throws {
        extent = try frames.run { frame in
            add(frame)
            try report(count)
        }
    }

    private mutating func add(_ frame: ChosenFrame) {
        count += 1
        if first == nil { first = frame.record }
        last = frame.record
        if let name = frame.record.chunkName {
            firstMessage = firstMessage ?? name.generation
            namesMessages = namesMessages || name.generation > 1 || name.generation != firstMessage
        }
        let status = frame.status
        if !frame.faults.isEmpty { faults += 1 }
        if let place = statuses.firstIndex(where: { $0.status == status }) {
            statuses[place].count += 1
        } else {
            statuses.append((status, 1))
        }
        guard frame.composite != nil else { return }
        duration += frame.duration
        if pictured % stride == 0 { samples.append(frame) }
        pictured += 1
        if samples.count > Self.samplesKept {
            // Each second one from now on, and of those that are there.
            samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            stride *= 2
        }
    }

    /// The size of the first picture that is one, as it is exported; `nil` when no frame has anything to show.
    /// - Throws: why the first frame with something to show has no picture, when none has one.
    func pictureSize(_ pictures: inout FullPictures) throws(BrokenFrame) -> PixelSize? {
        var broken: BrokenFrame?
        for sample in samples {
            do throws(PictureError) {
                if let picture = try pictures.picture(of: sample) { return picture.size }
            } catch {
                broken = broken ?? BrokenFrame(ordinal: sample.record.ordinal, cause: error)
            }
        }
        if let broken { throw broken }
        return nil
    }

    /// A frame whose base frame cannot be decoded.
    struct BrokenFrame: Error {
        let ordinal: Int
        let cause: PictureError
    }
}
