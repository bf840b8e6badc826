import Events
import Support
import Testing

@testable import Cells

@Suite("sixteen colors, and none")
struct FewColorsTests {
    private static let sixteen = Quantizer(depth: .palette16)
    private static let none = Quantizer(depth: .none)

    /// Inks of a color all over a picture.
    private func inks(_ pixel: UInt32) -> Set<Ink> {
        Set((0..<64).map { Self.sixteen.ink(pixel, at: PixelPoint(x: $0 % 8, y: $0 / 8)) })
    }

    @Test("of 256 a color that the palette has is itself, and a mix of two is as near as the nearest one at least")
    func xterm() {
        for number in UInt8(16)...255 {
            let pixel = Palette.pixel(of: number)
            #expect(Palette.pixel(of: Palette256.nearest(pixel)) == pixel)
        }
        var random = SplitMix64(seed: 256)
        var (all, allAlone) = (Float(0), Float(0))
        for _ in 0..<2_000 {
            let pixel = UInt32.random(in: 0...0xFFFFFF, using: &random)
            let inks = (0..<64).map { Palette256.index(pixel, $0) }
            let lights = inks.map { OKLab.light(of: Palette.pixel(of: $0)) }
            let mixed = OKLab(lights.reduce(.zero, +) / 64)
            let nearest = OKLab(OKLab.light(of: Palette.pixel(of: Palette256.nearest(pixel))))
            let wanted = OKLab(OKLab.light(of: pixel))
            // Half a step of the table's five bits may be between them.
            #expect(mixed.distance(to: wanted).squareRoot() <= nearest.distance(to: wanted).squareRoot() + 0.02)
            #expect(Set(inks).count <= 2)
            all += mixed.distance(to: wanted)
            allAlone += nearest.distance(to: wanted)
        }
        #expect(all * 2 < allAlone)
    }

