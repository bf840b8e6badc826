import Debugger
import Engine
import Events
import Keys

/// A number that is typed before a key that goes somewhere: so many times at once. One digit alone goes to its tenth, as in mpv, when
/// no other key follows it.
struct Count: Hashable, Sendable {
    static let most = 100_000
    /// How long another key is waited for: after one digit, which does something by itself, and after more, which do not.
    private static let (patience, longPatience) = (TimeSpan.milliseconds(500), TimeSpan.seconds(3))

    private(set) var value: Int
    private var digits = 1
    /// When nothing has followed for long enough, on the clock of `Played.now`.
    private(set) var end: Instant

    init(_ digit: Int, at now: Instant) { (value, end) = (digit, now + Self.patience) }

    mutating func add(_ digit: Int, at now: Instant) {
        value = min(value * 10 + digit, Self.most)
        digits = 2
        end = now + Self.longPatience
    }

    /// What it is without another key; `nil` where it is nothing.
    var tenth: Int? { digits == 1 ? value : nil }
    var times: Int { max(1, value) }
}

extension ScreenModel {
    /// When the digits that were typed count no more, on the clock of `Played.now`; `nil` where there are none.
    package var countEnd: Instant? { count?.end }

    /// A digit, or what ends a count and does nothing else.
    /// - Returns: `nil` for all other keys.
    mutating func receiveInCount(_ key: Key, _ command: Command?, _ played: Played) -> [ScreenAction]? {
        // Behind the prefix of a hosted program there is one key.
        if case .tenth(let digit)? = command, screen != .host {
            notice = nil
            if count == nil { count = Count(digit, at: played.now) } else { count?.add(digit, at: played.now) }
            return []
        }
        guard count != nil else { return nil }
        if key == .named(.enter) { return endCount(played) }
        guard command == .close else { return nil }
        count = nil
        return []
    }

    /// No other key has followed.
    mutating func endCount(_ played: Played) -> [ScreenAction] {
        defer { count = nil }
        guard let tenth = count?.tenth else { return [] }
        (notice, stepping.awaitedRun) = (nil, nil)
        return perform(.tenth(tenth), played)
    }

    /// Does a command that goes somewhere so many times, as one jump; any other one once.
    mutating func perform(_ command: Command, times: Int, _ played: Played) -> [ScreenAction] {
        guard times > 1, command.isCounted else { return perform(command, played) }
        switch command {
        case .secondsForward where stepping.probe != nil, .secondsBack where stepping.probe != nil:
            _ = stepping.moveProbe(command == .secondsForward ? times : -times, 0, played)
            return []
        case .nextMatch, .previousMatch:
            let isForward = command == .nextMatch
            if screen == .reader { return apply(reader.goToMatch(forward: isForward, times: times, context(played))) }
            return apply(stepping.goToMatch(isForward ? .forward : .backward, times: times, played, keys))
        case .runForward: return run(Run(.forward, times: times), played)
        case .runBack: return run(Run(.backward, times: times), played)
        case .nextOtherFault: return run(Run(toOtherFault: times), played)
        case .jumpBack: return jump(by: -times, played)
        case .jumpForward: return jump(by: times, played)
        default: return perform(command, played).flatMap { counted($0, times, played) }
        }
    }

    private mutating func counted(_ action: ScreenAction, _ times: Int, _ played: Played) -> [ScreenAction] {
        switch action {
        case .go(to: let goal): return stepping.go(to: goal.times(times))
        case .skip(let span): return [.skip(span * Int64(times))]
        case .read(let command): return ReaderScreen.repeated(command, times, played).map(ScreenAction.read)
        default: return [action]
        }
    }
}

extension Goal {
    /// A step that many times; any other goal as it is.
    fileprivate func times(_ times: Int) -> Goal {
        switch self {
        case .frames(let count): .frames(count * times)
        case .chunks(let count): .chunks(count * times)
        case .events(let count): .events(count * times)
        case .words(let count): .words(count * times)
        case .sentences(let count): .sentences(count * times)
        case .heard, .frame, .time, .chunk, .place, .start, .end: self
        }
    }
}

extension ReaderScreen {
    /// Words and parts that one count goes through, at the most: the reader hears of each.
    private static let mostRepeated = 1_000

    /// So many sentences are one jump; beyond an end is at that end.
    fileprivate static func repeated(_ command: ReaderCommand, _ times: Int, _ played: Played) -> [ReaderCommand] {
        let here = played.reader?.record.transcript?.number
        switch (command, here) {
        case (.next, let here?): return [.jump(sentence: here + times)]
        case (.previous, let here?): return [.jump(sentence: here - times)]
        default: return [ReaderCommand](repeating: command, count: min(times, mostRepeated))
        }
    }
}

/// How far one press of a key goes.
enum KeySteps {
    /// Percent, of `[` and `]`.
    static let speed = 10
    /// Percent, of `u` and `U`.
    static let volume = 10
    /// Of the keys that go some seconds on or back.
    static let skip = TimeSpan.seconds(5)
    /// Rows of a list, of the keys that turn pages.
    static let list = 10
}
