import Cells
import Events
import Files
import Frames
import Keys
import Playback
import Terminal
import Typesetting

/// What `cameo paint` was asked to do.
package struct PaintOptions: Sendable {
    package var size: PixelSize
    /// Frames a second; `nil`: each one as soon as the terminal has taken the one before.
    package var rate: Int?
    package var terminal = TerminalChoices()
    package var tolerance = 0
    /// Keep the last frame on screen until a key is pressed.
    package var holds = false

    package init(size: PixelSize) { self.size = size }
}

/// Figures of a run of `cameo paint`.
package struct PaintReport: Sendable {
    package var painted = 0
    package var dropped = 0
    package var bytes = 0
    package var painting = Duration.zero

    /// One line for people.
    package var text: String {
        let milliseconds = painted == 0 ? 0 : painting / .milliseconds(1) / Double(painted)
        return "\(plural(painted, "frame")), \(dropped) dropped, \(bytes) bytes, \(milliseconds.fixed(3)) ms per frame"
    }
}

/// Paints raw frames in the whole terminal.
@MainActor
final class PaintLoop {
    private enum Message: Sendable {
        case terminal(TerminalEvent)
        case frame([UInt8])
        case end(Result<Void, CommandError>)
        case wake
    }

    private let options: PaintOptions
    private let screen: Screen
    private let mailbox = Mailbox<Message>()
    private let clock = SessionClock()
    private var pace: FramePace?
    private var painter: Painter
    /// Those that the painter is for.
    private var capabilities: Capabilities
    private var frame: [UInt8]?
    private var isFramePainted = true
    private var frameNumber = -1
    /// Frames that have been read and wait for their turn, and how many more are being read.
    private var ahead: [[UInt8]] = []
    private var readingCount = 0
    private var end: Result<Void, CommandError>?
    private var ending: Ending?
    private let wakes: WakeTimer
    private(set) var report = PaintReport()

    /// Takes the terminal; `run` gives it back.
    init(_ options: PaintOptions, device: TerminalDevice) throws {
        self.options = options
        pace = options.rate.map(FramePace.init)
        let mailbox = mailbox
        wakes = WakeTimer { mailbox.post(.wake) }
        screen = try Screen(device, options.terminal) { mailbox.post(.terminal($0)) }
        capabilities = screen.capabilities
        painter = capabilities.painter
        painter.tolerance = options.tolerance
        if let words = capabilities.substitution { StandardError.write("cameo: \(TerminalText.visible(words))") }
    }