    @Test("of 256 brown is mixed of colors near to it: neither black nor olive nor a bright red is in it")
    func brown() {
        for pixel: UInt32 in [0x50281E, 0x5A3220, 0x3C1E14, 0x6E3C28] {
            let wanted = OKLab(OKLab.light(of: pixel))
            let inks = Set((0..<64).map { Palette256.index(pixel, $0) })
            let looks = inks.map { OKLab(OKLab.light(of: Palette.pixel(of: $0))) }
            #expect(
                looks.allSatisfy { abs($0.lightness - wanted.lightness) < 0.12 }, "\(String(pixel, radix: 16)): \(inks)"
            )
        }
    }

    @Test("a gray is mixed of grays alone, the darkest and the brightest stand for themselves")
    func grays() {
        let grays = Set([0, 7, 8, 15].map(Ink.palette16))
        #expect((0..<UInt32(256)).allSatisfy { inks($0 * 0x010101).isSubset(of: grays) })
        #expect(inks(0x000000) == [.palette16(0)] && inks(0xFFFFFF) == [.palette16(15)])
        #expect(inks(0x909090).count == 2)
    }

    @Test("what a terminal calls red, green, yellow and so on is shown in that color")
    func names() {
        let colors: [(UInt32, Set<UInt8>)] = [
            (0xC01818, [1, 9]), (0xF04848, [1, 9]), (0x20B828, [2, 10]), (0xF8F060, [3, 11]), (0x1838C8, [4, 12]),
            (0xB828B8, [5, 13]), (0x10A8B0, [6, 14]),
        ]
        for (color, numbers) in colors {
            #expect(numbers.contains(Palette16.nearest(color)), "\(String(color, radix: 16))")
        }
    }

    @Test("no two neighbors that are mixed differ more than gray does from black")
    func patterns() throws {
        let most = (0..<UInt32(4_096)).map { (value: UInt32) -> Float in
            let pixel = (value >> 8 & 15) * 0x110000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11
            let lights = inks(pixel).map { lightness(of: $0, on: TerminalPalettes.xterm) }
            return (lights.max() ?? 0) - (lights.min() ?? 0)
        }.max()
        #expect(try #require(most) <= lightness(of: .palette16(8), on: TerminalPalettes.xterm))
    }

    // MARK: A face

    /// Skin with brows, eyes and a mouth as a terminal of 40x20 has them, under hair.
    private func face(mouth: Int = 1, corner: UInt32 = 0x508890) -> PixelGrid {
        var grid = PixelGrid(PixelSize(width: 40, height: 38))
        func fill(_ color: UInt32, _ columns: Range<Int>, _ rows: Range<Int>) {
            for y in rows { for x in columns { grid[PixelPoint(x: x, y: y)] = color } }
        }
        fill(0x508890, 0..<40, 0..<38)
        fill(0x4A2C20, 7..<33, 2..<34)
        fill(0xE8B898, 13..<28, 9..<30)
        fill(0xD09878, 24..<28, 9..<30)
        fill(0x585048, 15..<18, 18..<19)
        fill(0x585048, 23..<26, 18..<19)
        fill(0xA85050, 18..<23, 26..<26 + mouth)
        fill(corner, 0..<3, 0..<3)
        return grid
    }

    /// Of what a terminal of these colors shows, 0…1.
    private func lightness(of ink: Ink, on palette: [UInt32]) -> Float {
        guard case .palette16(let number) = ink.meaning else { return -1 }
        return OKLab(OKLab.light(of: palette[Int(number)])).lightness
    }

    @Test("a face of 40x20: eyes and mouth are darker than the skin around them on every terminal", arguments: 0..<11)
    func readable(terminal: Int) {
        let palette = TerminalPalettes.all[terminal]
        let cells = CellGrid(face(), size: CellSize(columns: 40, rows: 19), quantizer: Self.sixteen)
        func lights(_ columns: Range<Int>, _ row: Int) -> [Float] {
            columns.map {
                let cell = cells[CellPoint(column: $0, row: row / 2)]
                return lightness(of: row % 2 == 0 ? cell.upper : cell.lower, on: palette)
            }
        }
        for (columns, row) in [(15..<18, 18), (23..<26, 18), (18..<23, 26)] {
            let skin = [row - 2, row - 1, row + 1, row + 2].map {
                lights(columns, $0).reduce(0, +) / Float(columns.count)
            }
            #expect((lights(columns, row).max() ?? 1) < (skin.min() ?? 0) - 0.08, "row \(row)")
        }
    }

    @Test("a face of 40x20 without colors: eyes and mouth are other characters than the skin, on dark and bright")
    func readableWithoutColors() {
        for isOnLight in [false, true] {
            for blocks in BlockStyle.allCases {
                let quantizer = Quantizer(depth: .none, shades: Shades(blocks: blocks, isOnLight: isOnLight))
                let cells = CellGrid(face(), size: CellSize(columns: 40, rows: 19), quantizer: quantizer)
                let skin = cells[CellPoint(column: 20, row: 7)].lower
                for (columns, row) in [(15..<18, 9), (23..<26, 9), (18..<23, 13)] {
                    for column in columns { #expect(cells[CellPoint(column: column, row: row)].lower != skin) }
                }
            }
        }
    }

    @Test("what stands still keeps its cells when something else changes", arguments: [ColorDepth.palette16, .none])
    func still(depth: ColorDepth) {
        let quantizer = Quantizer(depth: depth)
        let size = CellSize(columns: 40, rows: 19)
        let before = CellGrid(face(), size: size, quantizer: quantizer)
        let other = CellGrid(face(mouth: 3, corner: 0xFFFFFF), size: size, quantizer: quantizer)
        var changed = 0
        for place in (0..<size.count).map({ CellPoint(column: $0 % 40, row: $0 / 40) })
        where before[place] != other[place] {
            changed += 1
            // The mouth's rows or the corner, and the pixels beside them.
            let isMouth = 17...23 ~= place.column && 12...14 ~= place.row
            #expect(isMouth || (place.column <= 3 && place.row <= 1), "\(place)")
        }
        #expect(changed > 0)
    }

    @Test(
        "a line darker than its neighbors becomes darker, what is even and the background stay, and only four neighbors count"
    )
    func sharpened() {
        var grid = PixelGrid(PixelSize(width: 5, height: 5))
        for place in 0..<20 { grid[PixelPoint(x: place % 5, y: place / 5)] = 0xE0A080 }
        for x in 0..<5 { grid[PixelPoint(x: x, y: 2)] = 0xB08070 }
        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            Sharpening.sixteenColors.pixel(at: PixelPoint(x: x, y: y), of: grid)
        }
        // Lumas of 171 and 136: 7 tenths of a quarter of two differences.
        #expect(pixel(2, 2) == 0xA47464)
        #expect(pixel(2, 1) == 0xE6A686)
        // Neither the lower neighbor, which is background, nor those at the corners.
        #expect(pixel(2, 0) == 0xE0A080 && pixel(2, 4) == PixelGrid.background && pixel(2, 3) == 0xE6A686)
        #expect(pixel(9, 9) == PixelGrid.background && pixel(-1, 0) == PixelGrid.background)
        for place in 0..<20 where place / 5 != 2 { grid[PixelPoint(x: place % 5, y: place / 5)] = 0 }
        #expect(pixel(2, 2) == 0xDFAF9F)
    }

    @Test("without colors lips are darker than skin of the same luma, which is not so with sixteen colors")
    func lips() {
        let (skin, lips) = (UInt32(0xC09A80), UInt32(0xF08C80))
        #expect(abs(Sharpening.sixteenColors.lightness(skin) - Sharpening.sixteenColors.lightness(lips)) <= 1)
        #expect(Sharpening.noColors.lightness(skin) - Sharpening.noColors.lightness(lips) > 20)
        #expect(Sharpening.noColors.lightness(0xFFFFFF) == 255 && Sharpening.noColors.lightness(0) == 0)
    }

    // MARK: Characters

    private func characters(_ shades: Shades, _ cells: [(UInt32, UInt32)]) -> String {
        var text = String.UnicodeScalarView()
        for (upper, lower) in cells {
            if case .character(let scalar) = shades.character(upper, lower).meaning { text.append(scalar) }
        }
        return String(text)
    }

    @Test("brighter cells have denser characters, on a bright terminal darker ones")
    func ramps() {
        let cells = [0x000000, 0x606060, 0x888888, 0xB0B0B0, 0xFFFFFF].map { (color: UInt32) in (color, color) }
        #expect(characters(Shades(blocks: .any), cells) == " ░▒▓█")
        #expect(characters(Shades(blocks: .any, isOnLight: true), cells) == "█▓▒░ ")
        #expect(characters(Shades(blocks: .ascii), cells) == " -+%@")
        #expect(characters(Shades(blocks: .ascii, isOnLight: true), cells) == "@*=. ")
    }

    @Test(
        "halves are told apart by half blocks, the full one is left out where it may not be used, and the background stays blank"
    )
    func halves() {
        let cells: [(UInt32, UInt32)] = [
            (0xFFFFFF, 0), (0, 0xFFFFFF), (PixelGrid.background, 0xFFFFFF),
            (PixelGrid.background, PixelGrid.background),
        ]
        #expect(characters(Shades(blocks: .any), cells) == "▀▄▄ ")
        for blocks in [BlockStyle.lower, .upper] {
            #expect(characters(Shades(blocks: blocks), cells + [(0xFFFFFF, 0xFFFFFF)]) == "▀▄▄ ▓")
        }
        #expect(characters(Shades(blocks: .any, isOnLight: true), cells) == "▄▀  ")
    }
}
