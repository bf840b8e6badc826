/// A file of MP3 without the frame that holds the encoder's tag; `nil` where there is no second frame.
package func withoutMP3Tag(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 103 else { return nil }
    let second = (100..<bytes.count - 3).first { place in
        bytes[place..<place + 2] == bytes[0..<2] && bytes[place + 2] & 0x0C == bytes[2] & 0x0C
    }
    return second.map { Array(bytes[$0...]) }
}
