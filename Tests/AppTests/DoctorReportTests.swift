import Cells
import Terminal
import Testing

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
    }

    @Test("what cannot be helped, and what is as it should be, has none")
    func others() {
        let cures = cures([:])
        #expect(cures["synchronized output"] != nil && cures["answers questions"] != nil)
        #expect(cures["characters"] == nil && cures["links"] == nil && cures["inside tmux"] == nil)
    }

    @Test("devices are named whole; without one it is said what that means")
    func devices() {
        let name = "Built-in Audio (hw:0,0), Analog Stereo and more of a long name\u{1B}"
        let findings = DoctorReport.devices(["one", name])
        #expect(findings.map(\.value) == ["one", TextCells.visible(name)])
        #expect(findings.last?.cure?.says.contains("--audio-device") == true)
        #expect(DoctorReport.devices([], [:]).first?.cure?.typed == ["export SDL_AUDIODRIVER=alsa"])
        // What is set already is no advice.
        let named = DoctorReport.devices([], ["SDL_AUDIODRIVER": "alsa"]).first?.cure
        #expect(
            named?.typed == []
                && named?.says.hasSuffix("another driver than alsa, which SDL_AUDIODRIVER names.") == true)
    }
}
