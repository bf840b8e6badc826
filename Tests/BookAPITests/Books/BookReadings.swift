import Events

@testable import BookAPI

func read(_ text: String, _ listed: ListedChunk = ListedChunk()) throws(BookError)
    -> (chunk: BookChunk, oddities: [String])
{
    try BookChunkReading.chunk(Array(text.utf8), listed)
}

/// A chunk of these sentences, with other members behind them.
func chunk(_ sentences: String, _ others: String = "") throws(BookError) -> BookChunk {
    try read(#"{"sentences":[\#(sentences)]\#(others.isEmpty ? "" : ",")\#(others)}"#).chunk
}

func us(_ microseconds: Int64) -> TimeSpan { TimeSpan(microseconds: microseconds) }

func words(_ times: (Int?, Int64, Int64)...) -> [WordTime] { times.map { WordTime($0.0, us($0.1), us($0.2)) } }

func lane(_ tokens: String...) -> LaneText { LaneText(tokens.joined(separator: " "), tokens: tokens) }
