/// The engine's mode without its timers, as logs and reports name it.
package enum ModeName: String, Hashable, Sendable, CaseIterable {
    case idle, transition, overlay, finishingBase, returnTransition

    /// One short word, as panels and conditions name it.
    package var word: String {
        switch self {
        case .idle: "idle"
        case .transition: "bridge"
        case .overlay: "talk"
        case .finishingBase: "finish"
        case .returnTransition: "return"
        }
    }
}
