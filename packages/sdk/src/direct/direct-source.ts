import type { MeteredVideo, MeterSource, Rendition } from "../metrics/meter.ts";

/** A live as it comes from the page that films it, without delay. */
export interface DirectSource {
  /** The visible stream; undefined while there is none, or segments are played. */
  rendition(): Rendition | undefined;
  /** The bytes received this way, over the whole session. */
  bytes(): number;
  /** The no-delay stream is stalled. */
  isStill(): boolean;
  /** It is about to replace what plays: this is no stall, however long the first picture takes. */
  isTakingOver(): boolean;
}

/** Counts what comes so as what comes from a peer: the page that films is one. */
export function besideDirect(source: MeterSource, direct: DirectSource): MeterSource {
  return {
    video: watchedBeside(source.video, direct),
    renditionAt: (positionSec) => direct.rendition() ?? source.renditionAt(positionSec),
    awaited: () => (direct.rendition() || direct.isStill() ? "peer" : source.awaited()),
    swarm() {
      const swarm = source.swarm();
      const filming = direct.rendition() ? 1 : 0;
      return { ...swarm, bytesPeer: swarm.bytesPeer + direct.bytes(), peers: swarm.peers + filming };
    },
  };
}

/** An element's time goes on with the sound of a stream while its picture stands, and a stream that ends pauses it. */
function watchedBeside(video: MeteredVideo, direct: DirectSource): MeteredVideo {
  let movedSec = 0;
  return {
    HAVE_FUTURE_DATA: video.HAVE_FUTURE_DATA,
    get currentTime() {
      if (!direct.isStill()) movedSec = video.currentTime;
      return movedSec;
    },
    get readyState() {
      return direct.isStill() ? 0 : video.readyState;
    },
    get paused() {
      return video.paused && !direct.isStill();
    },
    get seeking() {
      return video.seeking || direct.isTakingOver();
    },
    get ended() {
      return video.ended;
    },
    addEventListener: video.addEventListener.bind(video),
    // Not every browser has it.
    requestVideoFrameCallback: video.requestVideoFrameCallback?.bind(video),
  };
}
