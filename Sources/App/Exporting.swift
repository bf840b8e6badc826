import Engine
import Events
import Frames
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
}

extension FrameWriter {
    var tooShortCount: Int { 0 }
}

/// `cameo export`: frames of a tape as files that others can open.
///
/// The tape is played twice (without a screen, as fast as it can be computed): once to learn how many frames there are,
/// and once to write them. A few pictures are in memory at a time, two for each processor, however many frames there are.
package struct Exporting {
    private let tape: TapeReader
    /// As the user calls the tape.
    private let file: String
    private let options: ExportOptions
    private let target: ExportTarget
    private var progress: ProgressLine

    /// - Throws: `AppError`, `TapeError`; nothing is left behind but, in a folder, complete files of earlier frames.
    package static func run(_ file: String, _ options: ExportOptions, showsProgress: Bool = true) throws -> ExportReport
    {
        let target = try ExportTarget(options.output, isSheet: options.isSheet)
        let tape = try OpenTape(file, leaving: [target.partial])
        defer { tape.close() }
        var exporting = Exporting(
            tape: tape.reader, file: file, options: options, target: target,
            progress: showsProgress ? .onStandardError() : .none)
        defer { exporting.progress.end() }
        return try exporting.run()
    }

    private init(
        tape: TapeReader, file: String, options: ExportOptions, target: ExportTarget, progress: ProgressLine
    ) {
        (self.tape, self.file, self.options, self.target) = (tape, file, options, target)
        self.progress = progress
    }

    private mutating func run() throws -> ExportReport {
        let frames = ChosenFrames(
            tape: tape, isFresh: options.isFresh, settings: options.settings, choice: options.choice)
        let survey = try ExportSurvey(frames) { count in
            progress.tell("export: looking for frames, \(count) found")
        }
        guard survey.count > 0 else { throw AppError.unusable("\(file): no frame is in that range") }
        let kind = Self.kind(target, survey)
        var pictures = FullPictures(blobs: tape, view: options.view, scale: scale(kind))
        guard let size = survey.pictureSize(&pictures) else {
            throw AppError.unusable("\(file): no frame of that range has a picture")
        }
        var writer = try writer(kind, survey, size, &pictures)
        return try write(frames, survey, pictures, size: size, to: &writer)
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
                title: SheetWriter.title(file, options, survey))
        case .webP(let path): return try WebPWriter(path, partial: kind.partial, size, options.quality)
        case .gif(let path):
            let table = Self.colours(survey, &pictures)
            return try GIFWriter(path, partial: kind.partial, size, table)
        case .cast(let path):
            let title = SheetWriter.title(file, options, survey)[0]
            return try CastWriter(
                path, partial: kind.partial, picture: size, options.cast, duration: survey.duration, title: title)
        }
    }

    /// Colours for all frames, made from some of them.
    private static func colours(_ survey: ExportSurvey, _ pictures: inout FullPictures) -> ColourTable {
        var histogram = ColourHistogram()
        for sample in survey.samples {
            if let picture = try? pictures.picture(of: sample) { histogram.add(picture) }
        }
        return ColourTable(histogram, limit: 255)
    }

    private mutating func write(
        _ frames: ChosenFrames, _ survey: ExportSurvey, _ pictures: FullPictures, size: PixelSize,
        to writer: inout any FrameWriter
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
            progress.tell("export: frame \(done) of \(survey.count), \(done * 100 / survey.count) %")
        }
        try writer.add(report.draw(waiting, with: pictures))
        try writer.finish()
        (report.frames, report.bytes, report.tooShort) = (writer.frameCount, writer.byteCount, writer.tooShortCount)
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
