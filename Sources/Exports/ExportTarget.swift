import Events
import Files
import Platform

/// What an export becomes, told by the name of its output.
package enum ExportTarget: Equatable {
    /// A PNG file a frame.
    case files(FilePattern)
    /// `.png`: the picture of the one frame that was chosen, or a contact sheet of several.
    case picture(String)
    case sheet(String)
    case webP(String)
    case gif(String)
    /// asciicast v2.
    case cast(String)

    /// - Parameter isSheet: a contact sheet even of one frame.
    /// - Throws: `CommandError.unusable` for a name that means none of them.
    package init(_ output: String, isSheet: Bool) throws(CommandError) {
        guard !output.isEmpty else { throw .unusable(FileNames.nameless) }
        let name = output.lowercased()
        let isFolder = FileStatus(output)?.kind == .folder
        if isSheet {
            guard name.hasSuffix(".png") else { throw .unusable("\(output): a contact sheet's name ends in .png") }
            self = .sheet(output)
        } else if output.hasSuffix("/") {
            self = .files(FilePattern(folder: output))
            return
        } else if name.hasSuffix(".png") {
            self = output.contains("%") ? .files(try FilePattern(output)) : .picture(output)
        } else if name.hasSuffix(".webp") {
            self = .webP(output)
        } else if name.hasSuffix(".gif") {
            self = .gif(output)
        } else if name.hasSuffix(".cast") {
            self = .cast(output)
        } else if isFolder {
            self = .files(FilePattern(folder: output))
            return
        } else {
            throw .unusable(
                "\(output): unknown format; use .png, .webp, .gif or .cast, a / at the end for a folder, or .json for a trace"
            )
        }
        // Whoever asks for an animation is not given a folder of pictures for it.
        if isFolder { throw .unusable("\(output): expected a file name, found a folder") }
    }

    /// Where the output stands until it is complete.
    var partial: String {
        switch self {
        case .files(let pattern): OutputFile.partial(of: pattern.folder + "frame")
        case .picture(let path), .sheet(let path), .webP(let path), .gif(let path), .cast(let path):
            OutputFile.partial(of: path)
        }
    }
}

/// Names of files with the frame's number in them: `shots/f%04d.png`, or `frame-000042.png` in a folder.
package struct FilePattern: Equatable {
    private let before: String
    /// Fewer digits are filled up with zeros.
    private let digits: Int
    private let after: String
    /// That is to be made when it is not there.
    let newFolder: String?

    init(folder: String) {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        (before, digits, after, newFolder) = (folder + "frame-", 6, ".png", folder)
    }

    /// - Throws: `CommandError.unusable` unless it has exactly one `%d`, or `%04d` and the like; `%%` is a percent sign.
    init(_ pattern: String) throws(CommandError) {
        var texts = [""]
        var digits = 0
        var rest = Substring(pattern)
        while let sign = rest.firstIndex(of: "%") {
            texts[texts.count - 1] += rest[..<sign]
            rest = rest[rest.index(after: sign)...]
            if rest.first == "%" {
                texts[texts.count - 1] += "%"
            } else {
                let width = rest.prefix { "0123456789".contains($0) }
                rest = rest[width.endIndex...]
                guard rest.first == "d", width.isEmpty || width.first == "0", let count = Int("0" + width), count <= 20
                else { throw Self.misread(pattern) }
                digits = count
                texts.append("")
            }
            rest = rest.dropFirst()
        }
        guard texts.count == 2 else { throw Self.misread(pattern) }
        (before, self.digits, after) = (texts[0], digits, texts[1] + rest)
        // A number in a folder's name is one folder a frame: those have to be there.
        let slash = after.contains("/") ? nil : before.lastIndex(of: "/")
        newFolder = slash.map { String(texts[0][...$0]) }
    }

    private static func misread(_ pattern: String) -> CommandError {
        .unusable("\(pattern): expected one %d or %06d for the frame's number (and %% for a percent sign)")
    }

    func path(of ordinal: Int) -> String { before + ordinal.padded(toDigits: digits) + after }

    /// With the slash at its end; empty for the current one.
    var folder: String { before.lastIndex(of: "/").map { String(before[...$0]) } ?? "" }
}
