import Events
import JSON

/// Events of a call (picture-in-picture 10). What an update does not name stays as it is, and `null` takes a value back where there
/// may be none.
enum CallReading {
    /// Unicode scalars of a text.
    static let textLimit = 1_000

    static func state(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let call = name("call", fields, &odd) else { return nil }
        guard let state = fields.text("state", &odd).flatMap({ CallState(rawValue: $0) }) else {
            let known = CallState.allCases.map(\.rawValue).joined(separator: ", ")
            odd.note("state is \(fields.value("state").map(Oddities.shown) ?? "missing"); expected one of \(known)")
            return nil
        }
        noteUnknown(["call", "state"], fields, &odd)
        return .call(.state(state, call: call))
    }

    static func member(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let id = name("id", fields, &odd) else { return nil }
        var changes: [CallMemberChange] = []
        for field in fields.object.members where field.key != "id" {
            if let change = memberChange(field, fields, &odd) { changes.append(change) }
        }
        return .call(.member(id, changes))
    }

    static func memberLeft(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let id = name("id", fields, &odd) else { return nil }
        noteUnknown(["id"], fields, &odd)
        return .call(.memberLeft(id))
    }

    static func source(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let source = name("source", fields, &odd) else { return nil }
        var changes: [CallSourceChange] = []
        for field in fields.object.members where field.key != "source" {
            if let change = sourceChange(field, fields, &odd) { changes.append(change) }
        }
        return .call(.source(source, changes))
    }

    static func frame(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let source = name("source", fields, &odd) else { return nil }
        guard let picture = fields.payload("picture", &odd) else {
            odd.note("picture is missing")
            return nil
        }
        noteUnknown(["source", "picture", "instance", "painted"], fields, &odd)
        guard let painted = fields.value("painted")?.object.map({ Fields($0) }) else {
            return .call(.frame(source: source, picture: picture))
        }
        let columns = painted.count("columns", limit: 65_535, &odd)
        guard let columns, let rows = painted.count("rows", limit: 65_535, &odd) else { return nil }
        let identity = SourceIdentity(name: source, instance: fields.int("instance", &odd) ?? 0)
        return .call(.painted(identity, picture: picture, CellSize(columns: columns, rows: rows)))
    }

    // MARK: Members and sources

    private static func memberChange(
        _ field: JSONObject.Member, _ fields: Fields, _ odd: inout Oddities
    ) -> CallMemberChange? {
        let name = field.key
        switch name {
        case "local": return flag(field, &odd).map { .isLocal($0) }
        case "name": return isNull(field) ? .name(nil) : text(field, &odd).map { .name($0) }
        case "image": return isNull(field) ? .image(nil) : image(field, &odd).map { .image($0) }
        case "audio": return flag(field, &odd).map { .publishesAudio($0) }
        case "video": return flag(field, &odd).map { .publishesVideo($0) }
        case "share": return flag(field, &odd).map { .sharesScreen($0) }
        case "source": return isNull(field) ? .source(nil) : text(field, &odd).map { .source($0) }
        case "share_source": return isNull(field) ? .shareSource(nil) : text(field, &odd).map { .shareSource($0) }
        case "paused": return isNull(field) ? .paused([]) : media(field, &odd).map { .paused($0) }
        case "pinned": return isNull(field) ? .pin(nil) : pin(field, &odd)
        case "dominant": return flag(field, &odd).map { .isDominant($0) }
        case "speaking": return flag(field, &odd).map { .isSpeaking($0) }
        case "raised_hand": return flag(field, &odd).map { .hasRaisedHand($0) }
        case "ingress": return isNull(field) ? .ingress(nil) : text(field, &odd).map { .ingress(ingress($0)) }
        case "quality": return quality(field, &odd).map { .quality($0) }
        case "mirror": return isNull(field) ? .mirror(nil) : flag(field, &odd).map { .mirror($0) }
        case "front_camera": return flag(field, &odd).map { .hasFrontCamera($0) }
        default:
            odd.note("\(Oddities.shortened(name)) is not a field of this event")
            return nil
        }
    }

    private static func sourceChange(
        _ field: JSONObject.Member, _ fields: Fields, _ odd: inout Oddities
    ) -> CallSourceChange? {
        switch field.key {
        case "instance": return fields.int("instance", &odd).map { .instance($0) }
        case "enabled": return flag(field, &odd).map { .isEnabled($0) }
        case "width": return size(fields, &odd).map { .size($0) }
        // Read with the width.
        case "height": return fields.value("width") == nil ? size(fields, &odd).map { .size($0) } : nil
        case "video": return flag(field, &odd).map { .hasVideo($0) }
        case "ended": return flag(field, &odd).map { .isEnded($0) }
        case "rate": return number(field, &odd).map { .rate($0) }
        case "path": return isNull(field) ? .path(nil) : text(field, &odd).map { .path($0) }
        case "avatar": return isNull(field) ? .avatar(nil) : avatar(field, &odd).map { .avatar($0) }
        default:
            odd.note("\(Oddities.shortened(field.key)) is not a field of this event")
            return nil
        }
    }

