import Events
import Testing

@testable import Debugger

@Suite("What is noticed of a drift")
struct DriftRatingTests {
    @Test(
        "sound that is ahead is noticed from 45 ms on, sound that is behind from 125 ms (ITU-R BT.1359-1)",
        arguments: [
            (0, DriftRating.good), (-45, .good), (125, .good), (-46, .noticeable), (126, .noticeable),
            (-90, .noticeable),
            (185, .noticeable), (-91, .bad), (186, .bad), (-1_000_000_000, .bad), (1_000_000_000, .bad),
        ])
    func classes(milliseconds: Int, expected: DriftRating) {
        #expect(DriftRating(drift: .milliseconds(Int64(milliseconds))) == expected)
    }
}
