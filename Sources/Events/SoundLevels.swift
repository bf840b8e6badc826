/// How levels of a sound lie along its length.
package enum SoundLevels {
    /// Of each span there is one level, from 0 to 255, whatever the rate of the pictures.
    package static let span = TimeSpan(microseconds: 33_333)
}
