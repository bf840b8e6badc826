/// Who made a certificate and whom it is for, as far as an error has to say it (RFC 5280, 4.1).
package struct CertificateNames: Hashable, Sendable {
    /// Names in DER, to be compared.
    private let issuer: [UInt8]
    private let subject: [UInt8]

    package var isSelfSigned: Bool { issuer == subject }

    /// - Parameter der: a whole certificate.
    /// - Returns: `nil` for what is none.
    package init?(der: [UInt8]) {
        var rest = der[...]
        guard let certificate = Self.value(&rest, tag: 0x30) else { return nil }
        rest = certificate.content
        guard let signed = Self.value(&rest, tag: 0x30) else { return nil }
        rest = signed.content
        // The version, which old ones do not have.
        _ = Self.value(&rest, tag: 0xA0)
        guard Self.value(&rest, tag: 0x02) != nil, Self.value(&rest, tag: 0x30) != nil,
            let issuer = Self.value(&rest, tag: 0x30), Self.value(&rest, tag: 0x30) != nil,
            let subject = Self.value(&rest, tag: 0x30)
        else { return nil }
        (self.issuer, self.subject) = (Array(issuer.content), Array(subject.content))
    }

    /// The issuer's common name, or its organization; `nil` where it has none that can be shown.
    package var issuerName: String? { Self.text(in: issuer, 0x03) ?? Self.text(in: issuer, 0x0A) }

    /// - Parameter attribute: the last byte of its object identifier 2.5.4.x.
    private static func text(in name: [UInt8], _ attribute: UInt8) -> String? {
        var sets = name[...]
        while let set = value(&sets, tag: 0x31) {
            var pairs = set.content
            while let pair = value(&pairs, tag: 0x30) {
                var parts = pair.content
                guard let kind = value(&parts, tag: 0x06), kind.content.elementsEqual([0x55, 0x04, attribute]),
                    let text = value(&parts, tag: nil)
                else { continue }
                return String(decoding: text.content.prefix(64), as: UTF8.self)
            }
        }
        return nil
    }

    /// Takes the next element; leaves all as it is where that has another tag, or is cut off.
    private static func value(_ rest: inout ArraySlice<UInt8>, tag: UInt8?) -> (tag: UInt8, content: ArraySlice<UInt8>)?
    {
        guard let found = rest.first, tag == nil || found == tag else { return nil }
        var left = rest.dropFirst()
        guard let first = left.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            guard (1...3).contains(first & 0x7F), left.count >= Int(first & 0x7F) else { return nil }
            length = left.prefix(Int(first & 0x7F)).reduce(0) { $0 << 8 | Int($1) }
            left = left.dropFirst(Int(first & 0x7F))
        }
        guard left.count >= length else { return nil }
        rest = left.dropFirst(length)
        return (found, left.prefix(length))
    }
}
