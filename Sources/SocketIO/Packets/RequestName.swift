/// What clients ask of a backend, and tell it (specification 1.7).
package enum RequestName: String, Sendable {
    case manifest = "request_base_animations_manifest"
    case clip = "request_specific_base_animation"
    case logSession = "set_session_id"
    /// Also the name under which a recording keeps what its user said.
    case userMessage = "user_message"
}
