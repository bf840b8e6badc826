import CProcess
import Events
import Files
import Frames
import Live
import Platform
import Playback
import Settings
import SocketIO
import Tapes
import Terminal
import Transport
import Video

/// What `cameo call` was asked to show.
package struct CallOptions: Sendable {
    package enum Source: Hashable, Sendable {
        /// A call of one, whose video is all that there is.
        case videoAlone
        case standardInput
        /// A tape or a text file, a pipe, or a socket.
        case path(String)
    }

    package var source: Source
    /// `-` is standard input.
    package var video: String?
    /// Of raw I420: pixels, and frames a second.
    package var raw: (size: PixelSize, rate: Ratio)?
    package var ending: VideoSource.Ending
    /// Where files of members may lie.
    package var folder: String?
    /// Whose addresses of pictures are asked for.
    package var backend: ConnectionOptions?

    package init(
        _ source: Source, video: String? = nil, raw: (size: PixelSize, rate: Ratio)? = nil,
        ending: VideoSource.Ending = .loop, folder: String? = nil, backend: ConnectionOptions? = nil
    ) {
        (self.source, self.video, self.raw, self.ending, self.folder) = (source, video, raw, ending, folder)
        self.backend = backend
    }
}

/// `cameo call`.
package enum Calling {
    /// Whose frames are those of `--video`.
    package static let videoName = "video"

    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func call(_ options: CallOptions, _ playback: PlaybackOptions) async throws -> Ending {
        do {
            cameo_return_pages()
            try checkVideo(options)
            let device = try TerminalDevice(readsKeysFromTerminal: true)
            let folder = try options.folder.map { try OpenFolder(following: $0) }
            let videos = try videos(options)
            let backend = options.backend.map(BackendHTTP.init)
            defer { backend?.close() }
            if case .path(let path) = options.source, isFile(path) {
                let tape = try OpenTape(path)
                defer { tape.close() }
                var subject = try ScreenSubject(tape.reader, of: path, playback)
                (subject.folder, subject.videos, subject.backend) = (folder, videos, { backend })
                return try await RunLoop.open(subject, playback, device).run()
            }
            let lines = try CallLines(
                try descriptor(options), from: title(options), opening: opening(options))
            let tape = try LiveTape(recording: playback.record, source: title(options), overwrites: playback.overwrites)
            let clock = SessionClock()
            let identity = BackendIdentity(user: lines.user, agent: "call")
            var liveOptions = LiveOptions(title: title(options), identity: identity)
            liveOptions.isCall = true
            let live = LiveSession(liveOptions, lines, tape, clock)
            var subject = ScreenSubject(live, clock)
            (subject.folder, subject.videos, subject.backend) = (folder, videos, { backend })
            subject.isVideoAlone = options.source == .videoAlone
            return try await RunLoop.open(subject, playback, device).run()
        } catch {
            throw CommandError(error)
        }
    }

    private static func title(_ options: CallOptions) -> String {
        switch options.source {
        case .videoAlone: options.video.map { $0 == "-" ? "standard input" : FileNames.last(of: $0) } ?? videoName
        case .standardInput: "standard input"
        case .path(let path): path
        }
    }

    private static func isFile(_ path: String) -> Bool { FileStatus(path).map { $0.kind == .file } ?? true }

    private static func videos(_ options: CallOptions) throws(CommandError) -> [String: VideoSource] {
        guard let path = options.video else { return [:] }
        let kind = kind(options)
        guard path == "-" else { return [videoName: VideoSource(.path(path), kind, ending: options.ending)] }
        return [
            videoName: VideoSource(
                .descriptor(try standardInput(), name: "standard input"), kind, ending: options.ending)
        ]
    }

    private static func kind(_ options: CallOptions) -> VideoSource.Kind {
        options.raw.map { .rawI420($0.size, rate: $0.rate) } ?? .y4m
    }

    /// What is no video is told before there is a screen. A pipe is left to its reader: its writer would lose the one that looked.
    /// - Throws: `CommandError`, `VideoFailure`.
    private static func checkVideo(_ options: CallOptions) throws {
        guard let path = options.video, path != "-" else { return }
        switch FileStatus(path)?.kind {
        case nil: throw CommandError.unusable(FileNames.fault(path, FileNames.unreadable(path)))
        case .folder: throw CommandError.unusable("\(path): expected a video, found a folder")
        case .file:
            if options.raw == nil { try checkY4M(path) }
            _ = try VideoSource(.path(path), kind(options)).beginning(I420Pool())
        case .pipe, .link, .other: return
        }
    }

    private static func checkY4M(_ path: String) throws(CommandError) {
        guard let file = OpenFile(path), let bytes = Descriptor.read(file.descriptor, limit: 16) else {
            throw .unusable(FileNames.fault(path, FileNames.unreadable(path)))
        }
        let found = bytes.isEmpty ? "an empty file" : FileKind.words(bytes) ?? "something else"
        guard found != FileKind.videoAsIs else { return }
        let advice = FileKind.isVideo(found) ? "; " + FileKind.playingVideos : ""
        throw .unusable("\(path): expected a Y4M video or --raw, found \(found)" + advice)
    }

    /// One that is closed by whoever reads it.
    private static func standardInput() throws(CommandError) -> Int32 {
        guard isatty(STDIN_FILENO) == 0 else {
            throw .unusable("standard input: expected a pipe or a file, found a terminal")
        }
        let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .unusable("standard input: \(errorWords())") }
        return copy
    }

    private static func descriptor(_ options: CallOptions) throws(CommandError) -> Int32? {
        switch options.source {
        case .videoAlone: return nil
        case .standardInput: return try standardInput()
        case .path(let path):
            if FileStatus(path)?.kind == .pipe {
                // For both directions, so that it is open before there is a writer, and after one has gone.
                let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
                guard pipe >= 0 else { throw .unusable("\(path): \(errorWords())") }
                return pipe
            }
            guard let socket = LocalSocket.connect(to: path) else {
                throw .unusable("\(path): expected a tape, a pipe or a socket: \(errorWords())")
            }
            return socket
        }
    }

    /// What is told of a video that nobody else tells of.
    private static func opening(_ options: CallOptions) -> [WireMessage] {
        guard options.source == .videoAlone else { return [] }
        let name = title(options)
        return [
            WireMessage(event: .callState, arguments: [["call": .string(name), "state": "JOINED"]]),
            WireMessage(event: .callSource, arguments: [["source": .string(videoName)]]),
            WireMessage(
                event: .callMember,
                arguments: [
                    ["id": .string(name), "name": .string(name), "video": true, "source": .string(videoName)]
                ]),
        ]
    }
}
