/// Looks again and again until `condition` holds; false when it does not within the limit, which only a failing test
/// reaches unless it is given another one. A longer one than a minute looks like a hang: whoever gives it says why.
package func eventually(
    within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    var looks = 0
    while try await !condition() {
        looks += 1
        // On a busy machine a minute may pass in a few turns.
        if ContinuousClock.now > deadline, looks > 100 { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
