import Events
import Files
import Foundation
import PlaybackSupport
import Screens
import Support
import Testing

@testable import App

@Suite("How tapes were left")
struct ViewShelfTests {
    private let folder: Folder
    private let shelf: ViewShelf
    private var views: String { "state/cameo/views" }

    init() throws {
        folder = try Folder()
        shelf = try #require(ViewShelf(["XDG_STATE_HOME": folder.file("state")]))
    }

    private func tape(_ number: Int = 0) throws -> String {
        try folder.write("{\"t\":\(number),\"event\":\"odd\",\"data\":1}\n", to: "call-\(number).ndjson")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file(views)).sorted()
    }

    @Test("a tape comes back as it was left, under another name as well")
    func kept() throws {
        let tape = try tape()
        #expect(try shelf.read(tape) == nil)
        var view = SavedView()
        for (option, text) in [(SavedView.Option.at, "4:0.24"), (.view, "difference")] {
            let isTaken = view.take(text, for: option)
            #expect(isTaken)
        }
        shelf.keep(view, isStepping: true, of: tape)
        let copy = folder.file("moved.ndjson")
        try FileManager.default.copyItem(atPath: tape, toPath: copy)
        for path in [tape, copy] {
            let left = try #require(try shelf.read(path))
            #expect(left.view == view && left.isStepping)
        }
        // The last one counts, and there is no other file.
        shelf.keep(SavedView(), isStepping: false, of: copy)
        #expect(try shelf.read(tape)?.view == SavedView() && names().count == 1)
        #expect(shelf.recentTapes() == [OpenFolder.realPath(of: copy)])
        try FileManager.default.removeItem(atPath: copy)
        #expect(shelf.recentTapes().isEmpty)
    }

    @Test(
        "a file that is none of these is said to be, and stays as it is",
        arguments: [
            "", "{", "[]", "{\"tape\":1,\"view\":{}}", "{\"tape\":\"/x\"}", String(repeating: " ", count: 70_000),
        ])
    func strange(text: String) throws {
        let tape = try tape()
        shelf.keep(SavedView(), isStepping: true, of: tape)
        let name = try #require(try names().first)
        try folder.write(text, to: "\(views)/\(name)")
        let error = #expect(throws: CommandError.self) { try shelf.read(tape) }
        #expect(error?.reason.contains(name) == true && error?.reason.contains("\n") == false)
        #expect(try folder.text(of: "\(views)/\(name)") == text && shelf.recentTapes().isEmpty)
    }

    @Test("beyond as many as are kept the oldest go")
    func oldest() throws {
        let first = try tape(0)
        shelf.keep(SavedView(), isStepping: true, of: first)
        let name = try #require(try names().first)
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder.file("\(views)/\(name)"))
        for number in 1...ViewShelf.most { shelf.keep(SavedView(), isStepping: true, of: try tape(number)) }
        #expect(try names().count == ViewShelf.most && shelf.read(first) == nil)
    }
}
