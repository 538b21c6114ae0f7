import type { SegmentId, TrackerRequest } from "../protocol/index.ts";
import { rememberLatest } from "./remember-latest.ts";

/** The maximum number of remembered hashes: two hours of 4 s segments in two tracks. */
const MAX_HASHES = 4_000;
/** The number of hashes that are reported again after a reconnection. It is well below the burst that the tracker accepts. */
const MAX_RESENT_HASHES = 100;
/** How long to wait for the tracker's response, which takes one round trip. Afterwards, the server is used instead. */
const ANSWER_TIMEOUT_MS = 1_000;

export interface ObservedHashesOptions {
  /** Sends a message to the tracker. @returns false while it is unreachable. */
  notify(request: Extract<TrackerRequest, { type: "seen" | "hash" }>): boolean;
  /** Called when the tracker confirms that others received the same bytes from the server. */
  onConfirmed(segment: SegmentId): void;
}

/**
 * The hashes of media whose host publishes none: those that several viewers received alike from the server, collected by the
 * tracker.
 */
export class ObservedHashes {
  readonly #options: ObservedHashesOptions;
  readonly #own = new Map<SegmentId, string>();
  readonly #confirmed = new Map<SegmentId, string>();
  readonly #waiting = new Map<SegmentId, (() => void)[]>();

  constructor(options: ObservedHashesOptions) {
    this.#options = options;
  }

  find(segment: SegmentId): string | undefined {
    return this.#confirmed.get(segment);
  }

  /** Queries the tracker. Resolves with its response, or with undefined if it is unreachable. */
  refresh(segment: SegmentId): Promise<void> {
    if (this.#confirmed.has(segment)) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(segment);
      if (waiting) {
        waiting.push(resolve);
        return;
      }
      if (!this.#options.notify({ type: "hash", segment })) {
        resolve();
        return;
      }
      this.#waiting.set(segment, [resolve]);
      setTimeout(() => this.#release(segment), ANSWER_TIMEOUT_MS);
    });
  }

  /** Reports the hash of a segment that came entirely from the server. */
  saw(segment: SegmentId, sha256: string): void {
    rememberLatest(this.#own, segment, sha256, MAX_HASHES);
    this.#options.notify({ type: "seen", segment, sha256 });
  }

  /** Handles the tracker's response, which is the confirmed hash or null. */
  handleConfirmed(segment: SegmentId, sha256: string | null): void {
    if (sha256 === null) this.#confirmed.delete(segment);
    else rememberLatest(this.#confirmed, segment, sha256, MAX_HASHES);
    this.#release(segment);
    if (sha256 !== null && this.#own.get(segment) === sha256) this.#options.onConfirmed(segment);
  }

  /** Reports hashes again that were seen before the tracker was connected, or that a restarted tracker no longer knows. */
  retell(): void {
    for (const [segment, sha256] of [...this.#own].slice(-MAX_RESENT_HASHES)) {
      this.#options.notify({ type: "seen", segment, sha256 });
    }
  }

  #release(segment: SegmentId): void {
    const waiting = this.#waiting.get(segment) ?? [];
    this.#waiting.delete(segment);
    for (const resolve of waiting) resolve();
  }
}
