import Events
import JSON
import Rewriting

/// Two contents for one place. They differ to eye or ear, or in what is drawn.
extension MutationOperator {
    static let contradictions: [MutationOperator] = [
        MutationOperator("two pictures for a frame", .contradiction) { draw in
            guard let chunk = draw.one(of: draw.message.chunks), let frame = draw.one(of: chunk.frames),
                let picture = draw.otherPicture(than: frame, in: draw.message.frames)
            else { return nil }
            return try draw.twice("other picture", "\(draw.batches) \(MutationDraw.of(frame, chunk))") { payload, _ in
                payload.changeFrames { $0.takePicture(of: picture) }
            }
        },
        MutationOperator("an older message's frame before the batch", .contradiction) { draw in
            // What comes before the message is none of it.
            let chunks = draw.message.chunks.dropFirst().filter {
                $0.batchTime.map { $0 - draw.message.begun > .milliseconds(10) } ?? false
            }
            guard let chunk = draw.one(of: chunks), let frame = draw.one(of: chunk.frames),
                let older = draw.otherPicture(
                    than: frame, in: draw.message.chunks.filter { $0.index != chunk.index }.flatMap(\.frames))
            else { return nil }
            let condition = "\(draw.batches) \(MutationDraw.of(frame, chunk))"
            return try draw.twice("older frame", condition, later: "-10ms") { payload, made in
                payload.changeFrames { $0 = older.json(at: frame.section, frame.sequence, &made) }
            }
        },
        MutationOperator("two sounds for a chunk", .contradiction) { draw in
            guard let chunk = draw.one(of: draw.message.chunks),
                let other = draw.one(of: draw.message.chunks.filter { $0.sound != chunk.sound })
            else { return nil }
            let blob = Blob(other.samples.waveFile)
            return try draw.twice("other sound", "\(draw.sounds) \(MutationDraw.of(chunk))") { payload, made in
                payload.put("audio_data", blob, &made)
                return true
            }
        },
        MutationOperator("two positions for a chunk", .contradiction) { draw in
            guard let chunk = draw.one(of: draw.message.chunks), chunk.hasDescriptions else { return nil }
            let moved = 2 + Int64(draw.chance.below(40))
            return try draw.twice("other position", "\(draw.sounds) \(MutationDraw.of(chunk))") { payload, _ in
                payload.moveZones(by: moved)
            }
        },
        MutationOperator("two totals for a chunk", .contradiction) { draw in
            guard let chunk = draw.one(of: draw.message.chunks) else { return nil }
            let total = JSON.int(Int64(chunk.frames.count + 2 + draw.chance.below(30)))
            return try draw.twice("other total", "\(draw.sounds) \(MutationDraw.of(chunk))") { payload, _ in
                payload.put("total_frame_images", total)
                return true
            }
        },
        MutationOperator("two pictures for a base frame", .contradiction) { draw in
            let bases = draw.material.bases
            guard let base = draw.one(of: bases),
                let other = draw.one(of: bases.filter { $0.clip == base.clip && $0.number != base.number }),
                draw.material.differ(base.picture, other.picture)
            else { return nil }
            return try draw.twice("other base frame", "name=receive_base_frame nth=\(base.number)") { payload, _ in
                payload.takeBasePicture(other.json)
            }
        },
    ]
}

extension MutationDraw {
    fileprivate mutating func otherPicture(than frame: Frame, in frames: [Frame]) -> Frame? {
        guard let picture = frame.picture, let other = one(of: frames), let another = other.picture,
            material.differ(picture, another)
        else { return nil }
        return other
    }
}

extension JSONObject {
    /// Changes what is left of a batch's frames.
    fileprivate mutating func changeFrames(_ change: (inout JSONObject) -> Void) -> Bool {
        guard var frames = self["frames"]?.array, !frames.isEmpty else { return false }
        for place in frames.indices {
            _ = frames[place].changeObject {
                change(&$0)
                return true
            }
        }
        put("frames", .array(frames))
        return true
    }

    /// Another frame's picture, as it travels there, with its name.
    fileprivate mutating func takePicture(of other: MutationMaterial.Frame) {
        for key in ["image_data", "overlay_id", "sheet_filename"] {
            if let value = other.json[key] { put(key, value) }
        }
    }

    fileprivate mutating func takeBasePicture(_ data: JSON) -> Bool {
        if var inner = self["frame_data"]?.object {
            inner.put("data", data)
            put("frame_data", .object(inner))
        } else {
            put("data", data)
        }
        return true
    }

    fileprivate mutating func moveZones(by more: Int64) -> Bool {
        guard var parts = self["animationFramesChunk"]?.array else { return false }
        var hasFound = false
        for place in parts.indices {
            _ = parts[place].changeObject { part in
                guard let zone = part["zone_top_left"]?.array?.compactMap(\.lenientInt), zone.count == 2 else {
                    return false
                }
                part.put("zone_top_left", .array(zone.map { .int(Int64($0) + more) }))
                hasFound = true
                return true
            }
        }
        put("animationFramesChunk", .array(parts))
        return hasFound
    }
}
