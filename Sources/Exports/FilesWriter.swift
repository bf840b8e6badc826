import Events
import Files
import Frames
import Platform

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
