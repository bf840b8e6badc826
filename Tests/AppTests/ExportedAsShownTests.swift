import Cells
import Engine
import Events
import Exports
import Foundation
import Frames
import JSON
import Playback
import PlaybackSupport
import Support
import Testing

@testable import App

/// What is exported is what the screen shows.
@Suite struct ExportedAsShownTests {
    private static func tape(in folder: Folder) async throws -> String {
        _ = try await WrittenStream.message().tape(folder.file("stream.cameo"))
        return folder.file("stream.cameo")
    }

    @Test("PNG files are what the player would save, one for each frame, by its number")
    func files() async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let report = try Exporting.run(tape, ExportOptions(output: folder.file("shots/")))
        let shown = try composites(of: tape)
        #expect(report.frames == shown.count && report.unseen == 0 && report.broken == 0)
        let open = try OpenTape(tape)
        defer { open.close() }
        var presenter = FramePresenter(blobs: open.reader)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("shots")).sorted()
        #expect(names.count == shown.count)
        for (ordinal, (_, composite)) in shown {
            let name = "shots/frame-" + String(repeating: "0", count: 6 - String(ordinal).count) + "\(ordinal).png"
            let found = try decodePicture(try folder.bytes(of: name))
            #expect(found == (try presenter.fullPicture(composite)), "\(name)")
        }
    }

    @Test(
        "an asciicast turns a terminal, frame after frame, into the very cells of each picture",
        arguments: ColorDepth.allCases)
    func cast(colors: ColorDepth) async throws {
        let folder = try Folder()
        let tape = try await Self.tape(in: folder)
        let cells = CellSize(columns: 21, rows: 9)
        var options = ExportOptions(output: folder.file("a.cast"))
        options.cast.size = cells
        options.cast.colors = colors
        let report = try Exporting.run(tape, options)
        let shown = try composites(of: tape).sorted { $0.key < $1.key }
        #expect(report.frames == shown.count)
        let lines = try folder.bytes(of: "a.cast").split(separator: 0x0A).map { try JSON.parse($0) }
        let header = try #require(lines.first?.object)
        #expect(header["version"] == .int(2) && header["width"] == .int(21) && header["height"] == .int(9))
        #expect(lines.count == shown.count + 2)

        var terminal = TerminalModel(size: cells)
        terminal.feed("\u{1B}[7;31mwhat stood there\u{1B}[3;3Hbefore")
        let open = try OpenTape(tape)
        defer { open.close() }
        var presenter = FramePresenter(blobs: open.reader)
        let wish = DrawingRequest(area: PictureArea(cells: cells), background: .black)
        let quantizer = Quantizer(depth: colors)
        let start = shown[0].value.record.shown
        for (line, (_, (record, composite))) in zip(lines.dropFirst(), shown) {
            let event = try #require(line.array)
            #expect(event[0] == .double((record.shown - start).seconds) && event[1] == "o")
            terminal.feed(try #require(event[2].string))
            let grid = presenter.draw(DrawnFrame(composite: composite, mode: record.mode), wish)
            let wanted = CellGrid(grid, size: cells, quantizer: quantizer)
            for row in 0..<cells.rows {
                for column in 0..<cells.columns {
                    let place = CellPoint(column: column, row: row)
                    #expect(shows(wanted[place], terminal, at: place), "\(record.ordinal) \(place)")
                }
            }
            #expect(!terminal.isCursorVisible)
        }
        let last = try #require(lines.last?.array)
        terminal.feed(try #require(last[2].string))
        #expect(terminal.isCursorVisible && terminal.attributes == .init() && terminal.unparsed == [])
        #expect(terminal.scrolledLines == 0)
        #expect(last[0] == .double(report.duration.seconds) && header["duration"] == last[0])
    }
}

/// Whether the terminal shows `cell` at `place`.
private func shows(_ cell: Cell, _ terminal: TerminalModel, at place: CellPoint) -> Bool {
    if case .character(let scalar) = cell.upper.meaning {
        return terminal[place].text == String(scalar) && terminal[place].attributes == .init()
    }
    guard let halves = terminal.halves(at: place) else { return false }
    return halves.upper == displayed(cell.upper) && halves.lower == displayed(cell.lower)
}

private func displayed(_ ink: Ink) -> TerminalModel.Color? {
    switch ink.meaning {
    case .rgb(let color): .rgb(color)
    case .background: .defaultBackground
    case .palette256(let index), .palette16(let index): .indexed(index)
    case .character, .text, .unknown: nil
    }
}
