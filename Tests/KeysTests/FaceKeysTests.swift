import Testing

@testable import Keys

@Suite("Keys of the face alone")
struct FaceKeysTests {
    @Test("they are few, do what they do on all screens, and none is of the debugger")
    func few() {
        #expect(KeyMap.face.rows.count <= 16 && KeyMap.face.rows.allSatisfy { KeyMap.standard.rows.contains($0) })
        for key in ["q", " ", "m", "u", "U", "c"] as [Character] {
            #expect(KeyMap.face.command(for: .character(key)) == KeyMap.standard.command(for: .character(key)))
        }
        #expect(KeyMap.face.command(for: .control("c")) == .quit)
        for key in ["d", "l", "i", "t", "x", ".", ">"] as [Character] {
            #expect(KeyMap.face.command(for: .character(key)) == nil)
        }
        // Digits go to a tenth on other screens.
        #expect(!KeyMap.face.has(.tenth(5)) && ScreenKeys()[.face] == .face)
    }
}
