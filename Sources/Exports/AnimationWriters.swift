import Events
import Files
import Frames
import Platform

/// Frames for which there is no picture lengthen the one before.
struct WebPWriter: FrameWriter {
    private let file: OutputFile
    private var animation: WebPAnimation
    private(set) var frameCount = 0
    private(set) var sameCount = 0

    init(_ path: String, partial: String, _ size: PixelSize, _ quality: WebPQuality) throws(CommandError) {
        animation = try naming(path) { () throws(AnimationError) in try WebPAnimation(size: size, quality: quality) }
        file = try OutputFile(path, partial: partial)
        try file.write(animation.header)
    }

    var byteCount: Int { file.byteCount }

    /// Encoding is nearly all of the work, and each frame's is its own.
    mutating func add(_ frames: [PicturedFrame]) throws {
        var drafts: [WebPAnimation.Draft] = []
        let isNew = try frames.map { frame in
            guard let picture = frame.picture?.fitted(onto: animation.size) else { return false }
            let draft = try naming(file.path) { () throws(AnimationError) in try animation.add(picture) }
            guard let draft else { return false }
            drafts.append(draft)
            return true
        }
        var encoded = inParallel(drafts) { draft in
            Result { () throws(AnimationError) in try draft.encoded() }
        }[...]
        for (frame, isNew) in zip(frames, isNew) {
            if isNew, let next = encoded.popFirst() {
                try file.write(naming(file.path) { () throws(AnimationError) in try animation.append(next.get()) })
                frameCount += 1
            } else if frame.picture != nil {
                sameCount += 1
            }
            if frameCount > 0 { animation.extend(by: frame.frame.duration) }
        }
    }

    mutating func finish() throws {
        try file.write(naming(file.path) { () throws(AnimationError) in try animation.finish() })
        try file.replace(from: 0, with: animation.header)
        try file.finish()
    }
}

/// Frames for which there is no picture lengthen the one before.
struct GIFWriter: FrameWriter {
    private let file: OutputFile
    private var animation: GIFAnimation
    private var pictureCount = 0

    init(_ path: String, partial: String, _ size: PixelSize, _ table: ColorTable) throws(CommandError) {
        animation = try naming(path) { () throws(AnimationError) in try GIFAnimation(size: size, table: table) }
        file = try OutputFile(path, partial: partial)
    }

    var byteCount: Int { file.byteCount }
    var frameCount: Int { animation.pictureCount }
    var tooShortCount: Int { animation.tooShortCount }
    var sameCount: Int { pictureCount - frameCount - tooShortCount }

    mutating func add(_ frames: [PicturedFrame]) throws {
        for frame in frames {
            if let picture = frame.picture?.fitted(onto: animation.size) {
                try file.write(
                    naming(file.path) { () throws(AnimationError) in
                        try animation.add(picture, for: frame.frame.duration)
                    })
                pictureCount += 1
            } else if pictureCount > 0 {
                animation.extend(by: frame.frame.duration)
            }
        }
    }

    mutating func finish() throws {
        try file.write(naming(file.path) { () throws(AnimationError) in try animation.finish() })
        try file.finish()
    }
}

/// What an encoder says, with the file that it is about.
private func naming<Value>(
    _ path: String, _ work: () throws(AnimationError) -> Value
) throws(CommandError) -> Value {
    do throws(AnimationError) {
        return try work()
    } catch {
        throw .failed("\(path): \(error.reason)")
    }
}
