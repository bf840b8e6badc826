import Events
import Files
import Frames
import JSON
import Platform
import Speaking
import Speech

/// Makes an avatar pack of drawings: the head moves by a pixel or two, and blinks where that is drawn.
///
/// Owner: `cameo avatar new`. What cannot be completed is removed again.
package struct PackMaker {
    private let folder: String
    private let title: String
    private let drawings: PackDrawings
    private let zone: PixelRect
    private let shapes: [(mouth: DrawnMouth, shape: MouthShape)]
    /// Files and folders that were made, the first one first.
    private var made: [String] = []
    /// Most frames look like one before them.
    private var encoded: [Look: [UInt8]] = [:]

    /// What a picture of the pack shows.
    private struct Look: Hashable {
        /// `nil` for closed eyes.
        var mouth: DrawnMouth?
        var right: Int
        var down: Int
        /// Of an overlay.
        var isCut = false
    }

    /// What is to be told of it.
    package struct Report: Sendable {
        package let clips: Int
        package let mouths: Int
        package let size: PixelSize
    }

    /// Pixels by which the head moves at most, both ways together.
    private static let motion = 4
    private static let quality = WebPQuality.lossy(80)

    /// A clip by its two poses: where the head is then, in pixels right and down.
    private struct Plan {
        let name: String
        let frames: Int
        let from: (x: Double, y: Double)
        let to: (x: Double, y: Double)
        let hasOverlays: Bool
        /// Frames at which the eyes are closed.
        var blinks: Range<Int> = 0..<0
    }

    private static let idleStart = (x: 0.0, y: 0.0)
    private static let idleEnd = (x: 0.0, y: 1.0)
    private static let talkStart = (x: -1.0, y: 1.0)
    private static let talkEnd = (x: 1.0, y: 0.0)

    private static let plans = [
        Plan(
            name: "idle_1_s_idle_1_e", frames: 26, from: idleStart, to: idleEnd, hasOverlays: false, blinks: 15..<17),
        Plan(name: "idle_1_e_idle_1_s", frames: 24, from: idleEnd, to: idleStart, hasOverlays: false),
        Plan(name: "idle_1_e_talking_1_s", frames: 8, from: idleEnd, to: talkStart, hasOverlays: true),
        Plan(name: "talking_1_s_talking_1_e", frames: 30, from: talkStart, to: talkEnd, hasOverlays: true),
        Plan(name: "talking_1_e_talking_1_s", frames: 26, from: talkEnd, to: talkStart, hasOverlays: true),
        Plan(name: "talking_1_e_idle_1_s", frames: 10, from: talkEnd, to: idleStart, hasOverlays: false),
    ]

    /// - Parameters:
    ///   - drawings: folder of them; `nil` for a face that is drawn here, whose drawings lie in the pack then.
    ///   - title: what the pack is called; the folder's name unless given.
    /// - Throws: `CommandError`; there is nothing new then.
    package static func make(_ folder: String, from drawings: String?, title: String?) throws(CommandError) -> Report {
        let found =
            try drawings.map { path throws(CommandError) in try PackDrawings(in: path) } ?? SimpleFace.drawings()
        try refuse(folder)
        var maker = try PackMaker(folder, found, title, of: drawings)
        do {
            if drawings == nil { try maker.writeDrawings() }
            return try maker.write()
        } catch {
            maker.removeAll()
            throw CommandError(error)
        }
    }

    private static func refuse(_ folder: String) throws(CommandError) {
        guard !folder.isEmpty else { throw .unusable("the name of the folder is empty") }
        guard let status = FileStatus(folder) else { return }
        guard status.kind == .folder else { throw .unusable("\(folder): already exists and is not a folder") }
        let names = (try? OpenFolder(following: folder).names()) ?? []
        guard names.isEmpty else { throw .unusable("\(folder): not empty; choose a new folder or empty it") }
    }

    private init(
        _ folder: String, _ drawings: PackDrawings, _ title: String?, of source: String?
    ) throws(CommandError) {
        (self.folder, self.drawings) = (folder, drawings)
        let name = FileNames.last(of: folder)
        self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
        do { zone = try MouthZone.square(of: drawings, motion: Self.motion) } catch {
            throw .unusable("\(source ?? folder): \(error.reason)")
        }
        shapes = DrawnMouth.shapes(drawn: Set(drawings.mouths.keys))
    }

    // MARK: Writing

    private mutating func write() throws -> Report {
        var versions: [String: String] = [:]
        for plan in Self.plans { versions[plan.name] = try write(plan) }
        // Last: without it the folder is no pack.
        try write(Array(description(versions).utf8), to: "\(folder)/avatar.json")
        _ = try SpokenAvatar(folder)
        return Report(clips: Self.plans.count, mouths: shapes.count, size: drawings.rest.size)
    }

    /// - Returns: a text that changes whenever a picture does.
    private mutating func write(_ plan: Plan) throws -> String {
        var all: [UInt8] = []
        let place = "\(folder)/clips/\(plan.name)"
        try makeFolder(place)
        for index in 0..<plan.frames {
            var look = Self.look(plan, index)
            all += try write(look, to: "\(place)/\(PackContent.digits(index)).webp")
            guard plan.hasOverlays else { continue }
            let mouths = "\(folder)/overlays/\(plan.name)/\(PackContent.digits(index))"
            try makeFolder(mouths)
            look.isCut = true
            for (mouth, shape) in shapes {
                look.mouth = mouth
                all += try write(look, to: "\(mouths)/\(shape.sheet)")
            }
        }
        return String(contentHash(of: all).hex.prefix(8))
    }

    /// Slow at both ends, and no frame is shown twice where one clip follows another.
    private static func look(_ plan: Plan, _ index: Int) -> Look {
        let part = (Double(index) + 0.5) / Double(plan.frames)
        let slow = part * part * (3 - 2 * part)
        return Look(
            mouth: plan.blinks.contains(index) ? nil : .rest,
            right: Int((plan.from.x + (plan.to.x - plan.from.x) * slow).rounded()),
            down: Int((plan.from.y + (plan.to.y - plan.from.y) * slow).rounded()))
    }

    /// - Returns: the bytes.
    private mutating func write(_ look: Look, to path: String) throws -> [UInt8] {
        let bytes = try encoded[look] ?? encodeWebP(picture(look), Self.quality)
        encoded[look] = bytes
        try write(bytes, to: path)
        return bytes
    }

    private func picture(_ look: Look) -> Picture {
        let drawing = look.mouth.map { drawings.mouths[$0] } ?? drawings.blink
        let moved = (drawing ?? drawings.rest).shifted(right: look.right, down: look.down)
        return look.isCut ? moved.cropped(to: zone) : moved
    }

    private mutating func writeDrawings() throws {
        let place = "\(folder)/drawings"
        try makeFolder(place)
        for (mouth, picture) in drawings.mouths {
            try write(try encodePNG(picture), to: "\(place)/\(mouth.rawValue).png")
        }
        if let blink = drawings.blink { try write(try encodePNG(blink), to: "\(place)/blink.png") }
    }

    private mutating func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        try OutputFile.write(bytes, to: path)
        made.append(path)
    }

    private mutating func makeFolder(_ path: String) throws(CommandError) {
        guard FileStatus(path) == nil else { return }
        let above = FileNames.folder(of: path)
        if FileStatus(above) == nil { try makeFolder(above) }
        do { try NewFolder.make(path) } catch { throw .failed("\(path): cannot be made: \(error.words)") }
        made.append(path)
    }

    private func removeAll() { for path in made.reversed() where unlink(path) != 0 { rmdir(path) } }

    // MARK: avatar.json

    private func description(_ versions: [String: String]) -> String {
        let (size, rect) = (drawings.rest.size, zone)
        let clips: [JSONObject.Member] = Self.plans.map { plan in
            JSONObject.Member(
                plan.name,
                [
                    "frames": .number(plan.frames), "version": .text(versions[plan.name]),
                    "overlays": .bool(plan.hasOverlays),
                ])
        }
        let members: [(String, JSON)] = [
            ("format", .number(1)), ("name", .string(Self.plainName(of: folder))), ("title", .string(title)),
            ("license", .string("")), ("author", .string("")),
            ("size", .array([.number(size.width), .number(size.height)])),
            ("zone", .array([rect.minX, rect.minY, rect.size.width, rect.size.height].map { .number($0) })),
            ("fps", ["idle": .number(10), "talking": .number(30)]),
            ("clips", .object(JSONObject(clips))), ("shapes", .array(shapes.map { Self.json($0.mouth, $0.shape) })),
        ]
        let lines = members.map { "  \(JSON.string($0.0).text): \($0.1.text)" }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    private static func json(_ mouth: DrawnMouth, _ shape: MouthShape) -> JSON {
        [
            "sheet": .string(shape.sheet), "visemes": .array(shape.visemes.map { .string($0.rawValue) }),
            "openness": .double(shape.openness), "width": .double(shape.width), "description": .string(mouth.rawValue),
        ]
    }

    /// Lower-case letters, digits and dashes.
    private static func plainName(of folder: String) -> String {
        let name = FileNames.last(of: folder).lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return String(name)
    }
}
