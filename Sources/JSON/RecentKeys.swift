/// Names of members by their place in an object: in a list of frames they are the same again and again, and a name of more
/// than 15 bytes costs an allocation.
struct RecentKeys {
    /// Members of the last object.
    var usualCount = 0
    private var keys = [String](repeating: "", count: 16)

    mutating func key(_ name: UnsafeBufferPointer<UInt8>, at place: Int) -> String {
        guard name.count > 15 else { return String(decoding: name, as: UTF8.self) }
        let slot = place % keys.count
        if keys[slot].utf8.withContiguousStorageIfAvailable({ $0.elementsEqual(name) }) != true {
            keys[slot] = String(decoding: name, as: UTF8.self)
        }
        return keys[slot]
    }
}
