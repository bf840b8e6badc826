import Checks
import Engine
import Events
import Frames
import Platform
import Playback
import Tapes

/// A frame, and what it looked like.
struct PicturedFrame: Sendable {
    var frame: ChosenFrame
    /// `nil` when the frame has none: it was never on screen, or its base frame is broken.
    var picture: Picture?
}

/// Takes the frames of an export in order, some at a time.
protocol FrameWriter {
    mutating func add(_ frames: [PicturedFrame]) throws
    mutating func finish() throws
    /// Of what has been written.
    var byteCount: Int { get }
    var frameCount: Int { get }
    /// That the format cannot show.
    var tooShortCount: Int { get }
    /// That look as the one before, and made that one last longer.
    var sameCount: Int { get }
}

extension FrameWriter {
    var tooShortCount: Int { 0 }
    var sameCount: Int { 0 }
}

/// `cameo export`: frames of a tape as files that others can open.
///
/// The frames of a tape are gone through three times (without a screen, as fast as it can be computed): to learn what is found
/// in them, then how many are wanted, and to write those. A few pictures are in memory at a time, two for each processor, however many frames there are.
package struct Exporting {
    /// As the user calls the tape.
    private let file: String
    private let frames: ChosenFrames
    private let blobs: any BlobSource
    private let options: ExportOptions
    private let report: (ExportProgress) throws -> Void

    /// - Parameter notices: hears what is to be said of how the tape is played, before it is.
    /// - Throws: `CommandError`, `TapeError`; nothing is left behind but, in a folder, complete files of earlier frames.
    package static func run(
        _ file: String, _ options: ExportOptions, notices: ([String]) -> Void = { _ in }
    ) throws -> ExportReport {
        let target = try ExportTarget(options.output, isSheet: options.isSheet)
        return try OpenTape.read(file, salvages: options.salvages, leaving: [target.partial]) { tape in
            var line = ProgressLine.onStandardError()
            defer { line.end() }
            let playing = options.playing
            notices(try TapeHearing(tape.reader, isFresh: playing.isFresh).notices(playing.adjusted))
            let source = ChosenFrames.Source.tape(tape.reader, playing)
            // Titles have it, too.
            let name = tape.salvaged == nil ? file : "\(file) (damaged, salvaged)"
            var report = try run(source, of: name, tape.reader, options) { line.report("export: \($0.text)") }
            report.salvaged = tape.salvaged
            return report
        }
    }

    /// - Parameters:
    ///   - file: as the user calls the tape.
    ///   - report: hears how far it has come. What it throws ends the export, as any error does.
    static func run(
        _ source: ChosenFrames.Source, of file: String, _ blobs: any BlobSource, _ options: ExportOptions,
        _ report: @escaping (ExportProgress) throws -> Void
    ) throws -> ExportReport {
        let before = options.view.framesBefore(onion: options.onionFrames)
        var frames = ChosenFrames(source: source, choice: options.choice, framesBefore: before)
        switch source {
        case .tape(let tape, let playing):
            frames.marks = try FrameMarks(tape, playing) { try report(.looked($0)) }
        case .session(let timeline):
            let asked = 0..<timeline.log.frameCount
            let range = options.choice.frames
            frames.marks = FrameMarks(
                timeline.log,
                asked.clamped(to: range.first..<max(range.first, range.last &+ (range.last == .max ? 0 : 1))),
                options.judged)
        }
        return try Exporting(file: file, frames: frames, blobs: blobs, options: options, report: report).run()
    }

    private func run() throws -> ExportReport {
        let target = try ExportTarget(options.output, isSheet: options.isSheet)
        let survey = try ExportSurvey(frames) { count in try report(.found(count)) }
        guard survey.count > 0 else {
            let known = survey.extent.map { $0.words(for: frames.choice) } ?? ""
            throw CommandError.unusable(
                "\(file): no frame in that range" + (known.isEmpty ? "" : "; it has " + known))
        }
        let kind = Self.kind(target, survey)
        if case .picture = kind, options.columns != nil {
            throw CommandError.unusable(
                "\(file): only one frame in that range; --columns needs a contact sheet (for one frame, add --sheet)")
        }
        var pictures = FullPictures(blobs: blobs, view: options.view, scale: scale(kind))
        let size = try pictureSize(survey, &pictures)
        var writer = try writer(kind, survey, size, &pictures)
        return try write(survey, pictures, size: size, to: &writer)
    }

    /// - Throws: what is known of why there is none.
    private func pictureSize(_ survey: ExportSurvey, _ pictures: inout FullPictures) throws(CommandError) -> PixelSize {
        let none = "\(file): no frame in that range has a picture"
        do throws(ExportSurvey.BrokenFrame) {
            if let size = try survey.pictureSize(&pictures) { return size }
        } catch {
            throw CommandError.unusable(
                "\(none): frame \(error.ordinal) has a base frame that cannot be decoded: \(error.cause.reason)")
        }
        throw CommandError.unusable(none)
    }

    /// `.png` is settled by the number of frames.
    private static func kind(_ target: ExportTarget, _ survey: ExportSurvey) -> ExportTarget {
        guard case .picture(let path) = target else { return target }
        return survey.count == 1 ? target : .sheet(path)
    }

    private func scale(_ kind: ExportTarget) -> PictureScale {
        if case .sheet = kind { return options.scale ?? .width(SheetWriter.usualWidth) }
        return options.scale ?? .full
    }

    private func writer(
        _ kind: ExportTarget, _ survey: ExportSurvey, _ size: PixelSize, _ pictures: inout FullPictures
    ) throws -> any FrameWriter {
        switch kind {
        case .files(let pattern): return try FilesWriter(pattern, partial: kind.partial)
        case .picture(let path): return try FilesWriter(path: path, partial: kind.partial)
        case .sheet(let path):
            return try SheetWriter(
                path, partial: kind.partial, survey, thumbnail: size, columns: options.columns,
                title: SheetWriter.title(file, options, survey, frames.marks.judged))
        case .webP(let path): return try WebPWriter(path, partial: kind.partial, size, options.quality)
        case .gif(let path):
            let table = try colors(survey, &pictures)
            return try GIFWriter(path, partial: kind.partial, size, table)
        case .cast(let path):
            let title = SheetWriter.title(file, options, survey, frames.marks.judged)[0]
            return try CastWriter(
                path, partial: kind.partial, picture: size, options.cast, duration: survey.duration, title: title)
        }
    }

    /// Colors for all frames, made from some of them.
    private func colors(_ survey: ExportSurvey, _ pictures: inout FullPictures) throws -> ColorTable {
        var histogram = ColorHistogram()
        for sample in survey.samples {
            try report(.found(survey.count))
            if let picture = try? pictures.picture(of: sample) { histogram.add(picture) }
        }
        return ColorTable(histogram, limit: 255)
    }

    private func write(
        _ survey: ExportSurvey, _ pictures: FullPictures, size: PixelSize, to writer: inout any FrameWriter
    ) throws -> ExportReport {
        var report = ExportReport(output: options.output)
        let limit = Self.framesAtOnce(size)
        var waiting: [ChosenFrame] = []
        var done = 0
        try frames.run { frame in
            waiting.append(frame)
            guard waiting.count >= limit else { return }
            done += waiting.count
            try writer.add(report.draw(waiting, with: pictures))
            waiting = []
            try self.report(.done(done, of: survey.count))
        }
        try writer.add(report.draw(waiting, with: pictures))
        try writer.finish()
        (report.faults, report.judged) = (survey.faults, frames.marks.judged)
        (report.frames, report.bytes) = (writer.frameCount, writer.byteCount)
        (report.tooShort, report.same) = (writer.tooShortCount, writer.sameCount)
        return report
    }

    /// Enough for all processors, in at most about 64 MB where more than one has room.
    private static func framesAtOnce(_ size: PixelSize) -> Int {
        max(1, min(ProcessorCount.online * 2, (64 << 20) / (size.count * 4)))
    }
}

extension ExportReport {
    /// Draws frames, and counts those that have no picture.
    fileprivate mutating func draw(_ frames: [ChosenFrame], with pictures: FullPictures) -> [PicturedFrame] {
        let drawn = inParallel(frames) { frame in
            // A copy for each: they keep what they decoded last.
            var pictures = pictures
            return Result { () throws(PictureError) in try pictures.picture(of: frame) }
        }
        return zip(frames, drawn).map { frame, result in
            switch result {
            case .success(let picture):
                if picture == nil { unseen += 1 } else { duration += frame.duration }
                return PicturedFrame(frame: frame, picture: picture)
            case .failure(let error):
                broken += 1
                reason = reason ?? error.reason
                return PicturedFrame(frame: frame, picture: nil)
            }
        }
    }
}