    /// Paints the frames of `source` until it ends or somebody quits.
    /// - Throws: `CommandError`, when the input is no whole number of frames.
    func run(_ source: RawFrames) async throws -> Ending {
        defer { screen.stop() }
        let mailbox = mailbox
        let (requests, reader) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await count in requests {
                    for _ in 0..<count { mailbox.post(Self.read(source)) }
                }
            }
            defer {
                group.cancelAll()
                wakes.cancel()
                reader.finish()
            }
            ask(reader)
            return try await mailbox.serve { message in
                self.receiveMessage(message)
                if self.ending == nil { try self.paint(reader) }
                return self.ending
            }
        }
    }

    private nonisolated static func read(_ source: RawFrames) -> Message {
        do throws(CommandError) {
            return try source.next().map { .frame($0) } ?? .end(.success(()))
        } catch {
            return .end(.failure(error))
        }
    }

    private func receiveMessage(_ message: Message) {
        switch message {
        case .frame(let bytes):
            readingCount -= 1
            ahead.append(bytes)
        case .end(let result): end = end ?? result
        case .wake: break
        case .terminal(.outputReady): screen.flush()
        case .terminal(.inputReady):
            receiveKeys(screen.readKeys())
            followCapabilities()
        case .terminal(.closed): ending = .closed
        case .terminal(.signal(.windowChanged)):
            screen.resize()
            isFramePainted = frame == nil
        case .terminal(.signal(.stopRequested)):
            let stopped = clock.now
            screen.suspend()
            pace?.stand(from: stopped, to: clock.now)
            isFramePainted = frame == nil
        case .terminal(.signal(.continued)):
            screen.takeBack()
            isFramePainted = frame == nil
        case .terminal(.signal(.endRequested(let number))): ending = .signal(number)
        }
    }

    /// The terminal may have answered late.
    private func followCapabilities() {
        guard capabilities != screen.capabilities else { return }
        capabilities = screen.capabilities
        painter = capabilities.painter
        painter.tolerance = options.tolerance
        isFramePainted = frame == nil
    }

    private func receiveKeys(_ keys: [Key]) {
        for key in keys where key == .character("q") || key == .control("c") || (end != nil && options.holds) {
            ending = .quit
        }
    }

    /// Paints what is there once the terminal has taken all before, and asks for the next frame when that is due.
    private func paint(_ reader: AsyncStream<Int>.Continuation) throws(CommandError) {
        // Until the terminal is busy: what it took at once is followed by no message.
        repeat {
            takeNextFrame()
            guard screen.isIdle, !isFramePainted, let frame else { break }
            show(frame)
        } while screen.isIdle
        if let end {
            guard ahead.isEmpty, isFramePainted, screen.isIdle else { return }
            try end.get()
            if !options.holds { ending = ending ?? .quit }
        } else if let pace {
            wait(until: pace.due(frameNumber + 1), reader)
        } else if ahead.count < framesAtOnce {
            // Read while the terminal takes this one.
            ask(reader)
        }
    }

    /// At a rate the newest frame wins; without one each waits for its turn.
    private func takeNextFrame() {
        while !ahead.isEmpty, options.rate != nil || (isFramePainted && screen.isIdle) {
            if !isFramePainted { report.dropped += 1 }
            frame = ahead.removeFirst()
            frameNumber += 1
            isFramePainted = false
        }
    }

    private func wait(until due: Instant, _ reader: AsyncStream<Int>.Continuation) {
        let now = clock.now
        if now >= due { ask(reader) } else { wakes.wake(at: due, now: now) }
    }

    /// Several small ones at a time, since each answer may wake this loop.
    private var framesAtOnce: Int {
        options.rate == nil ? max(1, min(8, (1 << 20) / (options.size.count * 3))) : 1
    }

    private func ask(_ reader: AsyncStream<Int>.Continuation) {
        guard readingCount == 0, end == nil else { return }
        readingCount = framesAtOnce
        reader.yield(framesAtOnce)
    }

    private func show(_ frame: [UInt8]) {
        let cells = screen.window.cells
        let rect = CellRect(origin: .zero, size: cells)
        var count = 0
        let started = ContinuousClock.now
        let grid = grid(frame, cells)
        screen.present(ScreenContent(picture: rect), hosted: nil) { _, request, bytes in
            painter.follow(request, on: cells)
            let before = bytes.count
            if let grid { painter.paint(grid, into: &bytes) }
            count = bytes.count - before
        }
        report.painting += .now - started
        report.painted += 1
        report.bytes += count
        isFramePainted = true
    }

    /// One to one where the frames fit the terminal exactly, else scaled to fit.
    private func grid(_ frame: [UInt8], _ cells: CellSize) -> PixelGrid? {
        if options.size.width == cells.columns, (options.size.height + 1) / 2 == cells.rows {
            return PixelGrid(rgb24: frame, size: options.size)
        }
        let pixels = screen.capabilities.cellPixels.value
        let area = PictureArea(cells: cells, cell: CellShape(width: pixels.width, height: pixels.height) ?? .usual)
        var rgba = [UInt8](repeating: 255, count: options.size.count * 4)
        for pixel in 0..<options.size.count {
            for channel in 0..<3 { rgba[pixel * 4 + channel] = frame[pixel * 3 + channel] }
        }
        return PixelGrid(showing: Picture(size: options.size, bytes: rgba), in: area, over: .black)
    }
}

/// When each frame is due at a fixed rate, on a clock that can be made to stand.
struct FramePace {
    private let framesPerSecond: Int
    private var stood = TimeSpan.zero

    init(framesPerSecond: Int) { self.framesPerSecond = framesPerSecond }

    /// Session time; frames are counted from 0.
    func due(_ frame: Int) -> Instant {
        Instant(microseconds: Int64(frame) * 1_000_000 / Int64(framesPerSecond)) + stood
    }

    /// Nothing was due in this time: what follows comes as much later.
    mutating func stand(from start: Instant, to end: Instant) { stood = stood + (end - start) }
}
