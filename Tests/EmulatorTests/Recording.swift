import Emulator
import Events
import Foundation

/// A recorded or generated stream with the places where its screen is worth looking at (`Tests/Emulation/README.md`).
struct Recording {
    struct Place {
        let offset: Int
        /// `nil` where the screen is looked at.
        let resize: CellSize?
    }

    let name: String
    let size: CellSize
    let places: [Place]
    let bytes: [UInt8]

    private struct Line: Decodable {
        var columns: Int?
        var rows: Int?
        var offset: Int?
        var kind: String?
    }

    /// `nil` for a file that is none.
    init?(_ path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let file = [UInt8](data)
        var lines: [Line] = []
        var start = 0
        while let end = file[start...].firstIndex(of: 10), end > start {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(file[start..<end])) else { return nil }
            lines.append(line)
            start = end + 1
        }
        guard let head = lines.first, let columns = head.columns, let rows = head.rows else { return nil }
        size = CellSize(columns: columns, rows: rows)
        places = lines.dropFirst().compactMap { line in
            guard let offset = line.offset else { return nil }
            guard line.kind == "resize", let columns = line.columns, let rows = line.rows else {
                return Place(offset: offset, resize: nil)
            }
            return Place(offset: offset, resize: CellSize(columns: columns, rows: rows))
        }
        bytes = Array(file[(start + 1)...])
        let parts = path.split(separator: "/")
        name = parts.suffix(2).joined(separator: "/")
    }

    /// Feeds a terminal, and calls `look` at each place that is worth it.
    func play(_ look: (_ number: Int, _ offset: Int, VirtualTerminal) -> Void) {
        var terminal = VirtualTerminal(size: size)
        var (fed, number) = (0, 0)
        for place in places {
            terminal.feed(Array(bytes[fed..<place.offset]))
            fed = place.offset
            if let size = place.resize {
                terminal.resize(size)
            } else {
                look(number, place.offset, terminal)
                number += 1
            }
        }
    }
}
