/// How loud a sound is along its length, 0 to 255 for each `span`.
package enum SoundLevels {
    /// What a level tells of, whatever the rate of the pictures.
    package static let span = Span(microseconds: 33_333)
}
