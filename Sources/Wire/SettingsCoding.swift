import Events

/// `PlaybackSettings` as JSON. A member that is missing keeps the default, so that tapes of older programs and tapes
/// written by hand can be read; members that this program does not know are skipped.
enum SettingsCoding {
    static func encode(_ settings: PlaybackSettings) -> JSON {
        var object: JSONObject = ["clock": .string(settings.clock.rawValue)]
        for (name, path, _) in numbers { object.append(name, .int(Int64(settings[keyPath: path]))) }
        for (name, path) in spans { object.append(name, .int(settings[keyPath: path].microseconds)) }
        object.append("wraps_base_index", .bool(settings.wrapsBaseIndex))
        return .object(object)
    }

    static func decode(_ fields: InputFields) throws(WireError) -> PlaybackSettings {
        var settings = PlaybackSettings()
        if fields.object["clock"] != nil { settings.clock = try clock(fields) }
        for (name, path, least) in numbers where fields.object[name] != nil {
            settings[keyPath: path] = try fields.count(name, atLeast: least)
        }
        for (name, path) in spans where fields.object[name] != nil { settings[keyPath: path] = try fields.span(name) }
        if fields.object["wraps_base_index"] != nil { settings.wrapsBaseIndex = try fields.flag("wraps_base_index") }
        return settings
    }

    private static func clock(_ fields: InputFields) throws(WireError) -> PlaybackSettings.Clock {
        let name = try fields.text("clock")
        guard let clock = PlaybackSettings.Clock(rawValue: name) else {
            let known = PlaybackSettings.Clock.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badField(name: "clock", reason: "is none of \(known)")
        }
        return clock
    }

    private typealias Settings = PlaybackSettings

    /// With the least value that makes sense: a rate of 0 would divide by zero.
    private static var numbers: [(String, WritableKeyPath<Settings, Int>, least: Int)] {
        [
            ("frames_per_second", \.framesPerSecond, 1), ("idle_frames_per_second", \.idleFramesPerSecond, 1),
            ("buffer_frames", \.bufferFrames, 0), ("decoded_bytes_limit", \.decodedBytesLimit, 0),
        ]
    }

    private static var spans: [(String, WritableKeyPath<Settings, Span>)] {
        [
            ("buffer_limit_us", \.bufferLimit), ("decode_limit_us", \.decodeLimit), ("hold_limit_us", \.holdLimit),
            ("gap_limit_us", \.gapLimit), ("chunk_gap_limit_us", \.chunkGapLimit),
            ("finishing_limit_us", \.finishingLimit), ("completion_silence_us", \.completionSilence),
            ("completion_limit_us", \.completionLimit), ("manifest_limit_us", \.manifestLimit),
            ("adoption_limit_us", \.adoptionLimit), ("clip_request_limit_us", \.clipRequestLimit),
        ]
    }
}
