import CProcess
import Events
import Files
import PictureInPicture
import Platform
import Playback
import Screens
import Settings
import Tapes
import Terminal
import Typesetting

/// `cameo play` and `cameo demo`: from a path to the end of the run loop.
package enum Playing {
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func play(
        _ path: String, _ options: PlaybackOptions, view: SavedView = SavedView()
    ) async throws -> Ending {
        do {
            cameo_return_pages()
            // A name that was mistyped is told wherever it was typed.
            try refuseOthers(path)
            // Then the terminal: without one there is no need to open the tape.
            let device = try TerminalDevice()
            if options.follows, OpenTape.isText(path) {
                throw CommandError.unusable("\(path): --follow needs a tape (.cameo)")
            }
            let tape = try OpenTape(path)
            defer { tape.close() }
            guard !options.follows || tape.reader.isBeingRecorded else {
                throw CommandError.unusable("\(path): not being recorded; open it without --follow")
            }
            var subject = try ScreenSubject(tape.reader, of: path, options)
            let shelf = shelf(for: path, options)
            do {
                try subject.show(view, over: options.isFreshView ? nil : shelf, options)
            } catch {
                await subject.discard()
                throw error
            }
            let loop = try await RunLoop.open(subject, options, device)
            let ending = try await loop.run()
            last = loop
            if let shelf, let left = loop.left { shelf.keep(left.view, isStepping: left.isStepping, of: path) }
            return ending
        } catch let error as TapeError where error.damage != nil {
            throw CommandError.unusable("\(error.reason); use `cameo inspect --salvage` to see what can still be read")
        } catch {
            throw CommandError(error)
        }
    }

    /// - Throws: `CommandError.unusable` for a name that leads to nothing, for a folder, and for standard input, which cannot be read
    ///   from many places.
    private static func refuseOthers(_ path: String) throws(CommandError) {
        switch FileStatus(path)?.kind {
        case nil where path == "-":
            throw .unusable(
                "-: expected a file; to read standard input: cameo check -, cameo read - or cameo call -")
        case nil: throw .unusable(FileNames.fault(path, FileNames.unreadable(path)))
        case .folder: throw .unusable("\(path): expected a recording, found \(FolderHint(path).words)")
        case .file, .pipe, .link, .other: return
        }
    }

    /// The process is nearly over, and freeing what an hour's tape has left in memory takes longer than whoever quits waits. It holds
    /// nothing but memory and the tape.
    @MainActor private static var last: RunLoop?

    /// `nil` for what nobody wants to come back to: the demo, a tape that still grows, a run that ends or begins again by itself.
    private static func shelf(for path: String, _ options: PlaybackOptions) -> ViewShelf? {
        let isPlain = options.remembersView && options.atEnd == .stay && !options.follows
        return isPlain && path != (try? Assets.demoTape()) ? ViewShelf() : nil
    }
}

extension ScreenSubject {
    /// What the command line says counts more than how the tape was left, which counts not at all where it names a place.
    /// - Throws: `CommandError.unusable` where it names an agent whom the tape does not have.
    fileprivate mutating func show(
        _ asked: SavedView, over shelf: ViewShelf?, _ options: PlaybackOptions
    ) throws(CommandError) {
        if let agent = asked.agent, avatar(called: agent) == nil { throw .unusable(unknownAgent(agent)) }
        view = asked
        // Who names a place gets what the command says, whatever was looked at here before: commands are told to others, too.
        let shelf = asked.at == nil ? shelf : nil
        defer { heldAvatar = view.agent.flatMap { avatar(called: $0) }?.avatar }
        do {
            guard let shelf, var left = try shelf.read(file) else { return }
            // Each screen has panels of its own.
            if left.isStepping != options.steps { (left.view.panels, left.view.timeline) = (nil, nil) }
            // Whoever is not on the tape any more has no places there.
            if let agent = left.view.agent, avatar(called: agent) == nil { left.view = left.view.withoutPlaces }
            view = asked.over(left.view)
            comesBack = view.at != nil
        } catch {
            notice = error.reason
        }
    }

    /// An id counts more than a name, which somebody else may have.
    private func avatar(called text: String) -> CallAvatar? {
        avatars.first { $0.id == text } ?? avatars.first { $0.name == text }
    }

    private func unknownAgent(_ text: String) -> String {
        guard !avatars.isEmpty else { return "\(file): --agent: the recording has only one agent" }
        let known = avatars.prefix(Limits.members).map { avatar in
            avatar.name == avatar.id ? avatar.id : "\(avatar.id) (\(avatar.name))"
        }
        let list = OutsideText.shown(known.joined(separator: ", "), cells: 400)
        return "\(file): --agent: expected one of \(list), found \"\(OutsideText.shown(text, cells: 40))\""
    }
}

/// What a folder is where a recording was to be, and which command is for it.
package struct FolderHint {
    package let isAvatar: Bool
    /// They stand behind `found` or `is`.
    package let words: String

    package init(_ path: String) {
        let name = ShellWord.quoted(path)
        isAvatar = FileNames.isThere("\(path)/avatar.json")
        words =
            isAvatar
            ? "an avatar; to hear it: cameo say --avatar \(name) \"Hello\""
            : "a folder; for all recordings in it: cameo check \(name)"
    }
}
