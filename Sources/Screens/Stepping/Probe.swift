import Cells
import Engine
import Events
import Keys
import Panels

/// The probe: one pixel of the picture's source, moved by arrows and the mouse.
extension Stepping {
    mutating func closeProbe() -> [ScreenAction] {
        guard probe != nil else { return [] }
        probe = nil
        return [.endProbe]
    }

    /// `false` while the probe is off.
    mutating func moveProbe(_ x: Int, _ y: Int, _ played: Played) -> Bool {
        guard let probe else { return false }
        setProbe(PixelPoint(x: probe.x + x, y: probe.y + y), played)
        return true
    }

    /// Nowhere but in the picture.
    mutating func setProbe(_ point: PixelPoint, _ played: Played) {
        guard let composite = played.composite, let size = played.source.size(of: composite),
            (0..<size.width).contains(point.x), (0..<size.height).contains(point.y)
        else { return }
        probe = point
    }
}

extension ScreenModel {
    mutating func toggleProbe(_ played: Played) -> [ScreenAction] {
        guard stepping.probe == nil else { return stepping.closeProbe() }
        guard !stepping.showsPair else {
            notice = "Probing needs a single picture" + keys.advice("; press ", .togglePair, " to close the pair")
            return []
        }
        guard isPictureShown(played) else { return [] }
        guard let composite = played.composite, let size = played.source.size(of: composite) else {
            notice = "No picture yet"
            return []
        }
        stepping.probe = PixelPoint(x: size.width / 2, y: size.height / 2)
        return []
    }

    /// - Returns: false, and says so, where what is asked for would show in a picture for which there is no room.
    mutating func isPictureShown(_ played: Played) -> Bool {
        if pictureRect(layout(played)) != nil { return true }
        notice =
            "The picture is hidden"
            + (screen == .debugger && debugger.isLogAlone ? keys.advice("; press ", .toggleLogPage, " to show it") : "")
        return false
    }

    /// By one of the pixels that the terminal shows, which stand for several of the source each.
    mutating func moveProbe(shown arrow: NamedKey, _ played: Played) {
        guard let probe = stepping.probe, let placement = context(played).placement,
            let shown = placement.target(of: probe)
        else { return }
        let (x, y): (Int, Int) =
            switch arrow {
            case .left: (-1, 0)
            case .right: (1, 0)
            case .up: (0, -1)
            default: (0, 1)
            }
        if let point = placement.source(of: PixelPoint(x: shown.x + x, y: shown.y + y)) {
            stepping.setProbe(point, played)
        }
    }

    // MARK: What it says

    /// Away from the pixel, and the cells that show its color.
    func probePopup(_ layout: ScreenLayout, _ played: Played) -> (panel: Panel, swatch: CellRect?)? {
        guard let point = stepping.probe, let picture = pictureRect(layout), let composite = played.composite,
            let reading = played.source.reading(of: composite, at: point)
        else { return nil }
        let target = played.placement(of: composite, in: drawingRequest(picture).area)?.target(of: point)
        let cell = target.map { CellPoint(column: picture.origin.column + $0.x, row: picture.origin.row + $0.y / 2) }
        return ProbePanel.popup(reading, at: cell, on: picture, in: layout)
    }

    /// Within the picture.
    package func swatch(_ layout: ScreenLayout, _ played: Played) -> CellRect? {
        guard let picture = pictureRect(layout), let swatch = probePopup(layout, played)?.swatch else { return nil }
        return CellRect(
            column: swatch.origin.column - picture.origin.column, row: swatch.origin.row - picture.origin.row,
            columns: swatch.size.columns, rows: swatch.size.rows)
    }
}
