import Events
import JSON

/// Events about base animations (specification 1.6.5, 1.6.6).
enum ClipReading {
    /// `play_base_animation`, `play_animation`.
    static func requested(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        clip(fields, &odd).map { .baseAnimationRequested($0) }
    }

    /// `animation_total_frames`.
    static func announced(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let clip = clip(fields, &odd) else { return nil }
        guard let total = required("total_frames", limit: Limits.clipFrames, fields, &odd) else { return nil }
        return .clipAnnounced(clip, totalFrames: total)
    }

    /// `receive_base_frame`; the picture is in `frame_data.data` or `image_data`.
    static func frame(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let clip = clip(fields, &odd) else { return nil }
        guard let index = required("frame_index", limit: Limits.clipFrames - 1, fields, &odd) else { return nil }
        let picture = fields.payload("frame_data", &odd) ?? fields.payload("image_data", &odd)
        return .baseFrameArrived(clip, index: index, picture: picture)
    }

    /// `animation_frames_complete`.
    static func completed(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let clip = clip(fields, &odd) else { return nil }
        return .clipCompleted(clip, totalFrames: fields.count("total_frames", limit: Limits.clipFrames, &odd))
    }

    /// `base_animations_manifest`: the reason for having none goes before the clips.
    static func manifest(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        if let error = fields.value("error"), error != .string(""), error != .bool(false) {
            return .manifestArrived(.refused((error.lenientString ?? error.text).kept))
        }
        guard let animations = fields.value("animations")?.object else {
            odd.note("the manifest has no clips")
            return .manifestArrived(.clips([]))
        }
        if animations.members.count > Limits.clips {
            odd.note("\(animations.members.count) clips, beyond the limit of \(Limits.clips): the rest is dropped")
        }
        return .manifestArrived(.clips(animations.members.prefix(Limits.clips).compactMap { entry($0, &odd) }))
    }

    private static func entry(_ member: JSONObject.Member, _ odd: inout Oddities) -> ManifestEntry? {
        let name = PayloadReference.unescape(member.key)
        guard !name.isEmpty, let object = member.value.object else {
            odd.note("the manifest's clip \(Oddities.shown(.string(name))) is \(Oddities.shown(member.value))")
            return nil
        }
        guard name.utf8.count <= Fields.textLimit else {
            odd.note("a clip's name has \(name.utf8.count) bytes, beyond the limit of \(Fields.textLimit)")
            return nil
        }
        let fields = Fields(object)
        guard let frames = required("frames", limit: Limits.clipFrames, fields, &odd) else { return nil }
        return ManifestEntry(clip: ClipName(name), frames: frames, version: fields.text("version", &odd) ?? "")
    }

    private static func clip(_ fields: Fields, _ odd: inout Oddities) -> ClipName? {
        if let clip = fields.clip(&odd) { return clip }
        odd.note("the clip's name is missing")
        return nil
    }

    private static func required(
        _ name: String, limit: Int, _ fields: Fields, _ odd: inout Oddities
    ) -> Int? {
        if fields.value(name) == nil { odd.note("\(name) is missing") }
        return fields.count(name, limit: limit, &odd)
    }
}
