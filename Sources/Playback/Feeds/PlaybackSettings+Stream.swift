import Events
import Settings

extension EngineSetting {
    /// Whether it says how the stream is made, rather than how long somebody waits for it.
    fileprivate var belongsToStream: Bool {
        switch self {
        case .framesPerSecond, .idleFramesPerSecond, .wrapsBaseIndex, .idleClip: true
        default: false
        }
    }

    fileprivate func copy(from source: PlaybackSettings, to target: inout PlaybackSettings) {
        switch kind {
        case .count(let path, _): target[keyPath: path] = source[keyPath: path]
        case .span(let path, _): target[keyPath: path] = source[keyPath: path]
        case .flag(let path): target[keyPath: path] = source[keyPath: path]
        case .clip(let path): target[keyPath: path] = source[keyPath: path]
        }
    }
}

extension PlaybackSettings {
    /// For a tape that is played afresh: its rates, its clip for idling and its way to count from `recorded`; limits and
    /// clock are those of whoever plays, and so is what somebody has set.
    func taking(streamOf recorded: PlaybackSettings, except adjusted: Set<EngineSetting>) -> PlaybackSettings {
        var settings = self
        for setting in EngineSetting.allCases where setting.belongsToStream && !adjusted.contains(setting) {
            setting.copy(from: recorded, to: &settings)
        }
        return settings
    }
}
