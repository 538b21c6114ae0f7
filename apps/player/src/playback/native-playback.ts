import { type Attachment, attachNative } from "@shoal/sdk";
import { AUTO_QUALITY, type Playback, type PlaybackOptions, type Quality } from "./playback.ts";

export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** Lets a browser that knows HLS play it itself: it chooses its own quality. */
export class NativePlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #attachment: Attachment;
  readonly #listeners = new AbortController();
  #isStarted = false;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const { video, session, referrer, onFault } = options;
    this.#attachment = attachNative({ video, session, edgeUrl: location.origin, referrer, onFault });
    const { signal } = this.#listeners;
    video.addEventListener("error", () => this.#failed(), { signal });
    video.addEventListener("playing", () => options.onRecovered(), { signal });
    video.addEventListener("resize", () => options.onQualities(), { signal });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#load(this.#options.startSec);
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
    // The browser's own affair.
  }

  retry(): void {
    const { video } = this.#options;
    void this.#attachment.renewNow().then(() => {
      this.#load(video.currentTime);
      void video.play().catch(() => undefined);
    });
  }

  stats() {
    return this.#attachment.stats();
  }

  close(): void {
    this.#listeners.abort();
    this.#attachment.close();
  }

  #load(atSec: number): void {
    const { video, session } = this.#options;
    video.src = this.#attachment.freshUrl(session.hlsUrl);
    if (atSec > 0) {
      const seek = () => {
        video.currentTime = atSec;
      };
      video.addEventListener("loadedmetadata", seek, { once: true, signal: this.#listeners.signal });
    }
  }

  #failed(): void {
    const { error } = this.#options.video;
    const isNetwork = error?.code === MediaError.MEDIA_ERR_NETWORK;
    const type = isNetwork ? "network" : "media";
    this.#options.onFault({ type, detail: error?.message ?? "", fatal: true, cause: error });
  }
}
