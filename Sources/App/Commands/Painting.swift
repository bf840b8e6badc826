import Events
import Platform
import Terminal

/// `cameo paint`.
package enum Painting {
    /// - Parameter path: of raw rgb24 frames; `-` is standard input, keys then come from the terminal.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func paint(_ path: String, _ options: PaintOptions) async throws -> (Ending, PaintReport) {
        do {
            let device = try TerminalDevice(readsKeysFromTerminal: path == "-")
            let frames = try RawFrames(path: path, size: options.size)
            let loop = try PaintLoop(options, device: device)
            return (try await loop.run(frames), loop.report)
        } catch {
            throw CommandError(error)
        }
    }
}

/// Raw rgb24 frames from a file or from standard input, read on whatever thread asks. One reader at a time.
struct RawFrames: Sendable {
    private let descriptor: Int32
    private let name: String
    private let frameBytes: Int

    /// - Throws: `CommandError.unusable` when the file cannot be opened.
    init(path: String, size: PixelSize) throws(CommandError) {
        name = path == "-" ? "standard input" : path
        frameBytes = size.count * 3
        descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unusable("\(name): \(errorWords())") }
    }

    /// The next whole frame; `nil` at the end.
    /// - Throws: `CommandError.unusable` when the input ends inside a frame or cannot be read.
    func next() throws(CommandError) -> [UInt8]? {
        var failure: Int32 = 0
        let frame = [UInt8](unsafeUninitializedCapacity: frameBytes) { buffer, count in
            while count < frameBytes, isReadable() {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                guard let got = Descriptor.read(descriptor, into: rest) else {
                    failure = errno
                    return
                }
                guard got > 0 else { return }
                count += got
            }
        }
        if failure != 0 { throw .unusable("\(name): \(errorWords(failure))") }
        if frame.isEmpty { return nil }
        guard frame.count == frameBytes else {
            if Task.isCancelled { return nil }
            throw .unusable("\(name): ends inside a frame: expected \(frameBytes) bytes, found \(frame.count)")
        }
        return frame
    }

    /// Waits for input without being deaf to canceling, which a blocking read would be. `false` when canceled.
    private func isReadable() -> Bool {
        while !Task.isCancelled {
            // A failure is for `read` to report.
            if Descriptor.wait(descriptor, POLLIN, milliseconds: 20) != 0 { return true }
        }
        return false
    }
}
