import Engine
import Events
import Sound

/// The first sound of the message that each member's engine hears, of which continuations may lack the header (specification 1.14, N25).
/// `Sound` is what is kept of it.
struct FirstSounds<Sound> {
    private var sounds: [Member: (generation: Generation, sound: Sound)] = [:]

    /// What is heard after it of its message may go on with it.
    mutating func heard(_ name: SoundName, _ sound: @autoclosure () -> Sound, by member: Member = .main) {
        if name.chunk == 0 { sounds[member] = (name.generation, sound()) }
    }

    /// The one that this sound may go on with; `nil` for the first itself.
    func continued(by name: SoundName, of member: Member = .main) -> Sound? {
        guard name.chunk > 0, let first = sounds[member], first.generation == name.generation else { return nil }
        return first.sound
    }
}
