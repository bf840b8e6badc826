import Events
import JSON
import Wire

/// The overlay frames in a stored message: those of a batch, of the frame lists that describe a chunk ahead, or the one of
/// a single-frame event. Positions count from 0 over all of a message's lists.
enum RewriteFrames {
    /// Hands every list of frames to `change`, in the order of `FrameLists`.
    static func changeLists(of message: inout StoredMessage, _ change: (inout [JSON]) -> Void) {
        guard !message.arguments.isEmpty, case .object(var payload) = message.arguments[0],
            PayloadReference(payload) == nil
        else { return }
        message.arguments[0] = .null
        defer { message.arguments[0] = .object(payload) }
        switch message.event {
        case .batch: changeMember("frames", of: &payload) { changeArray(&$0, change) }
        case .single: changeSingle(&payload, change)
        case .description: changeSections(of: &payload, change)
        case .audio:
            changeMember("animationFramesChunk", of: &payload) { elements in
                changeEach(&elements) { changeSections(of: &$0, change) }
            }
        default: break
        }
    }

    /// How many frames the lists hold.
    static func count(in message: StoredMessage) -> Int {
        var (copy, count) = (message, 0)
        changeLists(of: &copy) { count += $0.count }
        return count
    }

    /// A frame as the player has it.
    struct Placed {
        var fields: Fields
        var section: Int
        var sequence: Int
        var clip: ClipName?
        var index: Int
    }

    /// What the lists hold, in order.
    static func all(of message: StoredMessage) -> [Placed] {
        guard let payload = message.arguments.first?.object, PayloadReference(payload) == nil else { return [] }
        let fields = Fields(payload)
        var found: [Placed] = []
        // What is strange about them is noted where they are played.
        var odd = Oddities()
        func add(_ list: [JSON], _ defaults: FrameReading.Defaults, _ odd: inout Oddities) {
            for (offset, value) in list.enumerated() {
                let frame = Fields(value.object ?? JSONObject())
                found.append(Placed(frame, defaults, sequence: offset &+ defaults.firstSequence, &odd))
            }
        }
        var lists = FrameLists()
        switch message.event {
        case .batch:
            add(fields.value("frames")?.array ?? [], FrameLists.defaults(ofBatch: fields, &odd), &odd)
        case .single:
            let (frame, sequence) = FrameLists.single(fields, &odd)
            found.append(Placed(frame, .init(), sequence: sequence, &odd))
        case .description: lists.read(fields, clip: fields.clip(&odd), &odd, add)
        case .audio:
            for element in FrameLists.elements(fields, &odd) { lists.read(element, clip: nil, &odd, add) }
        default: break
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
    private static func changeSections(of object: inout JSONObject, _ change: (inout [JSON]) -> Void) {
        changeMember("frames", of: &object) { changeArray(&$0, change) }
        changeMember("sections", of: &object) { sections in
            guard case .array(var values) = sections else { return }
            if values.areFrames { return changeArray(&sections, change) }
            sections = .null
            for place in values.indices {
                if case .object(var section) = values[place] {
                    values[place] = .null
                    changeMember("frames", of: &section) { changeArray(&$0, change) }
                    values[place] = .object(section)
                } else {
                    changeArray(&values[place], change)
                }
            }
            sections = .array(values)
        }
    }

    private static func changeSingle(_ payload: inout JSONObject, _ change: (inout [JSON]) -> Void) {
        let inner = payload.members.firstIndex { member in
            member.key == "frame_data" && member.value.object.map { PayloadReference($0) == nil } ?? false
        }
        var list = [inner.map { payload.members[$0].value } ?? .object(payload)]
        change(&list)
        guard case .object(let frame)? = list.first else { return }
        if let inner { payload.members[inner].value = .object(frame) } else { payload = frame }
    }
}

extension RewriteFrames.Placed {
    fileprivate init(_ fields: Fields, _ defaults: FrameReading.Defaults, sequence: Int, _ odd: inout Oddities) {
        let place = FrameReading.place(of: fields, defaults, sequence: sequence, &odd)
        self.init(
            fields: fields, section: place.section, sequence: place.sequence, clip: fields.clip(&odd) ?? defaults.clip,
            index: FrameReading.baseIndex(fields, &odd) ?? 0)
    }
}
