import Events
import Support
import Testing
import Typesetting

@testable import Panels

@Suite struct LanePiecesTests {
    /// Each token looked for wherever it may be.
    private func searched(_ lane: LaneText) -> [LanePieces.Piece] {
        var pieces: [LanePieces.Piece] = []
        var rest = Substring(TerminalText.visible(lane.text))
        for (index, token) in lane.tokens.enumerated() {
            let token = TerminalText.visible(token)
            if let found = rest.firstRange(of: token) {
                let gap = String(rest[..<found.lowerBound])
                if !gap.allSatisfy(\.isWhitespace) {
                    pieces.append(.gap(gap))
                } else if !gap.isEmpty, index > 0 {
                    pieces.append(.gap(" "))
                }
                rest = rest[found.upperBound...]
            } else if index > 0 {
                pieces.append(.gap(" "))
            }
            pieces.append(.token(index, token))
        }
        if !rest.allSatisfy(\.isWhitespace) { pieces.append(.gap(String(rest))) }
        return pieces
    }

    @Test("tokens are found where a search of all of the text finds them, whatever is in it", arguments: 0..<40)
    func found(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let parts = ["a", "b", "ab", " ", "  ", "é", "e\u{301}", "\u{301}", "的", "🇪🇸", "🇪", ".", "\u{200D}", "\t"]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }
                .joined()
        }
        for _ in 0..<250 {
            let tokens = (0..<Int.random(in: 0...5, using: &chance)).map { _ in text(3) }
            let isJoined = Bool.random(using: &chance)
            let lane = LaneText(isJoined ? tokens.joined(separator: " ") : text(12), tokens: tokens)
            #expect(LanePieces(lane).pieces == searched(lane), "\(lane.text.debugDescription) \(tokens)")
        }
    }
}
