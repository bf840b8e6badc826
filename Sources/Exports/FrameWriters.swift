import Debugger
import Engine
import Events
import Files
import Frames
import Panels
import Platform
import Typesetting

/// Frames for which there is no picture lengthen the one before.
struct WebPWriter: FrameWriter {
    private let file: OutputFile
    private var animation: WebPAnimation
    private(set) var frameCount = 0
    private(set) var sameCount = 0

    init(_ path: String, partial: String, _ size: PixelSize, _ quality: WebPQuality) throws(CommandError) {
        animation = try naming(path) { () throws(AnimationError) in try WebPAnimation(size: size, quality: quality) }
        file = try OutputFile(path, partial: partial)
        try file.write(animation.header)
    }

    var byteCount: Int { file.byteCount }

    /// Encoding is nearly all of the work, and each frame's is its own.
    mutating func add(_ frames: [PicturedFrame]) throws {
        var drafts: [WebPAnimation.Draft] = []
        let isNew = try frames.map { frame in
            guard let picture = frame.picture?.fitted(onto: animation.size) else { return false }
            let draft = try naming(file.path) { () throws(AnimationError) in try animation.add(picture) }
            guard let draft else { return false }
            drafts.append(draft)
            return true
        }
        var encoded = inParallel(drafts) { draft in
            Result { () throws(AnimationError) in try draft.encoded() }
        }[...]
        for (frame, isNew) in zip(frames, isNew) {
            if isNew, let next = encoded.popFirst() {
                try file.write(naming(file.path) { () throws(AnimationError) in try animation.append(next.get()) })
                frameCount += 1
            } else if frame.picture != nil {
                sameCount += 1
            }
            if frameCount > 0 { animation.extend(by: frame.frame.duration) }
        }
    }

    mutating func finish() throws {
        try file.write(naming(file.path) { () throws(AnimationError) in try animation.finish() })
        try file.replace(from: 0, with: animation.header)
        try file.finish()
    }
}

/// Frames for which there is no picture lengthen the one before.
struct GIFWriter: FrameWriter {
    private let file: OutputFile
    private var animation: GIFAnimation
    private var pictureCount = 0

    init(_ path: String, partial: String, _ size: PixelSize, _ table: ColorTable) throws(CommandError) {
        animation = try naming(path) { () throws(AnimationError) in try GIFAnimation(size: size, table: table) }
        file = try OutputFile(path, partial: partial)
    }

    var byteCount: Int { file.byteCount }
    var frameCount: Int { animation.pictureCount }
    var tooShortCount: Int { animation.tooShortCount }
    var sameCount: Int { pictureCount - frameCount - tooShortCount }

    mutating func add(_ frames: [PicturedFrame]) throws {
        for frame in frames {
            if let picture = frame.picture?.fitted(onto: animation.size) {
                try file.write(
                    naming(file.path) { () throws(AnimationError) in
                        try animation.add(picture, for: frame.frame.duration)
                    })
                pictureCount += 1
            } else if pictureCount > 0 {
                animation.extend(by: frame.frame.duration)
            }
        }
    }

    mutating func finish() throws {
        try file.write(naming(file.path) { () throws(AnimationError) in try animation.finish() })
        try file.finish()
    }
}

/// What an encoder says, with the file that it is about.
private func naming<Value>(
    _ path: String, _ work: () throws(AnimationError) -> Value
) throws(CommandError) -> Value {
    do throws(AnimationError) {
        return try work()
    } catch {
        throw .failed("\(path): \(error.reason)")
    }
}

/// A PNG file a frame, each complete or not there. Frames without a picture have none.
struct FilesWriter: FrameWriter {
    private let path: (Int) -> String
    private let partial: String
    private(set) var byteCount = 0
    private(set) var frameCount = 0

    /// Makes the folder, and those above it that are missing.
    /// - Throws: `CommandError.failed` when one cannot be made.
    init(_ pattern: FilePattern, partial: String) throws(CommandError) {
        if let folder = pattern.newFolder {
            do { try NewFolder.make(folder) } catch { throw .failed(error.reason) }
        }
        path = pattern.path
        self.partial = partial
    }

    /// One file for one frame.
    init(path: String, partial: String) throws(CommandError) {
        try OutputFile.refuseOthers(path)
        self.path = { _ in path }
        self.partial = partial
    }

