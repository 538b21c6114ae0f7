import { type FrameRate, fpsOf, parseFrameRate } from "@shoal/frames";
import { attachHls, callPlay } from "@shoal/sdk";
import Hls, { type HlsConfig, type Level } from "hls.js";

export interface ReviewMediaOptions {
  video: HTMLVideoElement;
  uuid: string;
  /** Origin of the edge, without a trailing slash. */
  edgeUrl: string;
  /** Returns the current pass of a preview; undefined while there is none. */
  pass: () => string | undefined;
  /** The start position in seconds. */
  startSec: number;
  /** Called when the media are ready. @param rate the renditions' frame rate; undefined if none specifies one. */
  onReady(rate: FrameRate | undefined): void;
  /** Called when the media cannot be played and a retry would not help. */
  onFailed(): void;
}

/** Loads a video's renditions into an element. */
export interface ReviewMedia {
  /** Replaces a shown rendition with the best one for the size of the picture area. */
  sharpen(): void;
  /** Lets the network conditions choose the rendition again. */
  relax(): void;
  close(): void;
}

/** The length of the played video that stays in the buffer, in seconds, because reviewers often go back. */
const BACK_BUFFER_SEC = 120;
const FORWARD_BUFFER_SEC = 30;
/**
 * The bandwidth that is assumed until the first segments allow a measurement. It is high, because reviewers prefer to wait for a better
 * rendition.
 */
const INITIAL_BANDWIDTH_BPS = 8_000_000;
/** The tolerance when comparing frame rates, which are rounded in playlists. */
const RATE_TOLERANCE = 0.995;
const RETRY_DELAY_MS = 3_000;
/** The time, in ms, within which a second decoder error means that reloading the media does not help. */
const MEDIA_FAULT_WINDOW_MS = 8_000;

// Captions are turned off, because reviews do not need them. The media need no repackaging, so hls.js needs no worker.
const HLS_CONFIG = {
  autoStartLoad: false,
  capLevelToPlayerSize: true,
  enableWorker: false,
  maxBufferLength: FORWARD_BUFFER_SEC,
  maxBufferSize: 0,
  backBufferLength: BACK_BUFFER_SEC,
  abrEwmaDefaultEstimate: INITIAL_BANDWIDTH_BPS,
  subtitleStreamController: undefined,
  subtitleTrackController: undefined,
  timelineController: undefined,
  interstitialsController: undefined,
} as unknown as Partial<HlsConfig>;

/**
 * Plays a video as a preview: with the rights of the client's users, without being counted, and without peers.
 * @throws PlayCallError if the edge rejects the call, or cannot be reached.
 */
export async function openReviewMedia(options: ReviewMediaOptions): Promise<ReviewMedia> {
  const { video, uuid, edgeUrl, pass, startSec, onReady, onFailed } = options;
  // The fragment must not be sent, because it may contain the key of a review link.
  const referrer = location.origin + location.pathname;
  const session = await callPlay({ edgeUrl, uuid, referrer, ownerPass: pass });
  const hls = new Hls({ ...HLS_CONFIG, startPosition: startSec });
  let isReady = false;
  let mediaFaultAtMs = Number.NEGATIVE_INFINITY;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const attachment = attachHls({
    hls,
    video,
    session,
    edgeUrl,
    referrer,
    ownerPass: pass,
    isPeering: false,
    onFault: ({ fatal }) => {
      if (fatal) onFailed();
    },
    onReplaced: (next) => {
      hls.config.startPosition = video.currentTime;
      hls.loadSource(next.hlsUrl);
    },
  });
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    removeHalfRateLevels(hls);
    const rate = rateOf(hls.levels);
    hls.startLoad(hls.config.startPosition);
    if (!isReady) onReady(rate);
    isReady = true;
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR) {
      clearTimeout(retry);
      retry = setTimeout(() => void attachment.renewNow().then(again), RETRY_DELAY_MS);
      return;
    }
    const isRepeated = performance.now() - mediaFaultAtMs < MEDIA_FAULT_WINDOW_MS;
    mediaFaultAtMs = performance.now();
    if (isRepeated || type !== Hls.ErrorTypes.MEDIA_ERROR) onFailed();
    else hls.recoverMediaError();
  });
  function again(): void {
    if (hls.levels.length === 0) hls.loadSource(attachment.freshUrl(session.hlsUrl));
    else hls.startLoad(video.currentTime);
  }
  hls.loadSource(session.hlsUrl);
  hls.attachMedia(video);
  /** The index of the rendition that is to replace the displayed rendition; undefined if none is loading. */
  let wanted: number | undefined;
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag }) => {
    const { currentTime, paused } = video;
    if (frag.type !== "main" || frag.level !== wanted || !paused) return;
    if (frag.start > currentTime || frag.end <= currentTime) return;
    wanted = undefined;
    // Seeks to the same time, which redraws the replaced segment under the playhead.
    video.currentTime = currentTime;
  });
  return {
    sharpen() {
      const best = hls.maxAutoLevel;
      if (best < 0 || hls.currentLevel < 0 || hls.currentLevel >= best) return;
      wanted = best;
      hls.currentLevel = best;
    },
    relax() {
      wanted = undefined;
      hls.loadLevel = -1;
    },
    close() {
      clearTimeout(retry);
      attachment.close();
      hls.destroy();
    },
  };
}

/** Excludes renditions with half the frame rate, such as small renditions of fast videos, because they lack frames. */
function removeHalfRateLevels(hls: Hls): void {
  const most = Math.max(0, ...hls.levels.map(({ frameRate }) => frameRate || 0));
  for (let level = hls.levels.length - 1; level >= 0; level--) {
    const frameRate = hls.levels[level]?.frameRate || most;
    if (frameRate < most * RATE_TOLERANCE) hls.removeLevel(level);
  }
}

function rateOf(levels: readonly Level[]): FrameRate | undefined {
  const rates = levels.flatMap(({ attrs }) => parseFrameRate(attrs["FRAME-RATE"] ?? "") ?? []);
  return rates.toSorted((a, b) => fpsOf(b) - fpsOf(a))[0];
}