    private static func size(_ fields: Fields, _ odd: inout Oddities) -> PixelSize? {
        guard let width = fields.int("width", &odd), let height = fields.int("height", &odd) else {
            if fields.value("width") == nil || fields.value("height") == nil {
                odd.note("width and height must come together")
            }
            return nil
        }
        return PixelSize(width: width, height: height)
    }

    // MARK: Values

    private static func isNull(_ field: JSONObject.Member) -> Bool { field.value == .null }

    private static func flag(_ field: JSONObject.Member, _ odd: inout Oddities) -> Bool? {
        if case .bool(let flag) = field.value { return flag }
        odd.note("\(field.key) is \(Oddities.shown(field.value)), neither true nor false")
        return nil
    }

    private static func number(_ field: JSONObject.Member, _ odd: inout Oddities) -> Double? {
        if let number = field.value.lenientDouble { return number }
        odd.note("\(field.key) is \(Oddities.shown(field.value)), not a number")
        return nil
    }

    /// Only whole numbers are levels (N16).
    private static func quality(_ field: JSONObject.Member, _ odd: inout Oddities) -> Int? {
        number(field, &odd).map { Int(exactly: $0) ?? 0 }
    }

    private static func text(_ field: JSONObject.Member, _ odd: inout Oddities) -> String? {
        guard let text = field.value.lenientString else {
            odd.note("\(field.key) is \(Oddities.shown(field.value)), not text")
            return nil
        }
        let scalars = text.unicodeScalars
        guard scalars.count > textLimit else { return text }
        odd.note("\(field.key) has \(scalars.count) characters; only the first \(textLimit) are used")
        return String(scalars.prefix(textLimit))
    }

    /// A name by which others are told apart, so that none is cut.
    private static func name(_ key: String, _ fields: Fields, _ odd: inout Oddities) -> String? {
        guard let value = fields.value(key) else {
            odd.note("\(key) is missing")
            return nil
        }
        guard let name = value.lenientString else {
            odd.note("\(key) is \(Oddities.shown(value)), not text")
            return nil
        }
        guard (1...textLimit).contains(name.unicodeScalars.count) else {
            odd.note("\(key) has \(name.unicodeScalars.count) characters, not 1 to \(textLimit)")
            return nil
        }
        return name
    }

    private static func image(_ field: JSONObject.Member, _ odd: inout Oddities) -> CallImage? {
        if let reference = field.value.object.flatMap({ PayloadReference($0) }) {
            return .picture(Payload(hash: reference.hash, byteCount: reference.byteCount))
        }
        // Before its length is looked at: what is no picture may be as long as one.
        if field.value.string?.hasPrefix("data:") == true {
            odd.note("\(field.key) is a data URL without base64")
            return nil
        }
        return text(field, &odd).flatMap { text in
            if text.isEmpty { return nil }
            let isAddress = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
            return isAddress ? .address(text) : .file(text)
        }
    }

    /// `true` for the one that has no name.
    private static func avatar(_ field: JSONObject.Member, _ odd: inout Oddities) -> Member? {
        switch field.value {
        case .bool(true): return .main
        case .string(let name):
            let member = Member(name)
            if member == nil { odd.note("\(field.key) is \(Oddities.shown(field.value)), which \(Member.nameRule)") }
            return member
        default:
            odd.note("\(field.key) is \(Oddities.shown(field.value)), neither true nor a member's name")
            return nil
        }
    }

    private static func media(_ field: JSONObject.Member, _ odd: inout Oddities) -> Set<CallMedium>? {
        guard let values = field.value.array else {
            odd.note("\(field.key) is \(Oddities.shown(field.value)), not a list")
            return nil
        }
        let known = values.compactMap { $0.string.flatMap { CallMedium(rawValue: $0) } }
        if known.count < values.count { odd.note("\(field.key) names something other than video and share") }
        return Set(known)
    }

    /// What is pinned by others counts only with a time above zero (picture-in-picture 1.1).
    private static func pin(_ field: JSONObject.Member, _ odd: inout Oddities) -> CallMemberChange? {
        guard let pin = field.value.object, let by = pin["by"]?.string, ["local", "remote"].contains(by) else {
            odd.note(
                "\(field.key) is \(Oddities.shown(field.value)); expected null or "
                    + "an object with \"by\": \"local\" or \"remote\"")
            return nil
        }
        let time = TimeSpan(seconds: pin["at"]?.lenientDouble ?? 0)
        let isRemote = by == "remote"
        return .pin(isRemote && time <= .zero ? nil : CallPin(isRemote: isRemote, time: time))
    }

    private static func ingress(_ name: String) -> CallIngress {
        switch name.uppercased() {
        case "RTMP": .rtmp
        case "SRT": .srt
        case "WHIP": .whip
        case "RTSP": .rtsp
        default: .other
        }
    }

    private static func noteUnknown(_ known: [String], _ fields: Fields, _ odd: inout Oddities) {
        for field in fields.object.members where !known.contains(field.key) {
            odd.note("\(Oddities.shortened(field.key)) is not a field of this event")
        }
    }
}
