import Cells
import Events
import Frames
import Terminal

/// What `cameo paint` was asked to do.
package struct PaintOptions: Sendable {
    package var size: PixelSize
    /// Frames a second; `nil`: each one as soon as the terminal has taken the one before.
    package var rate: Int?
    package var colors: ColorDepth?
    package var blocks = BlockStyle.any
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
        let thousandths = Int((milliseconds * 1_000).rounded())
        let fraction = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(painted) frames, \(dropped) dropped, \(bytes) bytes, \(thousandths / 1_000).\(fraction) ms a frame"
    }
}

/// Paints raw frames in the whole terminal.
@MainActor
package final class PaintLoop {
    private enum Message: Sendable {
        case terminal(TerminalEvent)
        case frame([UInt8]?)
        case failed(AppError)
        case wake
    }

    private let options: PaintOptions
    private let screen: Screen
    private let messages: AsyncStream<Message>
    private let post: AsyncStream<Message>.Continuation
    private let clock = SessionClock()
    private var painter: Painter
    private var frame: [UInt8]?
    private var isFramePainted = true
    private var frameNumber = -1
    private var isReading = false
    private var hasEnded = false
    private var ending: Ending?
    private var wake: Task<Void, Never>?
    package private(set) var report = PaintReport()

    /// Takes the terminal; `run` gives it back.
    package init(_ options: PaintOptions, device: TerminalDevice) throws {
        self.options = options
        (messages, post) = AsyncStream.makeStream()
        let post = post
        screen = try Screen(device, colors: options.colors) { post.yield(.terminal($0)) }
        painter = Painter(depth: screen.capabilities.colors.value, style: options.blocks)
        painter.tolerance = options.tolerance
    }

    /// Paints the frames of `source` until it ends or somebody quits.
    /// - Throws: `AppError`, when the input is no whole number of frames.
    package func run(_ source: RawFrames) async throws -> Ending {
        defer { screen.stop() }
        let post = post
        // One frame is read while the one before is painted; never more, however fast the source is.
        let (requests, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in requests { post.yield(Self.read(source)) }
            }
            defer {
                group.cancelAll()
                wake?.cancel()
                reader.finish()
                post.finish()
            }
            request(from: reader)
            for await message in messages {
                try take(message)
                if let ending { return ending }
                paint(reader)
                // After the last frame nothing more may come.
                if let ending { return ending }
            }
            return .closed
        }
    }

    private nonisolated static func read(_ source: RawFrames) -> Message {
        do throws(AppError) {
            return .frame(try source.next())
        } catch {
            return .failed(error)
        }
    }

    private func take(_ message: Message) throws(AppError) {
        switch message {
        case .failed(let error): throw error
        case .frame(let bytes): take(frame: bytes)
        case .wake: wake = nil
        case .terminal(.outputReady): screen.flush()
        case .terminal(.inputReady): take(screen.readKeys())
        case .terminal(.closed): ending = .closed
        case .terminal(.signal(.windowChanged)):
            screen.resize()
            isFramePainted = frame == nil
        case .terminal(.signal(.stopRequested)):
            screen.suspend()
            isFramePainted = frame == nil
        case .terminal(.signal(.continued)):
            screen.takeBack()
            isFramePainted = frame == nil
        case .terminal(.signal(.endRequested(let number))): ending = .signal(number)
        }
    }

    private func take(frame bytes: [UInt8]?) {
        isReading = false
        guard let bytes else {
            hasEnded = true
            return
        }
        if !isFramePainted { report.dropped += 1 }
        frame = bytes
        frameNumber += 1
        isFramePainted = false
    }

    private func take(_ keys: [Key]) {
        for key in keys where key == .character("q") || key == .control("c") || (hasEnded && options.holds) {
            ending = .quit
        }
    }

    /// Paints what is there once the terminal has taken all before, and asks for the next frame when that is due.
    private func paint(_ reader: AsyncStream<Void>.Continuation) {
        if screen.isIdle, !isFramePainted, let frame { show(frame) }
        if hasEnded {
            if isFramePainted, screen.isIdle, !options.holds { ending = ending ?? .quit }
            return
        }
        guard let rate = options.rate else {
            // The next one is read while the terminal takes this one.
            if isFramePainted { request(from: reader) }
            return
        }
        let due = Instant(microseconds: Int64(frameNumber + 1) * 1_000_000 / Int64(rate))
        if clock.now >= due {
            request(from: reader)
        } else if wake == nil {
            let (moment, post) = (clock.moment(due), post)
            wake = Task {
                try? await Task.sleep(until: moment, clock: .continuous)
                if !Task.isCancelled { post.yield(.wake) }
            }
        }
    }

    private func request(from reader: AsyncStream<Void>.Continuation) {
        guard !isReading else { return }
        isReading = true
        reader.yield()
    }

    private func show(_ frame: [UInt8]) {
        let cells = screen.window.cells
        let rect = CellRect(origin: .zero, size: cells)
        var count = 0
        let started = ContinuousClock.now
        let grid = grid(frame, cells)
        screen.present(ScreenContent(picture: rect)) { request, bytes in
            painter.place(request.rect, on: cells)
            if request.lost == .everything { painter.forgetAll() }
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
        let placement = Placement(of: options.size, in: area)
        guard let scaler = placement.scaler else { return nil }
        var rgba = [UInt8](repeating: 255, count: options.size.count * 4)
        for pixel in 0..<options.size.count {
            for channel in 0..<3 { rgba[pixel * 4 + channel] = frame[pixel * 3 + channel] }
        }
        let image = scaler.scale(Picture(size: options.size, bytes: rgba), over: .black)
        var grid = PixelGrid(filling: cells)
        grid.blit(image.bytes, as: .rgba, size: image.size, into: placement.target)
        return grid
    }
}
