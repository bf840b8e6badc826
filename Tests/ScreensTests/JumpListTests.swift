import Debugger
import Events
import Keys
import Panels
import Testing

@testable import Screens

@Suite struct JumpListTests {
    @Test("back and forward go through what was left, and where the way back began")
    func order() {
        var jumps = JumpList()
        for place in [10, 20, 30] { jumps.leave(place) }
        #expect(jumps.go(-1, from: 40) == 30 && jumps.places == [10, 20, 30, 40] && jumps.place == 2)
        #expect(jumps.go(-1, from: 30) == 20 && jumps.go(-1, from: 20) == 10 && jumps.go(-1, from: 10) == nil)
        #expect(jumps.go(1, from: 10) == 20 && jumps.go(9, from: 20) == 40 && jumps.go(1, from: 40) == nil)
        #expect(jumps.go(-9, from: 40) == 10)
    }

    @Test("a jump from the middle cuts nothing: it stands at the end, each place once")
    func middle() {
        var jumps = JumpList()
        for place in [10, 20, 30] { jumps.leave(place) }
        _ = jumps.go(-2, from: 40)
        jumps.leave(20)
        #expect(jumps.places == [10, 30, 40, 20])
        #expect(jumps.go(-1, from: 99) == 20 && jumps.go(-1, from: 20) == 40)
    }

    @Test("nothing was left yet: there is nowhere to go, and nothing is remembered by trying")
    func empty() {
        var jumps = JumpList()
        #expect(jumps.go(-1, from: 5) == nil && jumps.go(1, from: 5) == nil && jumps == JumpList())
    }

    @Test("the last hundred are kept")
    func most() {
        var jumps = JumpList()
        for place in 0..<250 { jumps.leave(place) }
        #expect(jumps.count == 100 && jumps.places.first == 150)
        #expect(jumps.go(-1, from: 400) == 249 && jumps.count == 100 && jumps.places.last == 400)
    }

    // MARK: On the screen

    /// Does what the actions say, as far as the playhead goes.
    private static func follow(_ actions: [ScreenAction], _ screening: inout Screening) {
        for case .go(to: let goal) in actions {
            if case .at(let place) = screening.timeline.find(goal) { screening.timeline.move(to: place) }
        }
    }

    @Test("Ctrl-O goes back to where a jump began, Tab forward again, and a notice says where that is")
    func keys() {
        for command in [Command.toStart, .toggleDebug] {
            var screening = Screening()
            screening.press(command)
            screening.model.stepping.jumps = JumpList()
            let end = screening.timeline.heard
            for frame in ["40", "80", "120"] {
                screening.press(.askPlace)
                Self.follow(screening.type(frame), &screening)
            }
            let places = screening.model.stepping.jumps.places
            #expect(places.count == 3 && places[0] == end)
            let last = screening.timeline.heard
            #expect(screening.press(.control("o")) == [.go(to: .heard(places[2]))])
            #expect(screening.model.notice == "Jump 3 of 4")
            screening.timeline.move(to: places[2])
            #expect(screening.press(.named(.tab)) == [.go(to: .heard(last))])
            #expect(screening.model.notice == "Jump 4 of 4")
            screening.timeline.move(to: last)
            #expect(screening.press(.named(.tab)) == [] && screening.model.notice == "No later jump")
            screening.press(.character("3"))
            #expect(screening.press(.control("o")) == [.go(to: .heard(places[0]))])
            #expect(screening.press(.control("o")) == [] && screening.model.notice == "No earlier jump")
        }
    }

    @Test("what leads far away is a jump, wherever it is chosen")
    func jumps() throws {
        func isJump(_ body: (inout Screening) throws -> Void) rethrows -> Bool {
            var screening = Screening { $0.steps = true }
            screening.change { $0.breakpoints = [Breakpoint(.late)] }
            screening.hear(.began)
            screening.say(3)
            screening.hear(.panelsDue)
            #expect(screening.model.stepping.jumps.count == 0)
            screening.timeline.move(to: 300)
            try body(&screening)
            return screening.model.stepping.jumps.places == [300]
        }
        for command in [Command.toStart, .toEnd, .runForward, .runBack, .chunkForward, .chunkBack, .goLive] {
            #expect(isJump { $0.press(command) }, "\(command)")
        }
        #expect(
            isJump {
                $0.press(.character("5"))
                $0.press(.named(.enter))
            })
        #expect(
            isJump {
                $0.press(.character("5"))
                $0.press(.character("."))
            })
        #expect(
            isJump {
                $0.press(.character("2"))
                $0.press(.named(.right))
            })
        #expect(
            isJump {
                $0.press(.search)
                $0.type("line")
            })
        #expect(
            isJump {
                $0.hear(.marks([Mark(time: Instant(seconds: 2), name: "a", note: "")]))
                $0.press(.marks)
                $0.press(.named(.enter))
            })
        #expect(
            isJump {
                $0.press(.why)
                $0.press(.named(.enter))
            })
        #expect(
            try isJump {
                let rect = try #require($0.model.layout($0.played)[.timeline])
                let cell = CellPoint(column: rect.origin.column + rect.size.columns / 2, row: rect.origin.row + 2)
                $0.press(.mouse(MouseEvent(.pressed(1), at: cell)))
            })
        for command in [Command.frameForward, .frameBack, .eventForward, .secondsForward, .nextView, .togglePause] {
            #expect(!isJump { $0.press(command) }, "\(command)")
        }
    }

    @Test("live the way back leads to what was the edge then, and forward to what is played now is a place, too")
    func live() {
        var screening = Screening { $0.source = .live(isInsecure: false) }
        screening.change { ($0.isGrowing, $0.links[.main]) = (true, .connected(.webSocket)) }
        let edge = screening.timeline.heard
        #expect(screening.press(.toStart) == [.go(to: .start)])
        screening.timeline.move(to: 200)
        // What comes meanwhile changes no place.
        screening.say(10)
        #expect(screening.press(.control("o")) == [.go(to: .heard(edge))] && screening.model.notice == "Jump 1 of 2")
        screening.timeline.move(to: edge)
        #expect(screening.press(.named(.tab)) == [.go(to: .heard(200))])
        screening.timeline.move(to: 200)
        #expect(screening.press(.goLive) == [.goLive])
        screening.timeline.moveToEdge()
        #expect(screening.press(.control("o")) == [.go(to: .heard(200))])
    }

    @Test("a chunk that begins with the next frame is a step, and no jump")
    func nextFrame() throws {
        var screening = Screening()
        let start = try #require(screening.timeline.find(.chunk(0)).place)
        screening.timeline.move(to: try #require(screening.timeline.find(.frames(-1), from: start).place))
        #expect(screening.press(.chunkForward) == [.go(to: .chunks(1))] && screening.model.stepping.jumps.count == 0)
        screening.timeline.move(to: start)
        #expect(screening.press(.chunkForward) == [.go(to: .chunks(1))] && screening.model.stepping.jumps.count == 1)
    }
}
