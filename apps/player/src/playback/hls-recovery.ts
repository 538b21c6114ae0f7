import type { PlayerFault } from "@shoal/sdk";
import Hls, { type ErrorData } from "hls.js";

const MIN_RETRY_DELAY_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;
/** Maximum delay before a new session after a live has moved to another ingest. The edge waits for the live during this time. */
const MOVED_SPREAD_MS = 1_000;
/** A second decoder error within this time is fatal, since the retry did not help. */
const MEDIA_FAULT_WINDOW_MS = 8_000;

export interface HlsRecoveryOptions {
  hls: Hls;
  isLive(): boolean;
  /** Requests a new session. Resolves whether or not this succeeds. */
  renew(): Promise<void>;
  /** Retries the loads that have failed. */
  retry(): void;
  onFault(fault: PlayerFault): void;
  /** Called when media arrives again after a failure. */
  onRecovered(): void;
}

/** Retries all loads that hls.js gives up, as long as the page is open. Media that cannot be decoded are not retried. */
export class HlsRecovery {
  readonly #options: HlsRecoveryOptions;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** The number of cancellations: a retry does not happen if it was cancelled while its session was renewed. */
  #cancellations = 0;
  #mediaFaultAtMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  /** Whether the token was renewed without delay after a 404, and no media has loaded since. */
  #hasHurried = false;

  constructor(options: HlsRecoveryOptions) {
    this.#options = options;
    const { hls } = options;
    hls.on(Hls.Events.ERROR, (_event, data) => this.#failed(data));
    hls.on(Hls.Events.FRAG_BUFFERED, () => this.#recovered());
  }

  /** Cancels pending retries, since the player now loads other media or none. */
  letGo(): void {
    clearTimeout(this.#retryTimer);
    this.#cancellations += 1;
  }

  #recovered(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#hasHurried = false;
    this.#options.onRecovered();
  }

  #failed(data: ErrorData): void {
    if (!data.fatal) return;
    this.#isFailing = true;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR) this.#networkFailed(data);
    else this.#mediaFailed(data);
  }

  /** Renews the session and retries, because the edge is unreachable or the token is old. */
  #networkFailed(data: ErrorData): void {
    const { onFault, isLive } = this.#options;
    onFault(faultOf("network", data, false));
    clearTimeout(this.#retryTimer);
    const hasMoved = !this.#hasHurried && isLive() && data.response?.code === 404;
    this.#hasHurried ||= hasMoved;
    const delayMs = hasMoved
      ? Math.random() * MOVED_SPREAD_MS
      : MIN_RETRY_DELAY_MS + Math.random() * RETRY_SPREAD_MS;
    this.#retryTimer = setTimeout(() => void this.#renewAndRetry(), delayMs);
  }

  async #renewAndRetry(): Promise<void> {
    const { renew, retry } = this.#options;
    const cancellations = this.#cancellations;
    await renew();
    if (cancellations === this.#cancellations) retry();
  }

  #mediaFailed(data: ErrorData): void {
    const isRepeated = performance.now() - this.#mediaFaultAtMs < MEDIA_FAULT_WINDOW_MS;
    this.#mediaFaultAtMs = performance.now();
    if (isRepeated || data.type !== Hls.ErrorTypes.MEDIA_ERROR)
      this.#options.onFault(faultOf("media", data, true));
    else this.#options.hls.recoverMediaError();
  }
}

const faultOf = (type: "network" | "media", data: ErrorData, fatal: boolean): PlayerFault => ({
  type,
  detail: data.details,
  fatal,
  cause: data.error,
});
