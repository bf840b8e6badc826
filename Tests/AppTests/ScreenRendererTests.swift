import Events
import Keys
import Screens
import Testing

@testable import App

@Suite("When the screen is drawn")
@MainActor
struct ScreenRendererTests {
    private let run: ScreenRun
    private var screen: KeptScreen { run.screen }

    init() async throws {
        run = try await ScreenRun()
        run.perform(.go(to: .time(Instant(seconds: 1))))
        run.draw()
    }

    @Test("what is on screen already is not drawn again, however long that lasts")
    func nothingNew() {
        #expect(screen.contents.count == 1 && screen.painted[0] > 0)
        for hour in 1...3 { run.draw(at: Int64(hour) * 3_600_000) }
        #expect(screen.contents.count == 1 && run.renderer.nextWake == nil)
    }

    @Test("another model is drawn at once, and once")
    func model() {
        let keys: [Key] = [.character("?"), .named(.escape), .character("l")]
        for (number, key) in keys.enumerated() {
            run.hear([.key(key)])
            run.draw()
            run.draw()
            #expect(screen.contents.count == number + 2, "\(key)")
        }
        #expect(screen.contents[1].popups != screen.contents[0].popups)
    }

    @Test(
        "what is played otherwise is drawn at once, and once",
        arguments: [
            .setSpeed(50), .setMuted(true), .setVolume(30), .setBreakpoints([]), .togglePause, .go(to: .frames(1)),
            .go(to: .events(-1)),
        ] as [ScreenAction])
    func played(action: ScreenAction) {
        run.perform(action)
        // Playing, it would stand at another place each time.
        let place = run.owners.played.position
        for _ in 0..<2 { run.draw { $0.position = place } }
        #expect(screen.contents.count == 2)
    }

    @Test("a step is shown by picture and panels together")
    func step() {
        run.perform(.go(to: .frames(1)))
        run.draw()
        #expect(screen.contents.count == 2 && screen.contents[1] != screen.contents[0] && screen.painted[1] > 0)
    }

    @Test("while it plays the picture is drawn with each frame, and the panels when they have their turn")
    func moving() throws {
        func play(at milliseconds: Int64) { run.draw(at: milliseconds) { $0.isPaused = false } }
        play(at: 0)
        let before = screen.contents.count
        run.perform(.go(to: .frames(1)))
        play(at: 10)
        #expect(screen.contents.count == before + 1 && screen.painted[before] > 0)
        #expect(screen.contents[before] == screen.contents[before - 1])
        let due = try #require(run.renderer.nextWake)
        #expect(due > Instant.zero + .milliseconds(10))
        play(at: due.microseconds / 1_000)
        #expect(screen.contents.count == before + 2 && screen.contents[before + 1] != screen.contents[before])
    }

    @Test("a terminal that has not taken all yet, or is not ours, gets nothing; then it gets what there is by then")
    func busy() {
        for state in [\KeptScreen.isIdle, \.isActive] as [ReferenceWritableKeyPath<KeptScreen, Bool>] {
            let before = screen.contents.count
            screen[keyPath: state] = false
            for _ in 0..<3 {
                run.perform(.go(to: .frames(1)))
                run.draw()
                #expect(run.renderer.nextWake == nil)
            }
            #expect(screen.contents.count == before)
            screen[keyPath: state] = true
            run.draw()
            run.draw()
            #expect(screen.contents.count == before + 1)
        }
    }

    @Test("of a terminal that may show anything nothing is believed: all of the picture is painted again")
    func forget() {
        run.hear([.key(.character("?"))])
        run.hear([.key(.named(.escape))])
        run.renderer.forget()
        run.draw()
        #expect(screen.contents.count == 2 && screen.painted[1] == screen.painted[0])
        // As against panels that are drawn again beside a picture that stays.
        run.perform(.setSpeed(50))
        run.draw()
        #expect(screen.contents.count == 3 && screen.painted[2] == 0)
    }

    @Test("lines of the log that are others than they were are drawn")
    func log() {
        run.renderer.forgetLog()
        run.draw()
        #expect(screen.contents.count == 2)
    }
}
