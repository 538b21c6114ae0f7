import { type FrameRate, fpsOf, parseFrameRate } from "@shoal/frames";
import { attachHls, callPlay } from "@shoal/sdk";
import Hls, { type HlsConfig, type Level } from "hls.js";

export interface ReviewMediaOptions {
  video: HTMLVideoElement;
  uuid: string;
  /** Origin of the edge, without a final slash. */
  edgeUrl: string;
  /** The pass of a preview as it is now; undefined while there is none. */
  pass: () => string | undefined;
  /** Where to begin. */
  startSec: number;
  /** It can be played and sought in from now on. @param rate of its renditions, undefined where none says one. */
  onReady(rate: FrameRate | undefined): void;
  /** It does not play, and does not begin to by itself. */
  onFailed(): void;
}

/** Loads a video's renditions into an element. */
export interface ReviewMedia {
  /** Puts the best rendition for the picture's size in place of a worse one that is shown. */
  sharpen(): void;
  /** The network decides again which rendition comes. */
  relax(): void;
  close(): void;
}

/** Who reviews goes back and forth. */
const KEPT_SEC = 120;
const AHEAD_SEC = 30;
/** A measured line is known after the first segments; until then the better one is worth a wait. */
const ASSUMED_BPS = 8_000_000;
/** Rates in playlists are rounded. */
const SAME_RATE = 0.995;
const RETRY_MS = 3_000;
/** A second decoder fault within this time is not cured by trying the same again. */
const MEDIA_FAULT_WINDOW_MS = 8_000;

// Captions, and what is shown between, are none of a review's; everything runs on the page's own thread, as media are not repackaged.
const CONFIG = {
  autoStartLoad: false,
  capLevelToPlayerSize: true,
  enableWorker: false,
  maxBufferLength: AHEAD_SEC,
  maxBufferSize: 0,
  backBufferLength: KEPT_SEC,
  abrEwmaDefaultEstimate: ASSUMED_BPS,
  subtitleStreamController: undefined,
  subtitleTrackController: undefined,
  timelineController: undefined,
  interstitialsController: undefined,
} as unknown as Partial<HlsConfig>;

/**
 * Plays a video as a preview: as its client's people may, counted nowhere, exchanged with nobody.
 * @throws PlayCallError when the edge does not let it be played, or cannot be reached.
 */
export async function openReviewMedia(options: ReviewMediaOptions): Promise<ReviewMedia> {
  const { video, uuid, edgeUrl, pass, startSec, onReady, onFailed } = options;
  // What is behind the # is the page's own, and may open a review link.
  const referrer = location.origin + location.pathname;
  const session = await callPlay({ edgeUrl, uuid, referrer, ownerPass: pass });
  const hls = new Hls({ ...CONFIG, startPosition: startSec });
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
    keepFullRate(hls);
    const rate = rateOf(hls.levels);
    hls.startLoad(hls.config.startPosition);
    if (!isReady) onReady(rate);
    isReady = true;
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.NETWORK_ERROR) {
      clearTimeout(retry);
      retry = setTimeout(() => void attachment.renewNow().then(again), RETRY_MS);
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
  /** The rendition that replaces the shown one. */
  let wanted: number | undefined;
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag }) => {
    const { currentTime, paused } = video;
    if (frag.type !== "main" || frag.level !== wanted || !paused) return;
    if (frag.start > currentTime || frag.end <= currentTime) return;
    wanted = undefined;
    // What was replaced under the playhead is drawn by a seek.
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

/** Renditions at half of the rate, as small ones of fast videos are, do not have every frame. */
function keepFullRate(hls: Hls): void {
  const most = Math.max(0, ...hls.levels.map(({ frameRate }) => frameRate || 0));
  for (let level = hls.levels.length - 1; level >= 0; level--) {
    const frameRate = hls.levels[level]?.frameRate || most;
    if (frameRate < most * SAME_RATE) hls.removeLevel(level);
  }
}

function rateOf(levels: readonly Level[]): FrameRate | undefined {
  const rates = levels.flatMap(({ attrs }) => parseFrameRate(attrs["FRAME-RATE"] ?? "") ?? []);
  return rates.toSorted((a, b) => fpsOf(b) - fpsOf(a))[0];
}
