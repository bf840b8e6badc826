import Cells
import Events
import Support
import Testing

extension InTmux {
    /// The painter's bytes as another program understands them.
    @Suite(.serialized) struct PaintTests {
        private static let columns = 60
        private static let rows = 20

        /// A sequence of frames: noise, then changes of every size, as different from another as the seed wants.
        private static func frames(seed: UInt64) -> [[UInt8]] {
            var random = SplitMix64(seed: seed)
            let (width, height) = (columns, rows * 2)
            var frame = (0..<width * height * 3).map { _ in UInt8(random.below(256)) }
            if random.isOneIn(2) { frame = [UInt8](repeating: UInt8(random.below(256)), count: frame.count) }
            var all = [frame]
            for _ in 0..<random.below(12) {
                for _ in 0...random.below(6) { change(&frame, width, height, &random) }
                all.append(frame)
            }
            return all
        }

        private static func change(_ frame: inout [UInt8], _ width: Int, _ height: Int, _ random: inout SplitMix64) {
            let (x, y) = (random.below(width), random.below(height))
            let (right, bottom) = (min(width, x + 1 + random.below(30)), min(height, y + 1 + random.below(20)))
            let isFlat = random.isOneIn(2)
            let flat = (0..<3).map { _ in UInt8(random.below(256)) }
            for row in y..<bottom {
                for column in x..<right {
                    for channel in 0..<3 {
                        frame[(row * width + column) * 3 + channel] = isFlat ? flat[channel] : UInt8(random.below(256))
                    }
                }
            }
        }

        private func paint(_ frames: [[UInt8]], _ options: String) async throws -> Tmux {
            let folder = try Folder()
            try folder.write(frames.joined(), to: "frames.rgb")
            let size = "\(Self.columns)x\(Self.rows * 2)"
            return try await Tmux(
                "'\(try Program.path())' paint --pixels \(size) --fps max --hold \(options) frames.rgb",
                columns: Self.columns, rows: Self.rows, in: folder)
        }

        /// Ends it, and reads the figures that it prints then.
        private func finish(_ tmux: Tmux, frames: Int) async throws {
            try await tmux.type("q")
            try await tmux.wait("the figures") { $0.lines.contains { $0.hasPrefix("\(frames) frames, 0 dropped, ") } }
            #expect(await tmux.waitForStatus() == 0)
        }

        @Test("the last of a sequence of frames is on screen to the pixel", arguments: UInt64(1)...6)
        func exact(seed: UInt64) async throws {
            let frames = Self.frames(seed: seed)
            let tmux = try await paint(frames, "--colors truecolor")
            let last = try #require(frames.last)
            try await tmux.wait("the last frame") { screen in
                (0..<Self.rows * 2).allSatisfy { (y: Int) in
                    (0..<Self.columns).allSatisfy { (x: Int) in
                        let place = (y * Self.columns + x) * 3
                        guard let pixel = screen.pixel(x, y) else { return false }
                        return [pixel.red, pixel.green, pixel.blue] == Array(last[place..<place + 3])
                    }
                }
            }
            try await finish(tmux, frames: frames.count)
        }

        @Test("with 256 colors the quantized frame is on screen", arguments: UInt64(11)...13)
        func quantized(seed: UInt64) async throws {
            let frames = Self.frames(seed: seed)
            let tmux = try await paint(frames, "--colors 256")
            let last = try #require(frames.last)
            let pixels = PixelGrid(rgb24: last, size: PixelSize(width: Self.columns, height: Self.rows * 2))
            let cells = CellGrid(
                try #require(pixels), size: CellSize(columns: Self.columns, rows: Self.rows),
                quantizer: Quantizer(depth: .palette256))
            try await tmux.wait("the last frame") { screen in
                (0..<Self.rows).allSatisfy { row in
                    (0..<Self.columns).allSatisfy { column in
                        let place = CellPoint(column: column, row: row)
                        guard let halves = screen.halves(at: place) else { return false }
                        return Self.is(halves.upper, cells[place].upper) && Self.is(halves.lower, cells[place].lower)
                    }
                }
            }
            try await finish(tmux, frames: frames.count)
        }

        private static func `is`(_ color: TerminalModel.Color, _ ink: Ink) -> Bool {
            guard case .indexed(let index) = color else { return false }
            return ink.meaning == .palette256(index)
        }
    }
}
