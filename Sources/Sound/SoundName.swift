import Events

/// Which sound: that of a chunk of a message.
package struct SoundName: Hashable, Sendable {
    package var chunk: Int
    package var generation: Generation

    package init(_ chunk: Int, _ generation: Generation) { (self.chunk, self.generation) = (chunk, generation) }
}
