import Events

/// Why a pack's description cannot be used. It does not know its file; whoever read that names it.
package enum PackError: ReasonedError, Hashable {
    case notJSON(reason: String)
    /// A place such as `shapes[3].openness`, and what was expected and found there.
    case badField(place: String, reason: String)
    /// Nothing stands for this viseme, or for any that could take its place.
    case missingViseme(String)
    /// There is nothing to talk with.
    case noTalkingClip
    /// The shape of a viseme does not do what nobody believes the mouth without.
    case unusableShape(sheet: String, viseme: String, reason: String)

    /// One line for people.
    package var reason: String {
        switch self {
        case .notJSON(let reason): reason
        case .badField(let place, let reason): "\(place): \(reason)"
        case .missingViseme(let viseme): "\"shapes\": expected a shape for the viseme \"\(viseme)\", found none"
        case .noTalkingClip:
            "\"clips\": expected a clip with overlays from talking_…_s to talking_…_e, found none"
        case .unusableShape(let sheet, let viseme, let reason):
            "\"shapes\": \(sheet), which stands for \"\(viseme)\": \(reason)"
        }
    }
}
