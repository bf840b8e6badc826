import Bytes

/// Bytes to characters, controls and sequences, wherever the bytes are cut.
///
/// The state machine that vt100.net publishes for DEC's terminals, with UTF-8 in its ground state, colons between parameters, and
/// strings (OSC, DCS; APC, PM and SOS are swallowed) that are kept up to a limit.
struct SequenceParser: Sendable {
    /// Bytes of a string; of one that is longer nothing is obeyed.
    static let stringLimit = 1 << 20

    private enum State: UInt8, Sendable {
        case ground
        case escape, escapeIntermediate
        case entry, parameters, intermediates, ignored
        case deviceEntry, deviceParameters, deviceIntermediates, deviceIgnored, deviceString
        case systemString
        /// SOS, PM, APC.
        case swallowed
        /// ESC inside of a string: the string ends if `\` follows, and if something else does.
        case stringEscape
    }

    private var state = State.ground
    /// What ESC interrupted.
    private var interrupted = State.ground
    private var sequence = ControlSequence()
    /// The final byte of a DCS.
    private var deviceFinal: UInt8 = 0
    private var string: [UInt8] = []
    private var isTooLong = false
    private var utf8 = UTF8Decoder()
}

/// Who is told what the bytes mean.
protocol SequenceSink {
    /// Bytes 0x20…0x7E.
    mutating func characters(ascii run: UnsafeRawBufferPointer)
    mutating func character(_ scalar: UInt32)
    /// C0.
    mutating func execute(_ control: UInt8)
    mutating func escape(_ final: UInt8, intermediate: UInt8)
    mutating func control(_ final: UInt8, _ sequence: ControlSequence)
    mutating func systemCommand(_ bytes: [UInt8])
    mutating func deviceControl(_ final: UInt8, _ sequence: ControlSequence, _ bytes: [UInt8])
}

extension SequenceParser {
    mutating func parse(_ bytes: UnsafeRawBufferPointer, into sink: inout some SequenceSink) {
        guard let memory = bytes.baseAddress else { return }
        var place = 0
        let end = bytes.count
        while place < end {
            if state == .ground {
                place = ground(memory, place, end, &sink)
            } else {
                step(memory.load(fromByteOffset: place, as: UInt8.self), &sink)
                place += 1
            }
        }
    }

    /// Characters and C0 controls, until something else begins.
    @inline(__always)
    private mutating func ground(
        _ memory: UnsafeRawPointer, _ from: Int, _ end: Int, _ sink: inout some SequenceSink
    ) -> Int {
        var place = from
        while place < end {
            let byte = memory.load(fromByteOffset: place, as: UInt8.self)
            if utf8.isPending {
                place += utf8.take(byte) { sink.character($0) } ? 1 : 0
            } else if byte >= 0x20, byte < 0x7F {
                let start = place
                place = Self.endOfRun(memory, place + 1, end)
                sink.characters(ascii: UnsafeRawBufferPointer(start: memory + start, count: place - start))
            } else if byte >= 0x80 {
                utf8.begin(byte) { sink.character($0) }
                place += 1
            } else if byte == 0x1B {
                state = .escape
                sequence.begin()
                return place + 1
            } else {
                if byte != 0x7F { sink.execute(byte) }
                place += 1
            }
        }
        return place
    }

    /// Eight bytes at once: whether one of them is no printable ASCII.
    @inline(__always)
    private static func endOfRun(_ memory: UnsafeRawPointer, _ from: Int, _ end: Int) -> Int {
        var place = from
        while place + 8 <= end {
            let word = memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            // The high bit is set for bytes below 0x20, for 0x7F and, from the word itself, from 0x80 on.
            let low = word &- 0x2020_2020_2020_2020
            let high = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x0101_0101_0101_0101
            if (low | high | word) & 0x8080_8080_8080_8080 != 0 { break }
            place += 8
        }
        while place < end {
            let byte = memory.load(fromByteOffset: place, as: UInt8.self)
            guard byte >= 0x20, byte < 0x7F else { break }
            place += 1
        }
        return place
    }

    private mutating func step(_ byte: UInt8, _ sink: inout some SequenceSink) {
        switch state {
        case .ground: return
        case .systemString, .deviceString, .swallowed, .deviceIgnored: inString(byte, &sink)
        case .stringEscape: afterStringEscape(byte, &sink)
        default: inSequence(byte, &sink)
        }
    }

