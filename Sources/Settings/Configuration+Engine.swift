import Events

/// What somebody has set about playing.
package struct AdjustedSettings: Hashable, Sendable {
    /// In any place: it counts more than what a tape says that is played afresh.
    package var settings: Set<EngineSetting> = []
    /// Options of this command, as they were given.
    package var options: [String] = []

    package init() {}

    /// Why the options do nothing where a tape is replayed; `nil` where there are none.
    package var unused: String? {
        guard !options.isEmpty else { return nil }
        let verb = options.count == 1 ? "has" : "have"
        return "\(options.joined(separator: ", ")) \(verb) no effect: a recording is replayed with its own settings; "
            + "--fresh replays the stream"
    }
}

/// Settings of playing: `[engine]`, `--engine NAME=VALUE`, `CAMEO_ENGINE_...`.
extension Configuration {
    /// Two settings have two names each.
    private static let twins: [(play: Setting, engine: EngineSetting)] = [
        (.buffer, .bufferFrames), (.bufferMilliseconds, .bufferLimit),
    ]

    /// Of two names for the same setting the one said nearer to the run counts, of two said in one place that under
    /// `engine`; from then on both say what holds.
    mutating func settleBuffer() {
        for twin in Self.twins {
            let engine = Setting.engine(twin.engine)
            if source(of: twin.play).rank > source(of: engine).rank, let winner = held[twin.play] {
                held[engine] = Held(value: winner.value.asSpan(in: twin.engine), source: winner.source)
            } else if let winner = held[engine] {
                held[twin.play] = Held(value: winner.value.asMilliseconds, source: winner.source)
            }
        }
    }

    /// With what somebody has set in the place of what stands there.
    package func settings(over usual: PlaybackSettings = PlaybackSettings()) -> PlaybackSettings {
        var settings = usual
        for setting in EngineSetting.allCases {
            if let value = held[.engine(setting)]?.value { setting.set(value, in: &settings) }
        }
        return settings
    }

    package var adjusted: AdjustedSettings {
        var adjusted = AdjustedSettings()
        for setting in EngineSetting.allCases {
            guard let found = held[.engine(setting)] else { continue }
            adjusted.settings.insert(setting)
            if case .flag(let option) = found.source { adjusted.options.append(option) }
        }
        return adjusted
    }

    /// What stands behind `--engine`, the last one of a name counting.
    /// - Throws: `CommandError.unusable` with the nearest name; values are judged by `load`.
    package static func engineFlags(_ words: [String]) throws(CommandError) -> [Setting: String] {
        var flags: [Setting: String] = [:]
        let names = EngineSetting.allCases.map(\.rawValue)
        for word in words {
            guard let equals = word.firstIndex(of: "=") else {
                throw .unusable(
                    "--engine: expected NAME=VALUE such as completion_limit=10s, found \"\(word.prefix(60))\"")
            }
            let name = String(word[..<equals])
            guard let setting = EngineSetting(rawValue: name) else {
                let hint =
                    NearestName.of(name, in: names).map { "did you mean \($0)?" }
                    ?? "settings are \(names.joined(separator: ", "))"
                throw .unusable("--engine: unknown setting \"\(name.prefix(60))\"; \(hint)")
            }
            flags[.engine(setting)] = String(word[word.index(after: equals)...])
        }
        return flags
    }
}

extension EngineSetting {
    fileprivate func set(_ value: SettingValue, in settings: inout PlaybackSettings) {
        switch (kind, value) {
        case (.count(let path, _), .number(let number)): settings[keyPath: path] = number
        case (.span(let path, _), .span(let span)): settings[keyPath: path] = span
        case (.flag(let path), .flag(let flag)): settings[keyPath: path] = flag
        case (.clip(let path), .text(let name)): settings[keyPath: path] = ClipName(name)
        default: break
        }
    }

    /// `nil` where there is none, and for what is another with a screen than without one.
    var standard: SettingValue? {
        let usual = PlaybackSettings()
        switch kind {
        case .count(let path, _): return self == .decodedBytesLimit ? nil : .number(usual[keyPath: path])
        case .span(let path, _): return .span(usual[keyPath: path])
        case .flag(let path): return .flag(usual[keyPath: path])
        case .clip: return nil
        }
    }
}

extension SettingKind {
    init(_ kind: EngineSetting.Kind) {
        switch kind {
        case .count(_, let range): self = .number(range)
        case .span(_, let range): self = .span(range)
        case .flag: self = .flag
        case .clip: self = .text
        }
    }
}

extension SettingValue {
    fileprivate func asSpan(in setting: EngineSetting) -> SettingValue {
        guard case .span = setting.kind, case .number(let number) = self else { return self }
        return .span(.milliseconds(Int64(number)))
    }

    fileprivate var asMilliseconds: SettingValue {
        guard case .span(let span) = self else { return self }
        return .number(Int(span.microseconds / 1_000))
    }
}
