import Events
import Files
import Frames
import Platform

/// A stream of frames that is to be read: where it comes from, and what it is (picture-in-picture 5.8).
package struct VideoSource: Sendable {
    package enum Place: Sendable {
        /// A file or a pipe that the user names.
        case path(String)
        /// A file or a pipe that a stranger names, below a folder that the user names.
        case below(OpenFolder, String)
        /// An open file or pipe, as standard input is; closed with its reader. Its name is for messages.
        case descriptor(Int32, name: String)
    }

    package enum Kind: Hashable, Sendable {
        case y4m
        /// Planes alone. Pixels, and frames a second.
        case rawI420(PixelSize, rate: Ratio)
    }

    /// What comes behind the last frame of a file.
    package enum Ending: Hashable, Sendable {
        case loop
        case hold
    }

    package let place: Place
    package let kind: Kind
    package let ending: Ending

    package init(_ place: Place, _ kind: Kind = .y4m, ending: Ending = .loop) {
        (self.place, self.kind, self.ending) = (place, kind, ending)
    }

    /// For messages; as long as it was given.
    package var name: String {
        switch place {
        case .path(let path), .below(_, let path): path
        case .descriptor(_, let name): name
        }
    }

    /// Whether it can be opened once more when its writer is gone.
    var canBeReopened: Bool { if case .descriptor = place { false } else { true } }

    /// Never waits for the other end of a pipe.
    func open() throws(VideoFailure) -> VideoInput {
        let file = try openFile()
        guard let found = FileStatus(descriptor: file.descriptor) else { throw failure(errorWords()) }
        switch found.kind {
        case .file: return .file(file)
        case .pipe: return .pipe(file)
        case .folder: throw failure("a folder")
        case .link, .other:
            // Standard input may be a socket.
            guard !canBeReopened, isatty(file.descriptor) == 0 else { throw failure("a device") }
            return .pipe(file)
        }
    }

    private func openFile() throws(VideoFailure) -> OpenFile {
        switch place {
        case .descriptor(let descriptor, _): return OpenFile(owning: descriptor)
        case .below(let folder, let path):
            do throws(RefusedPath) {
                return try folder.file(below: path, .fileOrPipe)
            } catch {
                throw VideoFailure(error.reason)
            }
        case .path(let path):
            // A device may do something when it is opened.
            guard let found = FileStatus(path) else {
                throw VideoFailure(FileNames.fault(path, FileNames.unreadable(path)))
            }
            guard found.kind != .other else { throw failure("a device") }
            guard let file = OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else { throw failure(errorWords()) }
            return file
        }
    }

    private func failure(_ found: String) -> VideoFailure {
        VideoFailure("\(name): expected a file or a pipe, found \(found)")
    }

    /// - Throws: for a size that no frame may have.
    func parser(_ pool: I420Pool) throws(VideoFailure) -> any I420Parsing {
        switch kind {
        case .y4m: return Y4MParser(pool)
        case .rawI420(let size, let rate):
            do throws(I420StreamError) {
                return try RawI420Parser(size: size, rate: rate, pool)
            } catch {
                throw VideoFailure(name, error)
            }
        }
    }
}

/// What an open source turned out to be.
enum VideoInput {
    /// Read by the clock.
    case file(OpenFile)
    /// Read as it comes.
    case pipe(OpenFile)
}

extension VideoSource {
    /// Reads the header of a file, and its first frame.
    /// - Parameter isWhole: looks at the lines in front of all other frames, too.
    /// - Returns: `nil` for a pipe, whose frames come only to whoever reads them as they come.
    package func beginning(
        _ pool: I420Pool, isWhole: Bool = false
    ) throws(VideoFailure) -> (format: I420StreamFormat, hasFrame: Bool)? {
        guard case .file(let input) = try open() else { return nil }
        var file = try VideoFile(input, self, pool)
        let first = try file.read(0, unless: { false })
        if isWhole { try file.survey() }
        return (file.format, first != nil)
    }
}
