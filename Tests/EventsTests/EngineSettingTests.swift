import Testing

@testable import Events

@Suite struct EngineSettingTests {
    private static let defaults = PlaybackSettings()

    @Test("what is taken unless given lies within the bounds", arguments: EngineSetting.allCases)
    func bounds(setting: EngineSetting) {
        switch setting.kind {
        case .count(let path, let range):
            #expect(range.contains(Self.defaults[keyPath: path]))
            #expect(range.lowerBound >= 0)
        case .span(let path, let range):
            #expect(range == .zero ... .seconds(600))
            #expect(range.contains(Self.defaults[keyPath: path]))
        case .flag, .clip: break
        }
    }

    @Test("rates are from 1 to 1,000, so that a period is neither endless nor nothing")
    func rates() {
        for setting in [EngineSetting.framesPerSecond, .idleFramesPerSecond] {
            guard case .count(let path, let range) = setting.kind else {
                Issue.record("\(setting) is no count")
                continue
            }
            #expect(range == 1...1_000)
            var settings = PlaybackSettings()
            for bound in [range.lowerBound, range.upperBound] {
                settings[keyPath: path] = bound
                #expect(settings.period > .zero)
            }
        }
    }

    @Test("each setting stands in a place of its own, and all of them but the clock are settings")
    func places() {
        var paths: Set<AnyKeyPath> = []
        for setting in EngineSetting.allCases {
            switch setting.kind {
            case .count(let path, _): paths.insert(path)
            case .span(let path, _): paths.insert(path)
            case .flag(let path): paths.insert(path)
            case .clip(let path): paths.insert(path)
            }
        }
        #expect(paths.count == EngineSetting.allCases.count)
        #expect(paths.count == Mirror(reflecting: Self.defaults).children.count - 1)
    }
}
