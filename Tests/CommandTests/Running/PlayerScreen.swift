import Events
import Foundation
import Frames
import Support

/// Reads the player's screen as a user does.
extension TerminalModel {
    /// The status line, and behind it what is said in rows above it.
    var status: String {
        var said: [String] = []
        var row = size.rows - 2
        while row >= 0, self[CellPoint(column: 0, row: row)].attributes.isReversed {
            said.insert(lines[row].trimmingCharacters(in: .whitespaces), at: 0)
            row -= 1
        }
        return ([lines.last ?? ""] + (said.isEmpty ? [] : [said.joined(separator: " ")])).joined(separator: " ")
    }
    var isPlaying: Bool { status.hasPrefix(" ▶ ") }
    var isPaused: Bool { status.hasPrefix(" ‖ ") }
    /// Whether the status line names this mode; names of clips have the same words in them.
    func shows(mode: String) -> Bool { ["▶", "‖"].contains { status.hasPrefix(" \($0) \(mode) ") } }

    /// Whether the avatar is at home and the statistics say how many messages there were, and how many ended.
    func isHome(after messages: Int, finished: Int) -> Bool {
        guard shows(mode: "idle") else { return false }
        // The columns are as far apart as there is room.
        return lines.contains { line in
            ["message   ", "message "].contains { line.contains("\($0)\(messages), \(finished) finished") }
        }
    }

    /// Base index that the status line names; it follows the clip's name.
    var statusIndex: Int? {
        let words = status.split(separator: " ")
        return words.firstIndex { $0.contains("_s_") || $0.contains("_e_") }.flatMap {
            words.indices.contains($0 + 1) ? Int(words[$0 + 1]) : nil
        }
    }

    var statusClip: String? {
        status.split(separator: " ").first { $0.contains("_s_") || $0.contains("_e_") }.map(String.init)
    }

    /// What the eye sees of a cell: two colors, whichever block character shows them, or text.
    enum Look: Hashable {
        case halves(upper: Color, lower: Color)
        case text(Cell)
    }

    /// All rows but the status line.
    var picture: [[Look]] {
        (0..<max(0, size.rows - 1)).map { row in
            (0..<size.columns).map { column in
                let place = CellPoint(column: column, row: row)
                return halves(at: place).map { .halves(upper: $0.upper, lower: $0.lower) } ?? .text(self[place])
            }
        }
    }

    /// Color of half a cell in the truecolor picture; `nil` where the terminal's own colors, or text, are seen.
    func pixel(_ column: Int, _ y: Int) -> Frames.Color? {
        guard let halves = halves(at: CellPoint(column: column, row: y / 2)),
            case .rgb(let value) = y % 2 == 0 ? halves.upper : halves.lower
        else { return nil }
        return Frames.Color(UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
    }

    /// Where a square picture stands above the status line, in pixels; its upper edge is between two cells. Columns are as
    /// wide as half rows are high.
    var square: PixelRect {
        let (width, height) = (size.columns, (size.rows - 1) * 2)
        let side = min(width, height)
        return PixelRect(
            x: (width - side) / 2, y: (height - side) / 2 & ~1, width: side, height: side)
    }

    /// The base frame that is on screen, known by the color in the picture's corner.
    var shownBase: (clip: String, index: Int)? { pixel(square.minX, square.minY).flatMap(SampleStream.baseFrame) }

    /// The same where the log stands at the right.
    var shownBaseBesideLog: (clip: String, index: Int)? { pixel(size.rows - 1, 0).flatMap(SampleStream.baseFrame) }

    /// Whether the picture fills its place to the last pixel.
    var isPictureWhole: Bool {
        let square = square
        guard !square.isEmpty, let base = pixel(square.minX, square.minY), SampleStream.baseFrame(base) != nil else {
            return false
        }
        let (right, bottom) = (square.maxX - 1, square.maxY - 1)
        let corners = [(right, square.minY), (square.minX, bottom), (right, bottom)]
        guard corners.allSatisfy({ pixel($0.0, $0.1) == base }) else { return false }
        for y in square.minY...bottom {
            for x in square.minX...right where pixel(x, y) == nil { return false }
        }
        return true
    }
}

extension TerminalProgram {
    /// Until the backend is there with all clips of a `SampleStream`. The status line names clips only while they come, which they
    /// may not yet do; in the cache, `cache` in the test's folder, a clip is when it is whole.
    /// - Parameter agents: who have a cache each.
    func waitForClips(of agents: Int = 1) async throws {
        let cache = folder.file("cache")
        try await wait("all clips") { screen in
            guard screen.status.contains("live"), screen.shownBase != nil else { return false }
            let files = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
            return files.count { $0.hasSuffix("/clip.json") && !$0.contains("/.") } == SampleStream.clips.count * agents
        }
    }
}
