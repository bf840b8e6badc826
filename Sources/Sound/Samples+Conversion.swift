import CSamplerate
import Events

extension Samples {
    /// At another rate, in the same time; the same samples at the same rate.
    /// - Throws: `SoundError.unreadable` when the library cannot do that, and `.beyondLimit` when more would come of it than is taken:
    ///   a small file of a low rate is a large sound at a high one.
    package func resampled(to other: Int, _ limits: SoundLimits = SoundLimits()) throws(SoundError) -> Samples {
        guard other != rate, !values.isEmpty else { return self }
        let ratio = Double(other) / Double(rate)
        let wanted = Int((Double(frameCount) * ratio).rounded(.up))
        guard wanted * channels * MemoryLayout<Int16>.size <= limits.byteCount else { throw limits.tooLarge }
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
    /// - Returns: `frameCount` x 100 / `percent` frames.
    package func stretched(toSpeed percent: Int) -> Samples {
        guard percent != 100, percent > 0, !values.isEmpty else { return self }
        let changer = SpeedChanger(rate: rate, channels: channels, percent: percent)
        let begun = changer.take(self)
        return Samples(rate: rate, channels: channels, values: begun.values + changer.finish().values)
    }
}
