import JSON
import Wire

/// A field inside a message or a frame: `a.b`, `a[0]`, `a[-1]` for the last, `a[]` for each, `a["b.c"]` for odd names.
struct RewritePath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
        case each
    }

    var steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    /// Applies `change` once at every place that the path names; `nil` stands for a member that is missing, and for one
    /// that is to go. Members are made only as the last step. `false` when there is no such place.
    func apply(to value: inout JSON, _ change: (JSON?) -> JSON?) -> Bool {
        var slot: JSON? = value
        let hasFound = Self.apply(steps[...], to: &slot, change)
        value = slot ?? .null
        return hasFound
    }

    private static func apply(
        _ steps: ArraySlice<Step>, to slot: inout JSON?, _ change: (JSON?) -> JSON?
    ) -> Bool {
        guard let step = steps.first else {
            let new = change(slot)
            defer { slot = new }
            return new != nil || slot != nil
        }
        let rest = steps.dropFirst()
        switch (step, slot) {
        case (.member(let key), .object(var object)?) where PayloadReference(object) == nil:
            slot = nil  // the only holder, so that a change copies nothing
            defer { slot = .object(object) }
            return apply(rest, toMember: key, of: &object, change)
        case (.element, .array(var values)?), (.each, .array(var values)?):
            slot = nil
            defer { slot = .array(values) }
            return apply(rest, to: places(of: step, in: values), of: &values, change)
        default: return false
        }
    }

    private static func apply(
        _ rest: ArraySlice<Step>, toMember key: String, of object: inout JSONObject, _ change: (JSON?) -> JSON?
    ) -> Bool {
        let place = object.members.firstIndex { $0.key == key }
        guard place != nil || rest.isEmpty else { return false }
        var member = place.map { object.members[$0].value }
        if let place { object.members[place].value = .null }
        let hasFound = apply(rest, to: &member, change)
        switch (place, member) {
        case (let place?, let value?): object.members[place].value = value
        case (let place?, nil): object.members.remove(at: place)
        case (nil, let value?): object.append(key, value)
        case (nil, nil): break
        }
        return hasFound
    }

    private static func places(of step: Step, in values: [JSON]) -> [Int] {
        guard case .element(let number) = step else { return Array(values.indices) }
        let place = number < 0 ? values.count + number : number
        return values.indices.contains(place) ? [place] : []
    }

    private static func apply(
        _ rest: ArraySlice<Step>, to places: [Int], of values: inout [JSON], _ change: (JSON?) -> JSON?
    ) -> Bool {
        var hasFound = false
        for place in places.reversed() {
            var slot: JSON? = values[place]
            values[place] = .null
            hasFound = apply(rest, to: &slot, change) || hasFound
            if let slot { values[place] = slot } else { values.remove(at: place) }
        }
        return hasFound
    }
}
