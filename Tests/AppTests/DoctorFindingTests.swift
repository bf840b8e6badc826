import Testing
import Typesetting

@testable import App

@Suite struct DoctorFindingTests {
    private static let device = "USB Audio Device (2- Focusrite), Analog Stereo"

    @Test("name, value and source stand beside each other where there is room")
    func wide() {
        let finding = DoctorFinding(name: "colors", value: "truecolor", source: "COLORTERM=truecolor")
        #expect(
            finding.lines(toCells: 80) == ["colors               truecolor                COLORTERM=truecolor"])
        #expect(finding.lines(toCells: 40) == ["colors: truecolor", "  COLORTERM=truecolor"])
    }

    @Test(
        "lines are broken between words alone, and what has to be typed is never broken", arguments: [80, 60, 40, 20])
    func folded(width: Int) {
        let typed = "set -as terminal-features \",*:RGB\""
        let finding = DoctorFinding(
            name: "sound", value: Self.device, source: "asked the sound system",
            cure: .init(says: "If the terminal shows 24-bit color, put these lines into a file:", typed: [typed]))
        let lines = finding.lines(toCells: width)
        #expect(lines.count { $0.contains(Self.device) } == 1)
        #expect(lines.count { $0.hasSuffix(typed) } == 1)
        let words = lines.flatMap { $0.split(separator: " ") }
        for word in (finding.source + " " + (finding.cure?.says ?? "")).split(separator: " ") {
            #expect(words.contains(word), "\(word) at \(width)")
        }
        for line in lines where !line.contains(Self.device) && !line.contains(typed) {
            #expect(TerminalText.cellWidth(of: line) <= width, "\(line)")
        }
    }
}
