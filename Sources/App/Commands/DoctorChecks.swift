import Events
import Platform
import Programs
import Sound
import Speaking
import Speech
import Terminal
import Typesetting

/// Whether the user's locale is there, and what Cameo makes of it.
enum LocaleCheck {
    static func finding(_ locale: Locale.OfUser) -> DoctorFinding {
        let name = locale.name.isEmpty ? "none" : locale.name
        guard let codeset = locale.codeset else {
            var cure = DoctorFinding.Cure(
                says: "This locale is not installed, so other programs fall back to ASCII.")
            // Only what works is advised.
            if Locale.isInstalled(usual) {
                cure = DoctorFinding.Cure(
                    says: cure.says + " To use an installed one:", typed: ["export LC_ALL=\(usual)"])
            }
            return DoctorFinding(
                name: "locale", value: OutsideText.shown(name, cells: 40), source: "not installed", cure: cure)
        }
        let source =
            locale.isUTF8 ? "character set \(codeset)" : "character set \(codeset); Cameo writes UTF-8 anyway"
        return DoctorFinding(
            name: "locale", value: OutsideText.shown(name, cells: 40), source: source, cure: nil,
            isDetail: locale.isUTF8)
    }

    private static let usual = "C.UTF-8"
}

/// Whether tmux passes on what it is sent.
enum TmuxCheck {
    static let cure = DoctorFinding.Cure(
        says: "If the terminal around tmux supports 24-bit color, add these lines to ~/.tmux.conf and restart tmux "
            + "(tmux kill-server):",
        typed: ["set -as terminal-features \",*:RGB\"", "set-environment -g COLORTERM truecolor"])

    /// - Parameter features: what tmux says of the terminal around it; `nil` where it does not.
    static func finding(_ colors: ColorDepth, _ features: String?) -> DoctorFinding {
        guard let features else {
            return DoctorFinding(
                name: "colors in tmux", value: "unknown", source: "tmux does not say",
                cure: colors == .truecolor ? cure : nil, isDetail: true)
        }
        let passes = features.split(separator: ",").contains("RGB")
        // Where fewer are sent, colors have said what to do.
        return DoctorFinding(
            name: "colors in tmux", value: passes ? "24-bit" : "256 at most",
            source: passes ? "tmux passes 24-bit color on" : "tmux turns 24-bit color into 256",
            cure: !passes && colors == .truecolor ? cure : nil, isDetail: passes)
    }

    /// Asks the tmux around us.
    static func features() -> String? {
        guard let tmux = ProgramPlace.find("tmux", beside: nil, path: Environment.all["PATH"]) else { return nil }
        let words = ProgramCheck.output(of: [tmux, "display-message", "-p", "#{client_termfeatures}"])
        return words.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Programs without which something is missing.
enum ProgramCheck {
    /// The voice that is built in.
    static func voice() async -> DoctorFinding {
        do {
            let count = try await VoiceList.names(of: .builtIn(VoiceManner())).count
            guard count == 0 else {
                return DoctorFinding(
                    name: "voice", value: plural(count, "voice"), source: "cameo voices lists them", cure: nil)
            }
            return DoctorFinding(name: "voice", value: "none", source: "it lists no voices", cure: noVoice)
        } catch {
            return DoctorFinding(
                name: "voice", value: "none", source: TerminalText.visible(CommandError(error).reason), cure: noVoice)
        }
    }

    private static let noVoice = DoctorFinding.Cure(
        says:
            "say, chat and read need a voice. Any program can act as one (docs/using/voices.md).")

    /// `ffmpeg`.
    static func converter() -> DoctorFinding {
        guard let program = SoundProgram.installed else {
            return DoctorFinding(
                name: "ffmpeg", value: "not found", source: "looked for ffmpeg and ffprobe in PATH",
                cure: DoctorFinding.Cure(
                    says: "AAC, M4A, M4B and the sound of videos are not played. Install the package ffmpeg."))
        }
        // "ffmpeg version 7.1 Copyright ..."
        let words = output(of: [program.decoder, "-version"])?.split(separator: " ") ?? []
        guard words.first == "ffmpeg", words.count > 2 else {
            return DoctorFinding(
                name: "ffmpeg", value: "does not run", source: OutsideText.shown(program.decoder, cells: 40),
                cure: DoctorFinding.Cure(
                    says: "AAC, M4A, M4B and the sound of videos are not played. Reinstall the package ffmpeg."))
        }
        return DoctorFinding(
            name: "ffmpeg", value: OutsideText.shown(String(words[2]), cells: 24),
            source: OutsideText.shown(program.decoder, cells: 40), cure: nil)
    }

    /// - Returns: `nil` where it does not end well, and soon.
    static func output(of words: [String]) -> String? {
        guard let program = try? ChildProgram(words, grace: .milliseconds(200)),
            case .ended(.exited(0), let bytes) = program.output(
                for: [], atMost: 65_536, until: Deadline(in: .milliseconds(2_000)), unless: [])
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmingPrefix { $0.isWhitespace }.split(
            whereSeparator: \.isNewline
        )
        .first.map(String.init) ?? ""
    }
}

/// Something that `cameo doctor` has found out, with what to do where it could be better.
struct DoctorFinding {
    /// What somebody can do.
    struct Cure {
        var says: String
        /// To be typed, or to be put into a file: never broken.
        var typed: [String] = []
    }

    var name: String
    /// Never broken either: it may be a name that has to be typed.
    var value: String
    /// How it was found out.
    var source: String
    var cure: Cure?
    /// Left out on a small screen where nothing is to be done about it.
    var isDetail = false

    private static let nameCells = 20
    private static let valueCells = 24
    /// Below it a column of names would leave too little beside it.
    private static let columnsAtLeast = 60

    /// Name, value and source beside each other where there is room, else below each other, broken between words alone.
    func lines(toCells width: Int) -> [String] {
        let isNarrow = width < Self.columnsAtLeast
        let head = isNarrow ? name + ": " : TerminalText.padded(name, toCells: Self.nameCells) + " "
        let indent = isNarrow ? 2 : Self.nameCells + 1
        let whole = "\(head)\(TerminalText.padded(value, toCells: Self.valueCells)) \(source)"
        return isNarrow || !fits(whole, width) || !fits(value, Self.valueCells)
            ? below(head, indent, width) : [whole] + cureLines(indent, width)
    }

    private func below(_ head: String, _ indent: Int, _ width: Int) -> [String] {
        let first = fits(head + value, width) ? [head + value] : [name + ":", placed(value, indent, width)]
        return first + folded(source, indent, width) + cureLines(indent, width)
    }

    private func cureLines(_ indent: Int, _ width: Int) -> [String] {
        guard let cure else { return [] }
        return folded(cure.says, indent, width) + cure.typed.map { placed($0, indent + 2, width) }
    }

    private func folded(_ text: String, _ indent: Int, _ width: Int) -> [String] {
        TerminalText.wrapped(text, toCells: width - indent).map { String(repeating: " ", count: indent) + $0 }
    }

    /// As far in as it is whole there; what is longer than the terminal is wide is the terminal's to go on with.
    private func placed(_ text: String, _ indent: Int, _ width: Int) -> String {
        String(repeating: " ", count: max(0, min(indent, width - TerminalText.cellWidth(of: text)))) + text
    }

    private func fits(_ text: String, _ width: Int) -> Bool { TerminalText.cellWidth(of: text) <= width }
}
