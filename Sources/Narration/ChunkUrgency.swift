/// In which order chunks are made that were asked for and are not there yet.
///
/// Who reads asks for a chunk and its neighbors: that is one run of wishes, which is served in the order in which it came. Who jumps
/// begins another run somewhere else, which comes before all earlier ones.
struct ChunkUrgency: Hashable, Sendable {
    private struct Wish: Hashable {
        var place: Int
        var run: Int
    }

    /// In the order in which they came.
    private var wishes: [Wish] = []
    private var run = 0
    /// Of all chunks that the run of now was about.
    private var runPlaces: Set<Int> = []

    mutating func ask(_ place: Int) {
        if !(place - 1...place + 1).contains(where: runPlaces.contains) {
            run += 1
            runPlaces = []
        }
        runPlaces.insert(place)
        if let known = wishes.firstIndex(where: { $0.place == place }) {
            guard wishes[known].run != run else { return }
            wishes.remove(at: known)
        }
        wishes.append(Wish(place: place, run: run))
    }

    /// It is made, or nobody waits for it any more.
    mutating func remove(_ place: Int) { wishes.removeAll { $0.place == place } }

    /// The most urgent first.
    var places: [Int] {
        wishes.enumerated().sorted { ($1.element.run, $0.offset) < ($0.element.run, $1.offset) }.map(\.element.place)
    }
}
