import Dispatch
import Platform
import Synchronization

/// A check at work beside the run loop.
///
/// Owner: the run loop, which does not leave before nothing is left of it. On a thread of its own.
package final class CheckJob: Sendable {
    private let isGivenUp = Atomic(false)
    private let work = DispatchGroup()

    /// - Parameter report: takes what was found out, unless that is given up before.
    package init(_ path: String, _ options: CheckOptions, report: @escaping @Sendable (CheckResult) -> Void) {
        work.enter()
        onOwnThread { [work] in
            defer { work.leave() }
            let isGivenUp = { self.isGivenUp.load(ordering: .relaxed) }
            let result = Check.run(path, options, isGivenUp: isGivenUp, misdraw: nil)
            if !isGivenUp() { report(result) }
        }
    }

    /// Gives it up and waits until nothing is left of it.
    package func leave() {
        isGivenUp.store(true, ordering: .relaxed)
        work.wait()
    }
}
