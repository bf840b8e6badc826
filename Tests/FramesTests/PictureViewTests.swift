import Testing

@testable import Frames

@Suite struct PictureViewTests {
    @Test("the views follow one another and come round again")
    func views() {
        let all = PictureView.allCases
        #expect(all.map(\.next) == Array(all.dropFirst()) + [.composite])
        for view in all { #expect(view.next.previous == view) }
    }
}
