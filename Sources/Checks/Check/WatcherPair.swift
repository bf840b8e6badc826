import Engine
import Events
import Playback
import Sound

/// Two that follow the same run.
final class WatcherPair: RunWatcher {
    private let first: any RunWatcher
    private let second: any RunWatcher

    init(_ first: any RunWatcher, _ second: any RunWatcher) { (self.first, self.second) = (first, second) }

    func receive(_ event: Event, by engine: PlaybackEngine) {
        first.receive(event, by: engine)
        second.receive(event, by: engine)
    }

    func receive(_ item: VirtualRun.Item, from engine: PlaybackEngine) {
        first.receive(item, from: engine)
        second.receive(item, from: engine)
    }

    func receive(_ sound: DecodedSound, at time: Instant) {
        first.receive(sound, at: time)
        second.receive(sound, at: time)
    }

    func keep(_ sound: Samples, _ hash: ContentHash) {
        first.keep(sound, hash)
        second.keep(sound, hash)
    }
}
