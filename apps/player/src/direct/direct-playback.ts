import type { PlaySession } from "@shoal/contract/player";
import { type Attachment, attachDirect } from "@shoal/sdk";
import { AUTO_QUALITY, type Playback, type PlaybackOptions, type Quality } from "../playback/playback.ts";
import { startVideo } from "../playback/start-video.ts";
import { DirectReceiver, type DirectState } from "./direct-receiver.ts";
import { waitNoticeOf } from "./direct-wait.ts";
import { FrozenFrame } from "./frozen-frame.ts";

/** Time in ms after which a paused viewer loses their place to the next viewer in the queue. */
const MAX_PAUSE_MS = 60_000;

/** Plays a live without delay, for which it needs one of the room's few places. Seeking back is not possible. */
export class DirectPlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #attachment: Attachment;
  readonly #receiver: DirectReceiver;
  readonly #frozen: FrozenFrame;
  readonly #listeners = new AbortController();
  #session: PlaySession;
  #isStarted = false;
  #isShown = false;
  #hasShown = false;
  /** Whether the viewer paused. The element does not show this, since it is also paused when its source is removed. */
  #isPaused = false;
  /** Whether the end of the live has been reported, which must happen only once. */
  #isOver = false;
  #pausedTimer: ReturnType<typeof setTimeout> | undefined;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PlaybackOptions) {
    const { video, session, referrer, authorization, ownerPass, consent, viewer, pageProof } = options;
    const { onFault, onReplaced, onRenewed } = options;
    this.#options = options;
    this.#session = session;
    this.#frozen = new FrozenFrame(video);
    this.#receiver = new DirectReceiver({
      room: () => this.#session.direct ?? { url: "", ticket: "" },
      onTicketRefused: () => void this.#attachment.renewNow(),
      onState: (state) => this.#follow(state),
    });
    this.#attachment = attachDirect({
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
      onReplaced,
      direct: {
        rendition: () => (this.#isShown ? this.#receiver.rendition : undefined),
        bytes: () => this.#receiver.bytes,
        // Waiting for the first frame is not a stall.
        isStill: () => this.#hasShown && !this.#isPaused && this.#receiver.isStill,
        isTakingOver: () => false,
      },
      onRenewed: (next) => {
        this.#session = next;
        onRenewed(next);
        this.#receiver.renewed();
      },
    });
    const { signal } = this.#listeners;
    video.addEventListener("pause", () => this.#paused(), { signal });
    video.addEventListener("play", () => this.#played(), { signal });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#receiver.join();
  }

  beginAt(): void {
    // A live without delay always starts at the current moment.
  }

  isOver(): boolean {
    return this.#isOver;
  }

  liveRange(): undefined {
    return undefined;
  }

  sought(): boolean {
    // A live without delay can only be watched at the current moment.
    return true;
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

  playingQuality(): undefined {
    return undefined;
  }

  chooseQuality(): void {
    // A live without delay has a single quality.
  }

  renew(): Promise<void> {
    return this.#attachment.renewNow();
  }

  retry(): void {
    this.#receiver.retry();
  }

  stats() {
    return this.#attachment.stats();
  }

  close(): void {
    this.#listeners.abort();
    clearTimeout(this.#pausedTimer);
    this.#receiver.leave();
    clearTimeout(this.#lostTimer);
    this.#frozen.release();
    this.#attachment.close();
  }

  #paused(): void {
    this.#isPaused = true;
    clearTimeout(this.#pausedTimer);
    this.#pausedTimer = setTimeout(() => this.#receiver.leave(), MAX_PAUSE_MS);
  }

  #played(): void {
    this.#isPaused = false;
    clearTimeout(this.#pausedTimer);
    if (this.#isStarted) this.#receiver.join();
  }

  #follow(state: DirectState): void {
    clearTimeout(this.#lostTimer);
    if (state.phase === "receiving") {
      this.#show(state.stream);
      return;
    }
    this.#hide();
    const wait = waitNoticeOf(state, this.#hasShown);
    if (!wait || (wait.reason === "over" && this.#isOver)) return;
    this.#isOver = wait.reason === "over";
    if (this.#isOver) this.#hasShown = false;
    this.#lostTimer = setTimeout(() => this.#options.onWaiting(wait), wait.afterMs);
  }

  #show(stream: MediaStream): void {
    const { video, onRecovered } = this.#options;
    video.srcObject = stream;
    this.#isShown = true;
    this.#isOver = false;
    this.#frozen.releaseWhenShown(() => {
      this.#hasShown = true;
      onRecovered();
    });
    if (!this.#isPaused) void startVideo(video);
  }

  /** Removes the stream together with its connection. The last frame stays visible. */
  #hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    const { video } = this.#options;
    this.#frozen.hold();
    video.srcObject = null;
  }
}
