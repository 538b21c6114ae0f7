import type { PlaySession } from "@shoal/contract/player";
import { HlsPlayback } from "../playback/hls-playback.ts";
import {
  LIVE_EDGE_TOLERANCE_SEC,
  type Playback,
  type PlaybackOptions,
  type Quality,
  type TimeRange,
} from "../playback/playback.ts";
import { startVideo } from "../playback/start-video.ts";
import { DirectReceiver, type DirectState } from "./direct-receiver.ts";
import { FrozenFrame } from "./frozen-frame.ts";

/** How often to check whether the viewer has returned to the live edge. */
const CHECK_INTERVAL_MS = 1_000;

/**
 * Plays a live from segments, or without delay while the viewer has a place in its room. Viewers request a place while they follow
 * the live. Pausing or seeking back gives the place to another viewer. Both kinds of playback use the same element, and the last
 * frame stays on the screen until the next one arrives.
 */
export class MixedPlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #hls: HlsPlayback;
  readonly #receiver: DirectReceiver;
  readonly #frozen: FrozenFrame;
  readonly #listeners = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #session: PlaySession;
  #isStarted = false;
  #isDirect = false;
  #isTakingOver = false;
  #hasBegun = false;
  /** The invisible element that plays the stream without delay until the stream has a frame. */
  #trial: HTMLVideoElement | undefined;

  constructor(options: PlaybackOptions) {
    this.#options = options;
    this.#session = options.session;
    this.#frozen = new FrozenFrame(options.video);
    this.#receiver = new DirectReceiver({
      room: () => this.#session.direct ?? { url: "", ticket: "" },
      onTicketRefused: () => void this.#hls.renew(),
      onState: (state) => this.#follow(state),
    });
    this.#hls = new HlsPlayback(
      { ...options, onRenewed: (next) => this.#renewed(next) },
      {
        rendition: () => (this.#isDirect ? this.#receiver.rendition : undefined),
        bytes: () => this.#receiver.bytes,
        isStill: () => this.#isDirect && !options.video.paused && this.#receiver.isStill,
        isTakingOver: () => this.#isTakingOver,
      },
    );
    const { signal } = this.#listeners;
    options.video.addEventListener("pause", () => this.#paused(), { signal });
    options.video.addEventListener("play", () => this.#reconsider(), { signal });
    this.#timer = setInterval(() => this.#reconsider(), CHECK_INTERVAL_MS);
  }

  start(): void {
    this.#isStarted = true;
    this.#hls.start();
  }

  beginAt(positionSec: number): void {
    this.#hls.beginAt(positionSec);
  }

  liveRange(): TimeRange | undefined {
    return this.#hls.liveRange();
  }

  isOver(): boolean {
    return !this.#isDirect && this.#hls.isOver();
  }

  positionSec(): number | undefined {
    return this.#isDirect ? this.liveRange()?.endSec : undefined;
  }

  sought(positionSec: number): boolean {
    if (!this.#isDirect) {
      this.#hls.sought(positionSec);
      return false;
    }
    const behindSec = this.#behindSec(positionSec);
    if (behindSec > LIVE_EDGE_TOLERANCE_SEC) this.#leave(behindSec);
    return true;
  }

  attempt(atMs: number): void {
    this.#hls.attempt(atMs);
  }

  qualities(): Quality[] {
    return this.#hls.qualities();
  }

  chosenQuality(): number {
    return this.#hls.chosenQuality();
  }

  playingQuality(): Quality | undefined {
    return this.#isDirect ? undefined : this.#hls.playingQuality();
  }

  chooseQuality(id: number): void {
    this.#hls.chooseQuality(id);
  }

  renew(): Promise<void> {
    return this.#hls.renew();
  }

  retry(): void {
    this.#hls.retry();
  }

  stats() {
    return this.#hls.stats();
  }

  close(): void {
    this.#listeners.abort();
    clearInterval(this.#timer);
    this.#endTrial();
    if (this.#isDirect) this.#options.video.srcObject = null;
    this.#isDirect = false;
    this.#frozen.release();
    this.#receiver.leave();
    this.#hls.close();
  }

  #renewed(session: PlaySession): void {
    this.#session = session;
    this.#options.onRenewed(session);
    this.#receiver.renewed();
  }

  /** Requests a place while the viewer follows the live. */
  #reconsider(): void {
    if (!this.#isStarted || this.#isDirect) return;
    const isFollowing = this.#isFollowing();
    if (isFollowing === true) this.#receiver.join();
    else if (isFollowing === false) this.#receiver.leave();
  }

  /** Whether the viewer follows the live; undefined while this is unknown, such as after a seek, until there is a frame. */
  #isFollowing(): boolean | undefined {
    const { video } = this.#options;
    if (video.paused || video.ended) return false;
    this.#hasBegun ||= video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    // Until there is a frame, the element has no position. Playback will start where the other viewers are.
    if (!this.#hasBegun) return true;
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    return this.#behindSec(video.currentTime) <= LIVE_EDGE_TOLERANCE_SEC;
  }

  #behindSec(positionSec: number): number {
    return (this.liveRange()?.endSec ?? positionSec) - positionSec;
  }

  #paused(): void {
    if (this.#isDirect) this.#leave();
    else this.#reconsider();
  }

  #follow(state: DirectState): void {
    this.#endTrial();
    if (state.phase === "receiving") this.#tryDirect(state.stream);
    else if (this.#isDirect) this.#playSegments();
  }

  #tryDirect(stream: MediaStream): void {
    const trial = document.createElement("video");
    this.#trial = trial;
    trial.muted = true;
    trial.srcObject = stream;
    trial.addEventListener("loadeddata", () => {
      if (trial !== this.#trial) return;
      this.#endTrial();
      this.#playDirect(stream);
    });
    void trial.play().catch(() => undefined);
  }

  #endTrial(): void {
    if (this.#trial) this.#trial.srcObject = null;
    this.#trial = undefined;
  }

  #playDirect(stream: MediaStream): void {
    this.#takeOver({ isDirect: true, isWished: false }, () => {
      this.#hls.stepAside();
      this.#options.video.srcObject = stream;
    });
  }

  /**
   * Plays segments.
   * @param behindSec how far behind the live edge viewers who follow the live are.
   */
  #playSegments({ behindSec = 0, isWished = false } = {}): void {
    this.#takeOver({ isDirect: false, isWished }, () => {
      this.#options.video.srcObject = null;
      this.#hls.stepIn(behindSec);
    });
  }

  #leave(behindSec = 0): void {
    this.#playSegments({ behindSec, isWished: true });
    this.#receiver.leave();
  }

  /**
   * Switches to the other kind of playback.
   * @param isWished whether the viewer has requested the switch and is waiting for it.
   */
  #takeOver({ isDirect, isWished }: { isDirect: boolean; isWished: boolean }, load: () => void): void {
    const { video, onQualities } = this.#options;
    const isPlaying = !video.paused;
    this.#frozen.hold();
    this.#isDirect = isDirect;
    this.#isTakingOver = isDirect || isWished;
    load();
    video.playbackRate = 1;
    this.#frozen.releaseWhenShown(() => {
      this.#isTakingOver = false;
    });
    if (isPlaying) void startVideo(video);
    onQualities();
  }
}
