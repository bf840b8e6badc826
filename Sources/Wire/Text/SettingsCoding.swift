import Events
import JSON

/// `PlaybackSettings` as JSON. A member that is missing keeps the default, so that tapes of older programs and tapes
/// written by hand can be read; members that this program does not know are skipped.
enum SettingsCoding {
    static func encode(_ settings: PlaybackSettings) -> JSON {
        var object: JSONObject = ["clock": .string(settings.clock.rawValue)]
        for setting in EngineSetting.allCases {
            object.append(name(of: setting), value(of: setting, in: settings))
        }
        return .object(object)
    }

    static func decode(_ fields: InputFields) throws(WireError) -> PlaybackSettings {
        var settings = PlaybackSettings()
        if fields.object["clock"] != nil { settings.clock = try clock(fields) }
        for setting in EngineSetting.allCases where fields.object[name(of: setting)] != nil {
            try read(setting, fields, into: &settings)
        }
        return settings
    }

    private static func name(of setting: EngineSetting) -> String {
        if case .span = setting.kind { setting.rawValue + "_us" } else { setting.rawValue }
    }

    private static func value(of setting: EngineSetting, in settings: PlaybackSettings) -> JSON {
        switch setting.kind {
        case .count(let path, _): .int(Int64(settings[keyPath: path]))
        case .span(let path, _): .int(settings[keyPath: path].microseconds)
        case .flag(let path): .bool(settings[keyPath: path])
        case .clip(let path): settings[keyPath: path].map { .string($0.rawValue) } ?? .null
        }
    }

    private static func read(
        _ setting: EngineSetting, _ fields: InputFields, into settings: inout PlaybackSettings
    ) throws(WireError) {
        let name = name(of: setting)
        switch setting.kind {
        case .count(let path, let range): settings[keyPath: path] = try fields.count(name, in: range)
        case .span(let path, _): settings[keyPath: path] = try fields.span(name)
        case .flag(let path): settings[keyPath: path] = try fields.flag(name)
        case .clip(let path): settings[keyPath: path] = ClipName(try fields.text(name))
        }
    }

    private static func clock(_ fields: InputFields) throws(WireError) -> PlaybackSettings.Clock {
        let name = try fields.text("clock")
        guard let clock = PlaybackSettings.Clock(rawValue: name) else {
            let known = PlaybackSettings.Clock.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badField(name: "clock", reason: "is none of \(known)")
        }
        return clock
    }
}
