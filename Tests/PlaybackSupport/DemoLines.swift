import Files
import Foundation
import Support
import Tapes

/// The bundled demo as text, for tests that change one thing in it.
package struct DemoLines {
    package private(set) var lines: [Substring]

    package static func tape() throws -> String { try Assets.demoTape() }

    package init(in folder: Folder) throws {
        let path = folder.file("demo.ndjson")
        if !folder.names.contains("demo.ndjson") { try convert(try Self.tape(), to: path) }
        lines = String(decoding: try folder.bytes(of: "demo.ndjson"), as: UTF8.self).split(separator: "\n")
    }

    /// Changes the first occurrence of `text` behind the frame with this sequence of this chunk.
    package mutating func change(_ text: String, to other: String, behindFrame sequence: Int, ofChunk chunk: Int) throws
    {
        for place in lines.indices
        where lines[place].contains("\"event\":\"receive_frame_images_batch\"")
            && lines[place].contains("\"chunk_index\":\(chunk),")
        {
            guard let frame = lines[place].range(of: "\"sequence_index\":\(sequence),"),
                let found = lines[place].range(of: text, range: frame.upperBound..<lines[place].endIndex)
            else { continue }
            lines[place].replaceSubrange(found, with: other)
            return
        }
        throw NotThere(text: text)
    }

    /// Changes the bytes of all sounds.
    package mutating func changeSounds(_ change: ([UInt8]) throws -> [UInt8]) throws {
        for place in lines.indices {
            guard let sound = lines[place].firstMatch(of: /"audio_data":"([A-Za-z0-9+\/=]+)"/)?.1 else { continue }
            guard let bytes = Data(base64Encoded: String(sound)) else { throw NotThere(text: "audio_data") }
            let changed = Data(try change(Array(bytes))).base64EncodedString()
            lines[place].replaceSubrange(sound.startIndex..<sound.endIndex, with: changed)
        }
    }

    package struct NotThere: Error { let text: String }

    /// - Returns: the path.
    package func write(_ name: String, in folder: Folder) throws -> String {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: folder.file(name)))
        return folder.file(name)
    }
}