    private mutating func inSequence(_ byte: UInt8, _ sink: inout some SequenceSink) {
        switch byte {
        case 0x18, 0x1A: state = .ground
        case 0x1B:
            state = .escape
            sequence.begin()
        case 0x00..<0x20: if !isDevice { sink.execute(byte) }
        // No sequence has such bytes; the rest of it may still come.
        case 0x7F...: break
        default:
            switch state {
            case .escape: afterEscape(byte, &sink)
            case .escapeIntermediate: inEscape(byte, &sink)
            case .entry, .parameters, .intermediates: inControl(byte, &sink)
            case .ignored: if byte >= 0x40 { state = .ground }
            default: inDevice(byte)
            }
        }
    }

    private var isDevice: Bool {
        state == .deviceEntry || state == .deviceParameters || state == .deviceIntermediates
    }

    private mutating func afterEscape(_ byte: UInt8, _ sink: inout some SequenceSink) {
        switch byte {
        case UInt8(ascii: "["): state = .entry
        case UInt8(ascii: "]"): beginString(.systemString)
        case UInt8(ascii: "P"): state = .deviceEntry
        case UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): beginString(.swallowed)
        case 0x20...0x2F:
            sequence.collect(byte)
            state = .escapeIntermediate
        default:
            state = .ground
            sink.escape(byte, intermediate: 0)
        }
    }

    private mutating func inEscape(_ byte: UInt8, _ sink: inout some SequenceSink) {
        if byte < 0x30 { return sequence.collect(byte) }
        state = .ground
        if sequence.isUsable { sink.escape(byte, intermediate: sequence.intermediate) }
    }

    private mutating func inControl(_ byte: UInt8, _ sink: inout some SequenceSink) {
        switch byte {
        case 0x40...:
            state = .ground
            if sequence.isUsable { sink.control(byte, sequence) }
        case 0x20...0x2F:
            sequence.collect(byte)
            state = .intermediates
        case _ where state == .intermediates: state = .ignored
        default: if !parameter(byte, isFirst: state == .entry) { state = .ignored } else { state = .parameters }
        }
    }

    /// - Returns: false where it cannot stand.
    @inline(__always) private mutating func parameter(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case 0x30...0x39: sequence.digit(byte)
        case 0x3A: sequence.separator(isColon: true)
        case 0x3B: sequence.separator(isColon: false)
        default:
            guard isFirst else { return false }
            sequence.prefix = byte
        }
        return true
    }

    private mutating func inDevice(_ byte: UInt8) {
        switch byte {
        case 0x40...:
            deviceFinal = byte
            beginString(sequence.isUsable ? .deviceString : .deviceIgnored)
        case 0x20...0x2F:
            sequence.collect(byte)
            state = .deviceIntermediates
        case _ where state == .deviceIntermediates: state = .deviceIgnored
        default:
            let isAllowed = parameter(byte, isFirst: state == .deviceEntry)
            state = isAllowed ? .deviceParameters : .deviceIgnored
        }
    }

    // MARK: Strings

    private mutating func beginString(_ kind: State) {
        state = kind
        string.removeAll(keepingCapacity: string.capacity <= 65_536)
        isTooLong = false
    }

    private mutating func inString(_ byte: UInt8, _ sink: inout some SequenceSink) {
        switch byte {
        case 0x1B:
            interrupted = state
            state = .stringEscape
        case 0x18, 0x1A: state = .ground
        case 0x07 where state == .systemString: endString(&sink)
        case 0x00..<0x20 where state == .systemString: break
        default:
            guard state == .systemString || state == .deviceString else { return }
            if string.count < Self.stringLimit { string.append(byte) } else { isTooLong = true }
        }
    }

    private mutating func afterStringEscape(_ byte: UInt8, _ sink: inout some SequenceSink) {
        state = interrupted
        endString(&sink)
        guard byte != UInt8(ascii: "\\") else { return }
        // The sequence that began with this ESC.
        state = .escape
        sequence.begin()
        step(byte, &sink)
    }

    private mutating func endString(_ sink: inout some SequenceSink) {
        let kind = state
        state = .ground
        guard !isTooLong else { return }
        switch kind {
        case .systemString: sink.systemCommand(string)
        case .deviceString: sink.deviceControl(deviceFinal, sequence, string)
        default: return
        }
    }
}
