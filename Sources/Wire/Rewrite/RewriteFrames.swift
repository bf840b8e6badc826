import Events

/// The overlay frames in a stored message: those of a batch, of the frame lists that describe a chunk ahead, or the one of
/// a single-frame event. Positions count from 0 over all of a message's lists.
enum RewriteFrames {
    /// Hands every list of frames to `change`, with the place of a frame that does not say its own.
    static func changeLists(
        of message: inout StoredMessage, _ change: (inout [JSON], _ firstSequence: Int) -> Void
    ) {
        guard !message.arguments.isEmpty, case .object(var payload) = message.arguments[0],
            PayloadReference(payload) == nil
        else { return }
        message.arguments[0] = .null
        defer { message.arguments[0] = .object(payload) }
        var next = 0
        switch message.name {
        case "receive_frame_images_batch":
            let start = payload["batch_start_index"]?.lenientInt ?? 0
            changeMember("frames", of: &payload) { changeArray(&$0) { change(&$0, start) } }
        case "receive_frame_image": changeSingle(&payload, change)
        case "animation_chunk_metadata": changeSections(of: &payload, &next, change)
        case "receive_audio":
            changeMember("animationFramesChunk", of: &payload) { elements in
                changeEach(&elements) { changeSections(of: &$0, &next, change) }
            }
        default: break
        }
    }

    /// What the lists hold, in order.
    static func all(of message: StoredMessage) -> [(frame: JSON, sequence: Int)] {
        var copy = message
        var found: [(JSON, Int)] = []
        changeLists(of: &copy) { list, first in
            for (offset, frame) in list.enumerated() {
                let object = frame.object
                let own = object?["sequence_index"]?.lenientInt
                let single = message.name == "receive_frame_image" ? object?["frame_index"]?.lenientInt : nil
                found.append((frame, own ?? single ?? first &+ offset))
            }
        }
        return found
    }

    // MARK: Parts

    private static func changeMember(_ key: String, of object: inout JSONObject, _ change: (inout JSON) -> Void) {
        guard let place = object.members.firstIndex(where: { $0.key == key }) else { return }
        change(&object.members[place].value)
    }

    private static func changeArray(_ value: inout JSON, _ change: (inout [JSON]) -> Void) {
        guard case .array(var values) = value else { return }
        value = .null
        change(&values)
        value = .array(values)
    }

    /// The objects of an array, or one object by itself.
    private static func changeEach(_ value: inout JSON, _ change: (inout JSONObject) -> Void) {
        if case .object(var object) = value {
            value = .null
            change(&object)
            value = .object(object)
        } else {
            changeArray(&value) { values in
                for place in values.indices {
                    guard case .object(var object) = values[place] else { continue }
                    values[place] = .null
                    change(&object)
                    values[place] = .object(object)
                }
            }
        }
    }

    /// `frames`, then `sections`: lists of frames, objects with `frames`, or frames without any list around them.
    private static func changeSections(
        of object: inout JSONObject, _ next: inout Int, _ change: (inout [JSON], Int) -> Void
    ) {
        func receive(_ list: inout JSON) {
            changeArray(&list) { values in
                let count = values.count
                change(&values, next)
                next &+= count
            }
        }
        changeMember("frames", of: &object) { receive(&$0) }
        changeMember("sections", of: &object) { sections in
            guard case .array(var values) = sections else { return }
            if values.areFrames { return receive(&sections) }
            sections = .null
            for place in values.indices {
                if case .object(var section) = values[place] {
                    values[place] = .null
                    changeMember("frames", of: &section) { receive(&$0) }
                    values[place] = .object(section)
                } else {
                    receive(&values[place])
                }
            }
            sections = .array(values)
        }
    }

    private static func changeSingle(_ payload: inout JSONObject, _ change: (inout [JSON], Int) -> Void) {
        let inner = payload.members.firstIndex { member in
            member.key == "frame_data" && member.value.object.map { PayloadReference($0) == nil } ?? false
        }
        var list = [inner.map { payload.members[$0].value } ?? .object(payload)]
        change(&list, 0)
        guard case .object(let frame)? = list.first else { return }
        if let inner { payload.members[inner].value = .object(frame) } else { payload = frame }
    }
}