    mutating func add(_ frames: [PicturedFrame]) throws {
        let encoded = inParallel(frames) { frame in
            Result { () throws(PictureError) in
                try frame.picture.map { picture throws(PictureError) in try encodePNG(picture, compression: .exported) }
            }
        }
        for (frame, result) in zip(frames, encoded) {
            guard let bytes = try result.get() else { continue }
            let file = try OutputFile(path(frame.frame.record.ordinal), partial: partial)
            try file.write(bytes)
            try file.finish()
            byteCount += bytes.count
            frameCount += 1
        }
    }

    func finish() {}
}

extension PNGCompression {
    /// Less than half of the time of the usual one, for a tenth more bytes.
    static let exported = PNGCompression(level: 3)
}

/// All frames in one PNG file, those that were never on screen as empty tiles.
struct SheetWriter: FrameWriter {
    private let file: OutputFile
    private var sheet: ContactSheet
    private(set) var byteCount = 0
    private let namesMessages: Bool

    /// Of a thumbnail, in pixels.
    static let usualWidth = 160
    /// More than that nobody looks at.
    static let framesLimit = 600

    /// - Throws: `CommandError.unusable` when there are too many frames, or their pictures are too large together.
    init(
        _ path: String, partial: String, _ survey: ExportSurvey, thumbnail: PixelSize, columns: Int?, title: [String]
    ) throws(CommandError) {
        guard survey.count <= Self.framesLimit else {
            let step = (survey.count + Self.framesLimit - 1) / Self.framesLimit
            throw .unusable(
                "\(path): \(survey.count) frames are too many for a contact sheet (at most \(Self.framesLimit)): "
                    + "choose fewer, or use --step \(step)")
        }
        let layout = SheetLayout(count: survey.count, thumbnail: thumbnail, columns: columns, titleLines: title.count)
        guard let layout else {
            throw .unusable(
                "\(path): \(survey.count) pictures of \(thumbnail.width)x\(thumbnail.height) pixels are more than "
                    + "a contact sheet's \(SheetLayout.pixelLimit / 1_000_000) megapixels; use a smaller --width")
        }
        sheet = ContactSheet(layout, title: title)
        namesMessages = survey.namesMessages
        file = try OutputFile(path, partial: partial)
    }

    var frameCount: Int { sheet.count }

    mutating func add(_ frames: [PicturedFrame]) {
        for frame in frames { sheet.add(frame.picture, Self.label(frame.frame, namesMessages: namesMessages)) }
    }

    static func label(_ frame: ChosenFrame, namesMessages: Bool = false) -> ContactSheet.Label {
        ContactSheet.Label(
            number: frame.record.ordinal, time: frame.record.shown.inSeconds, status: frame.status,
            color: frame.role.pictureColor, isMarked: frame.role != .good, place: place(frame.record, namesMessages))
    }

    mutating func finish() throws {
        let bytes = try encodePNG(sheet.picture, compression: .exported)
        try file.write(bytes)
        try file.finish()
        byteCount = bytes.count
    }

    /// `4:0.29 base 5`, as the log and `--at` have it, and the wanted base frame where another one was drawn.
    private static func place(_ record: FrameRecord, _ namesMessages: Bool) -> String {
        let mode = record.mode.word
        let place =
            record.position.map { FramePlace($0, of: record.generation, namesMessage: namesMessages).typed } ?? mode
        guard record.clip != nil else { return place }
        let isOther = record.demandedClip != nil && record.demandedIndex != record.baseIndex
        return "\(place) base \(record.baseIndex)" + (isOther ? ", not \(record.demandedIndex)" : "")
    }

    static func title(
        _ file: String, _ options: ExportOptions, _ survey: ExportSurvey, _ judged: Coverage
    ) -> [String] {
        let name = TerminalText.visible(FileNames.last(of: file))
        guard let first = survey.first, let last = survey.last else { return [name] }
        let range = first.ordinal == last.ordinal ? "\(first.ordinal)" : "\(first.ordinal)..\(last.ordinal)"
        var parts = ["\(first.shown.inSeconds) to \(last.shown.inSeconds) s"]
        parts.append(survey.statuses.map { "\($0.status) \($0.count)" }.joined(separator: ", "))
        if !judged.missing.isEmpty { parts.append(judged.missing) }
        if options.choice.step > 1 { parts.append("every \(options.choice.step)th, and all not SYNC") }
        if options.view != .composite { parts.append("view: \(options.view.rawValue)") }
        return ["\(name)  \(range)", parts.joined(separator: "   ")]
    }
}
