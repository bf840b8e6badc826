/// One voice that a program has.
package struct VoiceDescription: Hashable, Sendable {
    /// What it is asked for by.
    package let name: String
    /// As in `en-us`; empty when the program does not say.
    package let language: String
    /// For people; empty when the program does not say.
    package let title: String

    package init(name: String, language: String, title: String) {
        (self.name, self.language, self.title) = (name, language, title)
    }
}
