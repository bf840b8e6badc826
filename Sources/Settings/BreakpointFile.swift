import Debugger
import Events
import Files
import Platform
import TOMLKit

/// Where a tape's breakpoints are kept: in a project file beside it, `call.cameo.debug.toml`; where nothing can be written there,
/// in `cameo/breakpoints` of the user's data folder under the tape's fingerprint. A tape without any has those of
/// `breakpoints.toml` in the configuration folder, which only its user writes. A file beside the tape names the recording that it is for:
/// another one that has taken its name has none of these.
///
///     recording = "5d1e..."
///
///     [[breakpoint]]
///     on = "drift 80"
///     ignore = 2
///     enabled = false
package struct BreakpointFile: Sendable {
    /// `nil` where nothing is to be written beside the tape.
    private let beside: String?
    private let folder: String?
    private let fingerprint: @Sendable () -> String?
    private let recording: @Sendable () -> String?
    /// For tapes without a file of their own.
    let usual: String?
    private static let longest = 1 << 20
    private static let most = 200

    /// - Parameters:
    ///   - isBundled: the tape came with the program; its folder is not the user's.
    ///   - fingerprint: by which the tape is known again; asked for only where something is kept under one.
    ///   - recording: by which it is known also when it has grown or got marks; `nil` for a tape that does not say when it was recorded.
    package init(
        tape: String, isBundled: Bool = false, environment: [String: String] = Environment.all,
        fingerprint: @escaping @Sendable () -> String?, recording: @escaping @Sendable () -> String? = { nil }
    ) {
        self.recording = recording
        beside = isBundled ? nil : tape + ".debug.toml"
        folder = UserFolder.data.path(environment).map { $0 + "/breakpoints" }
        usual = UserFolder.configuration.path(environment).map { $0 + "/breakpoints.toml" }
        self.fingerprint = fingerprint
    }

    /// In the user's folder; `nil` where there is none, or no tape any more.
    private var kept: String? { folder.flatMap { folder in fingerprint().map { "\(folder)/\($0).toml" } } }

    /// The one in the user's folder was written since the other could not be; where that can be, it counts.
    private var own: String? {
        let beside = isOfAnother ? nil : beside
        if let beside, FileNames.isThere(beside), access(FileNames.folder(of: beside), W_OK) == 0 { return beside }
        let kept = folder.map(FileNames.isThere) == true ? kept : nil
        return [kept, beside].compactMap(\.self).first(where: FileNames.isThere)
    }

    /// Whether the file beside the tape is for another recording, which had this name before.
    private var isOfAnother: Bool {
        guard let beside, FileNames.isThere(beside), let recording = recording(),
            let file = try? TOMLFile(beside, atMost: Self.longest, waitsForPipes: false),
            let named = file.table["recording"]?.string
        else { return false }
        return named != recording
    }

    private struct Content: Codable {
        var recording: String?
        var breakpoint: [Row]?

        struct Row: Codable {
            var on: String
            var ignore: Int?
            var enabled: Bool?
        }
    }

    /// `nil` when there is no file.
    /// - Throws: `CommandError.unusable` for a file that is none of these; it is left as it is.
    package func read() throws(CommandError) -> [Breakpoint]? {
        guard let path = own ?? usual.flatMap({ FileNames.isThere($0) ? $0 : nil }) else { return nil }
        return try read(path)
    }

    private func read(_ path: String) throws(CommandError) -> [Breakpoint] {
        // The screen waits for this: a pipe would block it.
        let file = try TOMLFile(path, atMost: Self.longest, waitsForPipes: false)
        try Self.checkRows(file)
        guard let content = try? TOMLDecoder().decode(Content.self, from: file.table), let rows = content.breakpoint
        else {
            throw .unusable("\(path): expected tables [[breakpoint]], each with on = \"...\"")
        }
        guard rows.count <= Self.most else { throw .unusable("\(path): more than \(Self.most) breakpoints") }
        var breakpoints: [Breakpoint] = []
        for (number, row) in rows.enumerated() {
            let condition = try Self.condition(row.on) { fault in
                let line = file.place(of: "breakpoint[\(number)].on")
                let place = "\(line): breakpoint \(number + 1): on: character \(fault.place + 1)"
                return .unusable("\(place): \(fault.reason)")
            }
            breakpoints.append(Breakpoint(condition, ignoring: row.ignore ?? 0, isEnabled: row.enabled ?? true))
        }
        return breakpoints
    }

    /// As it was written down, or as somebody would type it.
    private static func condition(
        _ text: String, _ unusable: (StopFault) -> CommandError
    ) throws(CommandError) -> Breakpoint.Condition {
        if let known = Breakpoint.Condition(text) { return known }
        do { return try Breakpoint.Condition(typed: text) } catch { throw unusable(error) }
    }

    /// Puts them into the tape's file that is there, else beside the tape, else into the user's folder.
    /// - Returns: the file, where it does not lie beside the tape.
    /// - Throws: `CommandError` when there is no place for them.
    @discardableResult
    package func write(_ breakpoints: [Breakpoint]) throws(CommandError) -> String? {
        let rows = breakpoints.map {
            Content.Row(on: $0.condition.text, ignore: $0.ignoring, enabled: $0.isEnabled)
        }
        guard let text = try? TOMLEncoder().encode(Content(recording: recording(), breakpoint: rows)) as String else {
            throw .failed("breakpoints cannot be saved")
        }
        let bytes = Array((text + "\n").utf8)
        let (own, kept) = (own, kept)
        if let beside, !isOfAnother, own == nil || own == beside {
            do {
                try OutputFile.write(bytes, to: beside)
                return nil
            } catch {
                guard kept != nil else { throw error }
            }
        }
        guard let kept, let folder else { throw .failed("no folder for breakpoints") }
        try? PrivateFolder.makeAll(folder)
        try OutputFile.write(bytes, to: kept)
        return kept
    }
}

extension BreakpointFile {
    /// Looks at each `[[breakpoint]]` before it is read as a whole, which would not say what is wrong with which.
    /// - Throws: `CommandError.unusable` with file, line, row and member.
    static func checkRows(_ file: TOMLFile) throws(CommandError) {
        for (number, row) in (file.table["breakpoint"]?.array ?? TOMLArray()).enumerated() {
            guard let fault = fault(row) else { continue }
            let place = file.place(of: "breakpoint[\(number)].\(fault.member)")
            throw .unusable("\(place): breakpoint \(number + 1): \(fault.member): expected \(fault.expected)")
        }
    }

    private static func fault(_ row: any TOMLValueConvertible) -> (member: String, expected: String)? {
        guard let row = row.table else { return ("on", "a table with on = \"...\"") }
        if row["on"]?.string == nil { return ("on", "text, such as \"drift 80\"\(found(row["on"]))") }
        if let ignore = row["ignore"], ignore.int.map({ (0...Breakpoint.mostIgnored).contains($0) }) != true {
            return ("ignore", "a whole number from 0 to \(Breakpoint.mostIgnored)\(found(ignore))")
        }
        if let enabled = row["enabled"], enabled.bool == nil {
            return ("enabled", "true or false\(found(enabled))")
        }
        return nil
    }

    private static func found(_ value: (any TOMLValueConvertible)?) -> String {
        ", found \(value?.asFound ?? "none")"
    }
}
