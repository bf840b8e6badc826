import CSamplerate
import CSonic
import Events

extension Samples {
    /// At another rate, in the same time; the same samples at the same rate.
    /// - Throws: `SoundError.unreadable` when the library cannot do that.
    package func resampled(to other: Int) throws(SoundError) -> Samples {
        guard other != rate, !values.isEmpty else { return self }
        let ratio = Double(other) / Double(rate)
        let wanted = Int((Double(frameCount) * ratio).rounded(.up))
        let input = [Float](unsafeUninitializedCapacity: values.count) { buffer, count in
            src_short_to_float_array(values, buffer.baseAddress, Int32(clamping: values.count))
            count = values.count
        }
        var failure: Int32 = 0
        let output = [Float](unsafeUninitializedCapacity: wanted * channels) { buffer, count in
            input.withUnsafeBufferPointer { input in
                var task = SRC_DATA()
                (task.data_in, task.data_out) = (input.baseAddress, buffer.baseAddress)
                (task.input_frames, task.output_frames, task.src_ratio) = (frameCount, wanted, ratio)
                failure = src_simple(&task, Int32(SRC_SINC_FASTEST), Int32(channels))
                count = failure == 0 ? task.output_frames_gen * channels : 0
            }
        }
        guard failure == 0 else {
            let reason = src_strerror(failure).map { String(cString: $0) } ?? "unknown"
            throw .unreadable("\(rate) to \(other) samples a second: \(reason)")
        }
        let resampled = [Int16](unsafeUninitializedCapacity: output.count) { buffer, count in
            src_float_to_short_array(output, buffer.baseAddress, Int32(clamping: output.count))
            count = output.count
        }
        return Samples(rate: other, channels: channels, values: resampled)
    }

    /// Faster or slower at the same pitch.
    /// - Parameter percent: of the speed; 100 are the same samples.
    /// - Returns: about `frameCount` x 100 / `percent` frames.
    package func stretched(toSpeed percent: Int) -> Samples {
        guard percent != 100, percent > 0, !values.isEmpty,
            let stream = sonicCreateStream(Int32(clamping: rate), Int32(channels))
        else { return self }
        defer { sonicDestroyStream(stream) }
        sonicSetSpeed(stream, Float(percent) / 100)
        var (values, stretched) = (values, [Int16]())
        guard sonicWriteShortToStream(stream, &values, Int32(clamping: frameCount)) != 0,
            sonicFlushStream(stream) != 0
        else { return self }
        stretched.reserveCapacity(values.count * 100 / percent)
        var piece = [Int16](repeating: 0, count: 8_192 * channels)
        while case let count = Int(sonicReadShortFromStream(stream, &piece, 8_192)), count > 0 {
            stretched += piece[..<(count * channels)]
        }
        return Samples(rate: rate, channels: channels, values: stretched)
    }
}
