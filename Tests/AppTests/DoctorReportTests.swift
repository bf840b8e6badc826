import Terminal
import Testing
import Typesetting

@testable import App

@MainActor
@Suite struct DoctorReportTests {
    private func cures(
        _ environment: [String: String], isColorAsked: Bool = false
    ) -> [String: DoctorFinding.Cure] {
        var evidence = Capabilities.Evidence()
        evidence.environment = environment
        let findings = DoctorReport.terminal(
            Capabilities(evidence), evidence.window, isColorAsked: isColorAsked, environment)
        return findings.reduce(into: [:]) { $0[$1.name] = $1.cure }
    }

    @Test("fewer colors have a cure, which in tmux is another one")
    func colors() {
        #expect(cures([:])["colors"]?.typed == ["export COLORTERM=truecolor"])
        #expect(cures(["NO_COLOR": "1"])["colors"]?.typed == ["unset NO_COLOR"])
        #expect(
            cures(["TMUX": "/tmp/x,1,0"])["colors"]?.typed == [
                "set -as terminal-features \",*:RGB\"", "set-environment -g COLORTERM truecolor",
            ])
        #expect(cures(["COLORTERM": "truecolor"])["colors"] == nil)
        #expect(cures([:], isColorAsked: true)["colors"] == nil)
        // The console has no more.
        #expect(cures(["TERM": "linux"])["colors"] == nil)
    }

    @Test("where COLORTERM came from outside, tmux is asked whether it passes on what is sent")
    func tmux() {
        #expect(TmuxCheck.finding(.truecolor, "256,title").cure?.typed.first == "set -as terminal-features \",*:RGB\"")
        #expect(TmuxCheck.finding(.truecolor, "256,RGB,title").cure == nil)
        #expect(TmuxCheck.finding(.truecolor, nil).cure != nil && TmuxCheck.finding(.palette256, nil).cure == nil)
        // Said already, of the colors.
        #expect(TmuxCheck.finding(.palette256, "256").cure == nil)
    }

    @Test("a locale that is not there has a cure that is; one that is no UTF-8 says what is written")
    func locale() {
        let missing = LocaleCheck.finding(Locale.OfUser(name: "xx_YY.UTF-8", codeset: nil))
        #expect(missing.source == "not installed" && missing.cure?.typed == ["export LC_ALL=C.UTF-8"])
        let old = LocaleCheck.finding(Locale.OfUser(name: "de_DE", codeset: "ISO-8859-1"))
        #expect(old.source.contains("ISO-8859-1") && !old.isDetail && old.cure == nil)
        #expect(LocaleCheck.finding(Locale.OfUser(name: "C.UTF-8", codeset: "UTF-8")).isDetail)
    }

    @Test("a small screen holds what is to be known, whatever is missing; everything is said where there is room")
    func rows() {
        var evidence = Capabilities.Evidence()
        evidence.environment = ["TERM": "xterm-256color"]
        evidence.terminfoColors = 256
        let found = Capabilities(evidence)
        let findings =
            DoctorReport.terminal(found, evidence.window, isColorAsked: false, evidence.environment)
            + DoctorReport.devices(["one", "two", "three"])
        let small = DoctorReport.lines(of: findings, 80, found, isWhole: false, hasCard: true)
        #expect(small.count <= 22 && small.contains { $0.contains("doctor --all") }, "\(small)")
        #expect(small.count { $0.hasPrefix("sound") } == 1)
        let whole = DoctorReport.lines(of: findings, 80, found, isWhole: true, hasCard: true)
        #expect(whole.count { $0.hasPrefix("sound") } == 3 && whole.contains { $0.hasPrefix("links") })
    }

    @Test("what cannot be helped, and what is as it should be, has none")
    func others() {
        let cures = cures([:])
        #expect(cures["synchronized output"] != nil && cures["answers queries"] != nil)
        #expect(cures["characters"] == nil && cures["links"] == nil && cures["inside tmux"] == nil)
    }

    @Test("devices are named whole; without one it is said what that means")
    func devices() {
        let name = "Built-in Audio (hw:0,0), Analog Stereo and more of a long name\u{1B}"
        let findings = DoctorReport.devices(["one", name])
        #expect(findings.map(\.value) == ["one", TerminalText.visible(name)])
        #expect(findings.first?.source.contains("--audio-device") == true)
        // What has just failed is no advice.
        #expect(DoctorReport.noDevice([:], worksWithout: false).typed == [])
        let named = DoctorReport.noDevice(["SDL_AUDIODRIVER": "alsa"], worksWithout: false)
        #expect(named.typed == [] && named.says.contains("SDL_AUDIODRIVER=alsa"))
        let cured = DoctorReport.noDevice(["SDL_AUDIODRIVER": "alsa"], worksWithout: true)
        #expect(cured.typed == ["unset SDL_AUDIODRIVER"])
    }
}
