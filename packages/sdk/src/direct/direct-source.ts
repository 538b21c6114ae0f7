import type { MeteredVideo, MeterSource, Rendition } from "../metrics/meter.ts";

/** The no-delay stream of a live, received directly from the publishing page. */
export interface DirectSource {
  /** Returns the rendition on screen. Undefined if there is no such stream, or if segments are played instead. */
  rendition(): Rendition | undefined;
  /** Returns the bytes received from the publisher over the whole session. */
  bytes(): number;
  /** Whether the no-delay stream is stalled. */
  isStill(): boolean;
  /** Whether the direct stream is about to replace what is playing. This does not count as a stall, however long the first frame takes. */
  isTakingOver(): boolean;
}

/** Counts data from the publishing page as peer data, because that page is a peer. */
export function withDirect(source: MeterSource, direct: DirectSource): MeterSource {
  return {
    video: withStreamTime(source.video, direct),
    renditionAt: (positionSec) => direct.rendition() ?? source.renditionAt(positionSec),
    awaited: () => (direct.rendition() || direct.isStill() ? "peer" : source.awaited()),
    swarm() {
      const swarm = source.swarm();
      const filming = direct.rendition() ? 1 : 0;
      return { ...swarm, bytesPeer: swarm.bytesPeer + direct.bytes(), peers: swarm.peers + filming };
    },
  };
}

/** Wraps an element whose time advances with the audio of a stream while its video is frozen, and which pauses at its end. */
function withStreamTime(video: MeteredVideo, direct: DirectSource): MeteredVideo {
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
    // Some browsers lack this method.
    requestVideoFrameCallback: video.requestVideoFrameCallback?.bind(video),
  };
}
