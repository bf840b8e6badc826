import Debugger

extension TimelineBin: Packable {
    private enum Number: Int, CaseIterable {
        case statuses, modes, facts, firstGeneration, lastGeneration, arrival, decoding, hold, skips, drift, faults
    }

    static var numberCount: Int { Number.allCases.count }

    func pack(into row: inout PackedRow<Never>) {
        row[Number.statuses] = Int64(statuses)
        row[Number.modes] = Int64(modes.rawValue)
        row[Number.facts] = Int64(facts.rawValue)
        row[Number.firstGeneration] = Int64(firstGeneration)
        row[Number.lastGeneration] = Int64(lastGeneration)
        row[Number.arrival] = arrival
        row[Number.decoding] = decoding
        row[Number.hold] = hold
        row[Number.skips] = Int64(skips)
        row[Number.drift] = drift
        row[Number.faults] = Int64(bitPattern: faults)
    }

    init(unpacking row: inout PackedRow<Never>) {
        statuses = UInt16(truncatingIfNeeded: row[Number.statuses])
        modes = Modes(rawValue: UInt8(truncatingIfNeeded: row[Number.modes]))
        facts = Facts(rawValue: UInt16(truncatingIfNeeded: row[Number.facts]))
        firstGeneration = Int(row[Number.firstGeneration])
        lastGeneration = Int(row[Number.lastGeneration])
        arrival = row[Number.arrival]
        decoding = row[Number.decoding]
        hold = row[Number.hold]
        skips = Int(row[Number.skips])
        drift = row[Number.drift]
        faults = UInt64(bitPattern: row[Number.faults])
    }
}
