import Debugger
import Engine
import Events
import Files
import Frames
import Panels
import Scripts

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
