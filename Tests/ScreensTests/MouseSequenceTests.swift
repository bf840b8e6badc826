import Events
import Keys
import Support
import Testing

@testable import Screens

@Suite("What the mouse does while a program is hosted that does not ask for it")
struct MouseSequenceTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static let events: [(String, MouseEvent?)] = [
        ("\u{1B}[<0;3;4M", MouseEvent(.pressed(1), at: CellPoint(column: 2, row: 3))),
        ("\u{1B}[<0;3;4m", MouseEvent(.released, at: CellPoint(column: 2, row: 3))),
        ("\u{1B}[<32;300;1M", MouseEvent(.dragged, at: CellPoint(column: 299, row: 0))),
        ("\u{1B}[<64;1;1M", MouseEvent(.wheelUp, at: .zero)), ("\u{1B}[<65;1;1M", MouseEvent(.wheelDown, at: .zero)),
        ("\u{1B}[<80;1;1M", MouseEvent(.wheelUp, at: .zero)), ("\u{1B}[<2;1;1M", nil), ("\u{1B}[<35;1;1M", nil),
        ("\u{1B}[<0;0;1M", nil), ("\u{1B}[<0;1M", nil),
        ("\u{1B}[<0;99999999999;1M", MouseEvent(.pressed(1), at: CellPoint(column: 65_535, row: 0))),
    ]

    private static let ours: HostKeys.Context = {
        var context = HostKeys.Context()
        context.takesMouse = true
        return context
    }()

    @Test("each is one event or none, and no byte of it is the program's", arguments: events)
    func event(text: String, event: MouseEvent?) {
        var keys = HostKeys(prefix: 0x1D)
        let outputs = keys.take(Self.bytes("a\(text)b"), Self.ours)
        let mouse = event.map { [HostKeys.Output.mouse($0)] } ?? []
        #expect(outputs == [.send([0x61])] + mouse + [.send([0x62])])
    }

    @Test(
        "what looks like a report and is none is the program's",
        arguments: ["[<0;1;1A", "[<0:1;1M", "[<0;<1M", "[0;1;1M"])
    func none(text: String) {
        var keys = HostKeys(prefix: 0x1D)
        let bytes = Self.bytes("\u{1B}\(text)")
        #expect(MouseSequence.event(of: bytes) == nil)
        #expect(keys.take(bytes, Self.ours) == [.send(bytes)])
    }

    @Test("where the program asks for the mouse, and inside of a paste, all bytes are the program's")
    func passing() {
        var keys = HostKeys(prefix: 0x1D)
        let text = Self.bytes("\u{1B}[<0;3;4M")
        #expect(keys.take(text) == [.send(text)])
        let paste = Self.bytes("\u{1B}[200~\u{1B}[<0;3;4M\u{1B}[201~")
        #expect(keys.take(paste, Self.ours) == [.send(paste)])
        #expect(
            keys.take(text, Self.ours) == [.mouse(MouseEvent(.pressed(1), at: CellPoint(column: 2, row: 3)))])
    }

    @Test("cut anywhere it is one event; a lone Esc is not held back, and what else begins like one is sent whole")
    func cut() {
        for text in [
            "\u{1B}[<64;10;20M", "\u{1B}[<64;10;20x", "\u{1B}[A", "\u{1B}[<", "\u{1B}", "\u{1B}[200~x\u{1B}[201~",
        ] {
            let bytes = Self.bytes(text) + Self.bytes("tail")
            for cut in 1..<bytes.count {
                var keys = HostKeys(prefix: 0x1D)
                var outputs = keys.take(Array(bytes[..<cut]), Self.ours)
                if cut == 1 { #expect(outputs == [.send([0x1B])]) }
                outputs += keys.take(Array(bytes[cut...]), Self.ours)
                let sent = outputs.reduce(into: [UInt8]()) { if case .send(let bytes) = $1 { $0 += bytes } }
                let events = outputs.filter { if case .mouse = $0 { true } else { false } }
                if text.hasSuffix("M") {
                    #expect(events == [.mouse(MouseEvent(.wheelUp, at: CellPoint(column: 9, row: 19)))], "\(cut)")
                    // What was sent before anybody knew.
                    let early = cut < 2 ? Array(bytes[..<cut]) : []
                    #expect(sent == early + Self.bytes("tail"), "\(cut)")
                } else {
                    #expect(sent == bytes && events.isEmpty, "\(text.dropFirst()) \(cut)")
                }
            }
        }
    }

    @Test("behind the prefix a report is none of its keys, and many of them at once are no paste")
    func prefixed() {
        var keys = HostKeys(prefix: 0x1D)
        let wheel = HostKeys.Output.mouse(MouseEvent(.wheelUp, at: .zero))
        let report = "\u{1B}[<64;1;1M"
        #expect(
            keys.take(Self.bytes("\u{1D}\(report)cx"), Self.ours) == [
                .prefixed, wheel, .key(.character("c")), .behind([0x78]),
            ])
        let many = String(repeating: report, count: 20)
        let outputs = keys.take(Self.bytes("\(many)\u{1D}c"), Self.ours)
        #expect(outputs.suffix(2) == [.prefixed, .key(.character("c"))] && outputs.count == 22)
        #expect(keys.take(Self.bytes("\u{1D}\u{1B}"), Self.ours) == [.prefixed])
        #expect(keys.release(Self.ours) == [.key(.named(.escape))])
    }

    @Test("cut behind another report its beginning waits, and what nothing follows is a key")
    func held() {
        var keys = HostKeys(prefix: 0x1D)
        let wheel = HostKeys.Output.mouse(MouseEvent(.wheelUp, at: .zero))
        for cut in 1...2 {
            let report = Self.bytes("\u{1B}[<64;1;1M")
            #expect(keys.take(report + report[..<cut], Self.ours) == [wheel])
            #expect(keys.isHolding)
            #expect(keys.take(Array(report[cut...]), Self.ours) == [wheel])
            #expect(!keys.isHolding)
        }
        for text in ["\u{1B}[<", "\u{1B}[<1"] {
            #expect(keys.take([0x1B], Self.ours) == [.send([0x1B])])
            #expect(keys.take(Self.bytes(String(text.dropFirst())), Self.ours) == [])
            #expect(keys.isHolding)
            #expect(keys.release() == [.send(Self.bytes(String(text.dropFirst())))])
            #expect(!keys.isHolding && keys.release() == [])
            #expect(keys.take(Self.bytes("m"), Self.ours) == [.send(Self.bytes("m"))])
        }
    }

    @Test("what is never whole is the program's once it is longer than any key")
    func endless() {
        var keys = HostKeys(prefix: 0x1D)
        let text = Self.bytes("\u{1B}[<" + String(repeating: "1", count: 200))
        #expect(keys.take(Array(text[..<10]), Self.ours) == [])
        #expect(keys.take(Array(text[10...]), Self.ours) == [.send(text)])
    }
}
