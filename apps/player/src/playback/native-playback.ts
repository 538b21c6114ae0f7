import type { PlaySession } from "@shoal/contract/player";
import { type Attachment, attachNative } from "@shoal/sdk";
import {
  AUTO_QUALITY,
  type Playback,
  type PlaybackOptions,
  type Quality,
  type TimeRange,
} from "./playback.ts";

export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType("application/vnd.apple.mpegurl") !== "";
}

const MIN_RETRY_DELAY_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;

/** Plays with the browser's own HLS support, which chooses the quality itself. */
export class NativePlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #attachment: Attachment;
  readonly #listeners = new AbortController();
  #session: PlaySession;
  #startSec: number;
  #isStarted = false;
  #hasPlayed = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const { video, session, referrer, authorization, ownerPass, consent, viewer } = options;
    const { pageProof, onFault } = options;
    this.#session = session;
    this.#startSec = options.startSec;
    this.#attachment = attachNative({
      video,
      session,
      edgeUrl: location.origin,
      referrer,
      authorization,
      ownerPass,
      consent,
      viewer,
      pageProof,
      onFault,
      onReplaced: (next) => this.#replace(next),
      onRenewed: options.onRenewed,
    });
    const { signal } = this.#listeners;
    video.addEventListener("error", () => this.#failed(), { signal });
    const handlePlaying = () => {
      this.#hasPlayed = true;
      options.onRecovered();
    };
    video.addEventListener("playing", handlePlaying, { signal });
    video.addEventListener("resize", () => options.onQualities(), { signal });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#load(this.#startSec);
  }

  beginAt(positionSec: number): void {
    this.#startSec = positionSec;
  }

  liveRange(): TimeRange | undefined {
    const { seekable } = this.#options.video;
    if (!this.#session.live || seekable.length === 0) return undefined;
    return { startSec: seekable.start(0), endSec: seekable.end(seekable.length - 1) };
  }

  isOver(): boolean {
    return Number.isFinite(this.#options.video.duration);
  }

  sought(): boolean {
    // The element performs the seek when its position is set, so this method moves nothing.
    return false;
  }

  attempt(atMs: number): void {
    this.#attachment.attempt(atMs);
  }

  qualities(): Quality[] {
    return [];
  }

  chosenQuality(): number {
    return AUTO_QUALITY;
  }

  playingQuality(): Quality | undefined {
    return undefined;
  }

  chooseQuality(): void {
    // The browser chooses the quality, so there are no renditions to offer.
  }

  retry(): void {
    const { video } = this.#options;
    const { generation } = this.#session;
    void this.#attachment.renewNow().then(() => {
      // The edge may have blocked the viewer, or the viewer may have left.
      if (this.#listeners.signal.aborted || this.#session.generation !== generation) return;
      this.#load(video.currentTime);
      void video.play().catch(() => undefined);
    });
  }

  renew(): Promise<void> {
    return this.#attachment.renewNow();
  }

  stats() {
    return this.#attachment.stats();
  }

  close(): void {
    clearTimeout(this.#retryTimer);
    this.#listeners.abort();
    this.#attachment.close();
  }

  #load(atSec: number): void {
    const { video } = this.#options;
    video.src = this.#attachment.freshUrl(this.#session.hlsUrl);
    if (atSec > 0) {
      const seek = () => {
        video.currentTime = atSec;
      };
      video.addEventListener("loadedmetadata", seek, { once: true, signal: this.#listeners.signal });
    }
  }

  #replace(session: PlaySession): void {
    const { video, onReplaced } = this.#options;
    const isPlaying = !video.paused && !video.ended;
    clearTimeout(this.#retryTimer);
    this.#session = session;
    onReplaced(session);
    if (!this.#isStarted) return;
    // The timeline of a live starts at zero again with each run.
    this.#load(session.live ? 0 : video.currentTime);
    if (isPlaying) void video.play().catch(() => undefined);
  }

  #failed(): void {
    const { error, paused } = this.#options.video;
    // Browsers report a rejected playlist as an unsupported format. A video that has already played cannot have an unsupported
    // format.
    const isRefused = this.#hasPlayed && error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
    const isNetwork = isRefused || error?.code === MediaError.MEDIA_ERR_NETWORK;
    const type = isNetwork ? "network" : "media";
    // The generation may have been replaced, which a new session reveals. A live may pause until its publisher returns.
    if (isNetwork && this.#session.live && !paused) this.#retryLater();
    else if (isNetwork) void this.#attachment.renewNow();
    this.#options.onFault({ type, detail: error?.message ?? "", fatal: true, cause: error });
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.retry(), MIN_RETRY_DELAY_MS + Math.random() * RETRY_SPREAD_MS);
  }
}
