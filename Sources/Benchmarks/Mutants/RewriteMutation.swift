import Events
import Rewriting
import SocketIO

/// One fault at random: a single event, frame or field is dropped, repeated, moved, changed, spoiled, or exchanged with another
/// chunk's. Seeds are to faults what recipes are to cases: `check` is tried on what nobody thought of.
enum RewriteMutation {
    /// - Parameters:
    ///   - attempt: another fault of the same seed, for one that changes nothing.
    /// - Returns: rules, most often one; `nil` for a stream without events.
    /// - Throws: `RewriteError.badRule` for an event whose name is too long for a rule.
    static func rules(
        for index: RewriteIndex, seed: UInt64, attempt: Int = 0
    ) throws(RewriteError) -> [RewriteRule]? {
        var draw = Draw(index, Chance(seed: seed, attempt))
        guard let texts = draw?.texts() else { return nil }
        var rules: [RewriteRule] = []
        for text in texts { rules.append(try RewriteRule(text)) }
        return rules
    }

    private struct Draw {
        private let index: RewriteIndex
        private var chance: Chance
        /// The event that is meant, its number among those of its name, from 1, and how a rule means it.
        private let entry: RewriteIndex.Entry
        private let which: String

        init?(_ index: RewriteIndex, _ chance: Chance) {
            var chance = chance
            let events = index.entries.filter { !$0.isInput }
            // First a name, then one of that name: a stream has a hundred times more base frames than sounds. Four of five
            // are what is said, the others clips.
            let isOfClips = { (entry: RewriteIndex.Entry) in EventName(rawValue: entry.name)?.isOfClips == true }
            let wantsClips = chance.below(5) == 0
            let kind = events.filter { isOfClips($0) == wantsClips }
            let names = Set((kind.isEmpty ? events : kind).map(\.name)).sorted()
            guard !names.isEmpty else { return nil }
            let name = names[chance.below(names.count)]
            let named = events.filter { $0.name == name }
            let number = chance.below(named.count)
            entry = named[number]
            which = "where name=\(name.ruleText) nth=\(number + 1)"
            (self.index, self.chance) = (index, chance)
        }

        mutating func texts() -> [String] {
            switch chance.below(6) {
            case 0: [dropped()]
            case 1: ["duplicate \(one(of: ["0ms", "20ms", "200ms", "1s", "3s"])) \(which)"]
            case 2: ["delay \(one(of: Self.delays)) \(which)"]
            case 3: spoiled()
            case 4: exchanged()
            default: [changed()]
            }
        }

        private static let delays = ["50ms", "200ms", "600ms", "1500ms", "4s", "-50ms", "-200ms", "-600ms", "-2s"]

        private mutating func one(of words: [String]) -> String { words[chance.below(words.count)] }

        /// A place in the event's list of frames; `nil` where it has none.
        private mutating func frame() -> Int? {
            guard let frames = entry.frames, !frames.isEmpty else { return nil }
            return chance.below(frames.count)
        }

        private mutating func dropped() -> String {
            guard isBatch, chance.below(2) == 0, let place = frame(), let frames = entry.frames else {
                return "drop \(which)"
            }
            return "drop \(which) section=\(frames[place].section) sequence=\(frames[place].sequence)"
        }

        private var isBatch: Bool { entry.event == .batch }

        private mutating func spoiled() -> [String] {
            let damage = one(of: ["noise", "bits 1", "bits 40", "keep 50%", "keep 90%", "skip 44"])
            guard let field = bytes() else { return ["drop \(which)"] }
            return ["corrupt \(field) \(damage) \(which)"]
        }

        private mutating func bytes() -> String? {
            switch entry.event {
            case .audio: "audio_data"
            case .baseFrame: "frame_data"
            case .batch: frame().map { "frames[\($0)].image_data" }
            case .single: "image_data"
            default: nil
            }
        }

        /// The event, or one of its fields, for that of another chunk, and the other way round.
        private mutating func exchanged() -> [String] {
            let others = index.entries.filter {
                $0.name == entry.name && $0.message == entry.message && $0.chunk != nil && $0.chunk != entry.chunk
            }
            guard let message = entry.message, let chunk = entry.chunk, !others.isEmpty,
                let other = others[chance.below(others.count)].chunk
            else { return [changed()] }
            let name = "name=\(entry.name.ruleText) message=\(message)"
            return [
                "set chunk_index=\(other) where \(name) chunk=\(chunk)",
                "set chunk_index=\(chunk) where \(name) chunk=\(other)",
            ]
        }

        private mutating func changed() -> String {
            let fields = fields()
            guard !fields.isEmpty else { return "drop \(which)" }
            let (field, values) = fields[chance.below(fields.count)]
            let value = one(of: values)
            return value == "remove" ? "remove \(field) \(which)" : "set \(field)\(value) \(which)"
        }

        private static let number = ["+=1", "+=-1", "+=7", "=0", "=\"x\"", "=null", "remove"]
        private static let clip = ["=\"nowhere_1_s_nowhere_1_e\"", "=\"\"", "=null"]

        private mutating func fields() -> [(String, [String])] {
            let number = Self.number
            switch entry.event {
            case .audio:
                return [
                    ("chunk_index", number), ("total_frame_images", number + ["=1000"]),
                    ("audio_data", ["=\"\"", "=null"]), ("master_chunk_index", number),
                    ("animationFramesChunk", ["=[]", "=null"]),
                    ("animationFramesChunk[0].zone_top_left", ["=null", "=[0,0]", "=[5000,5000]", "=[161,268]"]),
                    ("animationFramesChunk[0].animation_name", Self.clip),
                    ("animationFramesChunk[0].sections", ["=[]", "remove"]), ("first_frame_image", ["=null"]),
                ]
            case .batch: return batchFields() + frameFields()
            case .single: return [("chunk_index", number), ("sequence_index", number)]
            case .sent: return [("chunk_index", number), ("total_images_sent", number)]
            case .clipAnnounced, .clipCompleted: return [("total_frames", number), ("animation_type", Self.clip)]
            case .baseFrame:
                return [
                    ("frame_index", number), ("animation_type", Self.clip),
                    ("frame_data.mime_type", ["=\"image/gif\""]),
                ]
            case .baseAnimation: return [("animation_name", Self.clip)]
            case .text: return [("message", ["=\"\"", "=7", "=null"]), ("master_chunk_index", number)]
            case .manifest: return [("animations", ["={}", "=null", "=[]"])]
            default: return []
            }
        }

        private func batchFields() -> [(String, [String])] {
            [
                ("chunk_index", Self.number), ("batch_index", Self.number), ("total_batches", Self.number),
                ("frames", ["=[]", "=null"]), ("emission_timestamp", ["+=-3000", "+=3000", "=0", "=null"]),
            ]
        }

        private mutating func frameFields() -> [(String, [String])] {
            guard let place = frame() else { return [] }
            let frame = "frames[\(place)]"
            return [
                ("\(frame).sequence_index", Self.number), ("\(frame).section_index", ["+=1", "=null"]),
                ("\(frame).matched_sprite_frame_number", Self.number + ["+=3"]),
                ("\(frame).animation_name", Self.clip), ("\(frame).overlay_id", ["=\"\"", "=null", "=\"other\""]),
                ("\(frame).sheet_filename", ["=\"J3_X3_M1.webp\"", "=null"]),
                ("\(frame).image_mime", ["=\"image/gif\"", "=null"]), ("\(frame).image_data", ["=\"\"", "=null"]),
                ("\(frame).coordinates", ["=[0,0,60,40]", "=[-20,-10,90,90]"]),
            ]
        }
    }
}
