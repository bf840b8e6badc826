import Platform

/// Something to wait for together with other descriptors, which any thread can make happen, once.
package final class StopPipe: Sendable {
    /// Readable once it is stopped; negative when the system has none to give, then nothing stops.
    package let descriptor: Int32
    private let other: Int32

    package init() {
        let ends = Descriptor.pipe()
        (descriptor, other) = (ends?.reading ?? -1, ends?.writing ?? -1)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if other >= 0 { close(other) }
    }

    /// Does something that is told to stop once the task is canceled, and waits for it.
    package static func untilCanceled<Value: Sendable, Failure>(
        _ work: (StopPipe) async -> Result<Value, Failure>
    ) async throws(Failure) -> Value {
        let stop = StopPipe()
        let result = await withTaskCancellationHandler {
            await work(stop)
        } onCancel: {
            stop.stop()
        }
        return try result.get()
    }

    package func stop() {
        var byte: UInt8 = 0
        _ = write(other, &byte, 1)
    }

    package var isStopped: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return descriptor >= 0 && poll(&wanted, 1, 0) > 0
    }
}
