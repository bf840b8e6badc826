import Dispatch
import Synchronization

/// The results of `work` for each of the items, in their order, computed on all cores. A few items, or one core, are not
/// worth a thread.
package func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @Sendable (Item) -> Result
) -> [Result] {
    guard items.count > 1, ProcessorCount.online > 1 else { return items.map(work) }
    let results = Mutex([Result?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: items.count) { place in
        let result = work(items[place])
        results.withLock { $0[place] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
}

package enum ProcessorCount {
    /// Processors that the system uses, at least 1.
    package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
