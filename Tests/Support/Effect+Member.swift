import Engine
import Events

extension Effect {
    /// Without the member, and whose it is.
    package var unwrapped: (member: Member, effect: Effect) {
        if case .other(let member, let effect) = self { (member, effect) } else { (.main, self) }
    }
}
