import Dispatch
import Synchronization

/// Does the same to several values, on all processors at once, and waits for all of it.
/// - Returns: the results in the order of the values.
func onAllProcessors<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ work: @Sendable (Input) -> Output
) -> [Output] {
    guard inputs.count > 1 else { return inputs.map(work) }
    let outputs = Mutex([Output?](repeating: nil, count: inputs.count))
    DispatchQueue.concurrentPerform(iterations: inputs.count) { place in
        let output = work(inputs[place])
        outputs.withLock { $0[place] = output }
    }
    return outputs.withLock { $0.compactMap { $0 } }
}
