import Engine
import Frames
import Sessions

/// Mouths in other colors than their faces, put together: one finding for frames that follow one another.
enum MouthColors {
    /// Frames that lie so near are one stretch, so that a mouth that flickers is one finding.
    private static let reach = 5
    /// A color changes when it differs by so much, of 255.
    private static let change = 8

    /// - Parameter frames: in any order.
    static func findings(_ frames: [SeamCheck.Tinted]) -> [AuditFinding] {
        stretches(frames.sorted { $0.record.ordinal < $1.record.ordinal }).map(finding)
    }

    private static func stretches(_ frames: [SeamCheck.Tinted]) -> [[SeamCheck.Tinted]] {
        var stretches: [[SeamCheck.Tinted]] = []
        for frame in frames {
            if let last = stretches.last?.last?.record, last.generation == frame.record.generation,
                frame.record.ordinal - last.ordinal <= reach
            {
                stretches[stretches.count - 1].append(frame)
            } else {
                stretches.append([frame])
            }
        }
        return stretches
    }

    private static func finding(_ stretch: [SeamCheck.Tinted]) -> AuditFinding {
        let (first, last) = (stretch[0].record, stretch[stretch.count - 1].record)
        let all = last.ordinal - first.ordinal + 1
        let place = "\(stretch.count) of \(all) frames"
        let tint = stretch.max { $0.tint.most < $1.tint.most }.map(\.tint) ?? stretch[0].tint
        let found = flickers(stretch) ? "mouth flickers: in \(place) \(words(tint))" : "\(words(tint)), in \(place)"
        return AuditFinding(.color, first, expected: "a mouth in the colors of the face around it", found: found)
    }

    /// Whether the color changes from frame to frame, in a third of them or more; frames that are left out have the face's colors.
    private static func flickers(_ stretch: [SeamCheck.Tinted]) -> Bool {
        let pairs = zip(stretch, stretch.dropFirst())
        let changes = pairs.count { before, next in
            next.record.ordinal - before.record.ordinal > 1 || differs(before.tint, next.tint)
        }
        return changes >= 3 && changes * 3 >= stretch.count
    }

    private static func differs(_ one: SeamTint, _ other: SeamTint) -> Bool {
        max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue)) > change
    }

    private static func words(_ tint: SeamTint) -> String {
        if tint.isExchanged { return "red and blue of the mouth are exchanged" }
        let colors = [tint.red, tint.green, tint.blue]
        let (least, most) = (colors.min() ?? 0, colors.max() ?? 0)
        if most - least <= 12, least > 0 { return "the mouth is \(most) levels brighter than the face" }
        if most - least <= 12, most < 0 { return "the mouth is \(-least) levels darker than the face" }
        let parts = zip(["red", "green", "blue"], colors).map { "\($0) \($1 > 0 ? "+" : "")\($1)" }
        return "the mouth's color differs from the face: \(parts.joined(separator: ", ")) of 255"
    }
}
