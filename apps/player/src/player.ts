import type { PlaySession } from "@shoal/contract";
import { callPlay, PlayCallError, type PlayerFault, type PlayerStats } from "@shoal/sdk";
import { listenToHost } from "./host-messages.ts";
import type { Language, Texts } from "./i18n/texts.ts";
import type { PlayerOptions } from "./options.ts";
import { openPlayback } from "./playback/open-playback.ts";
import type { Playback } from "./playback/playback.ts";
import type { NoticeType } from "./skin/notice.ts";
import { createSkin, type Skin } from "./skin/skin.ts";

const RETRY_MIN_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;
const READY_RETRY_MIN_MS = 1_000;
const READY_RETRY_MAX_MS = 10_000;

export type PlayerState = "loading" | "ready" | "playing" | "paused" | "error" | "ended";

/** The embed page's player: from the play call to the last frame. */
export class EmbedPlayer {
  readonly #options: PlayerOptions;
  readonly #skin: Skin;
  readonly #openedAtMs = performance.now();
  readonly #tellHost: () => void;
  #playback: Playback | undefined;
  /** Null before the play call has been answered. */
  #durationSec: number | null = null;
  #isPlayWanted = false;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, options: PlayerOptions, texts: Texts, language: Language) {
    this.#options = options;
    const play = () => this.play();
    const retry = () => this.#retry();
    this.#skin = createSkin({ root, texts, language, options, play, retry });
    this.#followVideo();
    this.#tellHost = listenToHost({
      video: this.#skin.video,
      durationSec: () => this.#durationSec,
      load: () => this.#playback?.start(),
    });
    void this.#open();
  }

  /** The viewer's wish to play; kept until there is something to play. */
  play(): void {
    this.#isPlayWanted = true;
    if (!this.#playback) return;
    this.#playback.start();
    void this.#startVideo();
  }

  stats(): PlayerStats | undefined {
    return this.#playback?.stats();
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { uuid } = this.#options;
      await this.#begin(await callPlay({ edgeUrl: location.origin, uuid, referrer: document.referrer }));
    } catch (error) {
      if (!(error instanceof PlayCallError)) throw error;
      this.#playRefused(error);
    }
  }

  async #begin(session: PlaySession): Promise<void> {
    const { video } = this.#skin;
    this.#attempts = 0;
    this.#skin.hideNotice();
    this.#skin.setSession(session);
    this.#playback = await openPlayback({
      video,
      session,
      startSec: this.#options.startSec,
      isPeering: this.#options.isPeering,
      referrer: document.referrer,
      onFault: (fault) => this.#faulted(fault),
      onQualities: () => this.#skin.qualitiesChanged(),
      onRecovered: () => this.#skin.hideNotice(),
    });
    if (!this.#playback) {
      this.#fail("unsupported");
      return;
    }
    this.#skin.setPlayback(this.#playback);
    this.#skin.qualitiesChanged();
    this.#durationSec = session.durationSec;
    this.#tellHost();
    this.#setState("ready");
    const isAutoplay = this.#options.autoplay ?? session.player.autoplay;
    if (isAutoplay) this.#playback.attempt(this.#openedAtMs);
    if (isAutoplay || this.#isPlayWanted) this.play();
  }

  async #startVideo(): Promise<void> {
    const { video } = this.#skin;
    try {
      await video.play();
    } catch (error) {
      const isBlocked = error instanceof DOMException && error.name === "NotAllowedError";
      if (!isBlocked || video.muted) return;
      // With sound a browser wants a click first: without it, it plays at once.
      video.muted = true;
      await video.play().catch(() => undefined);
    }
  }

  #playRefused({ type }: PlayCallError): void {
    this.#attempts += 1;
    if (type === "not_ready" || type === "not_started") {
      this.#skin.showNotice(type);
      this.#setState("loading");
      this.#reopenIn(Math.min(READY_RETRY_MAX_MS, READY_RETRY_MIN_MS * 1.5 ** (this.#attempts - 1)));
      return;
    }
    this.#fail(isNotice(type) ? type : "network");
    if (type === "network") this.#reopenIn(RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS);
  }

  #reopenIn(delayMs: number): void {
    this.#timer = setTimeout(() => void this.#open(), delayMs);
  }

  #faulted({ type, fatal }: PlayerFault): void {
    if (!isNotice(type)) return;
    if (fatal) this.#fail(type);
    // What is buffered plays on while the connection is tried again: a notice only when nothing moves.
    else if (type === "network" && this.#skin.video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) {
      this.#awaitConnection();
    }
  }

  #awaitConnection(): void {
    const { video } = this.#skin;
    this.#skin.showNotice("network");
    video.addEventListener("canplay", () => this.#skin.hideNotice(), { once: true });
  }

  #fail(type: NoticeType): void {
    this.#skin.showNotice(type);
    if (type === "denied" || type === "not_found") this.#skin.video.pause();
    this.#setState("error");
  }

  #retry(): void {
    this.#skin.hideNotice();
    this.#isPlayWanted = true;
    if (!this.#playback) {
      void this.#open();
      return;
    }
    this.#playback.retry();
    void this.#startVideo();
  }

  #followVideo(): void {
    const { video } = this.#skin;
    video.addEventListener("playing", () => this.#setState("playing"));
    video.addEventListener("pause", () => {
      if (!video.ended) this.#setState("paused");
    });
    video.addEventListener("ended", () => this.#setState("ended"));
  }

  #setState(state: PlayerState): void {
    document.documentElement.dataset.state = state;
  }
}

const isNotice = (type: string): type is NoticeType => type !== "tracker" && type !== "integrity";
