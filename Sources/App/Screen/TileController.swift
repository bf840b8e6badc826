import Events
import PictureInPicture
import Playback
import Screens

/// Gives the tile what it wants, pictures and frames of videos, and tells it what is on the screen.
///
/// Owner: the run loop, main actor.
@MainActor
final class TileController {
    private let loader: TileLoader
    private let renderer: ScreenRenderer

    init(_ loader: TileLoader, _ renderer: ScreenRenderer) { (self.loader, self.renderer) = (loader, renderer) }

    /// Has decoded what the tile wants at the edge; a replay has heard what came of it.
    func follow(_ playback: inout PlaybackController, at now: Instant) {
        guard !playback.isReplay, let tile = playback.edgeTile else { return }
        loader.follow(tile)
        let video = renderer.tile.pictures.video
        if let input = video.follow(tile, at: playback.position(at: now)) { playback.receiveInput(.tile(input)) }
        if video.hasNews { renderer.tile.pictures.renew() }
    }

    func receivePicture(_ event: TileEvent, _ playback: inout PlaybackController) {
        loader.finish(event)
        switch event {
        case .frame(let source, let payload, .success(let picture)):
            renderer.tile.pictures.store(picture, of: payload)
            playback.receiveInput(.tile(.frameDecoded(source, payload, picture.size)))
        case .frame(let source, let payload, .failure(let error)):
            playback.receiveInput(.tile(.frameFailed(source, payload, reason: error.reason)))
        case .image(let image, .success(let picture)):
            renderer.tile.pictures.store(picture, for: image)
            playback.receiveInput(.tile(.image(image, failure: nil)))
        case .image(let image, .failure(let failure)):
            playback.receiveInput(.tile(.image(image, failure: failure.reason)))
        }
    }

    /// - Returns: what the user is told.
    func receiveVideo(_ event: TileVideo.Event, _ playback: inout PlaybackController) -> String? {
        let (inputs, notice) = renderer.tile.pictures.video.receive(event)
        for input in inputs { playback.receiveInput(.tile(input)) }
        return notice
    }

    func tell(_ input: TileInput, _ playback: inout PlaybackController) {
        if playback.edgeTile != nil { playback.receiveInput(.tile(input)) }
    }

    /// Where it is and what the user chose, as far as it has been told otherwise: the tape says what was on this screen.
    func tell(of model: ScreenModel, _ playback: inout PlaybackController) {
        guard !playback.isReplay, let tile = playback.edgeTile else { return }
        if tile.settings != model.tile { playback.receiveInput(.tile(.settings(model.tile.all))) }
        guard let place = renderer.view.tilePlace else { return }
        if tile.place.stage != place.stage { playback.receiveInput(.tile(.stage(place.stage))) }
        if tile.place.window != place.window { playback.receiveInput(.tile(.window(place.window))) }
    }
}
