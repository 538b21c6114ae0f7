import type { SegmentId, TrackerRequest } from "../protocol/index.ts";
import { rememberLatest } from "./remember-latest.ts";

/** Two hours of 4 s segments in two tracks. */
const REMEMBERED_MAX = 4_000;
/** Reported again to a tracker after reconnecting: well below the burst that it accepts. */
const RETOLD_MAX = 100;
/** The tracker answers within one round trip; after this, the server is used as if it had no answer. */
const ANSWER_TIMEOUT_MS = 1_000;

export interface SeenHashesOptions {
  /** @returns false while the tracker is away. */
  notify(request: Extract<TrackerRequest, { type: "seen" | "hash" }>): boolean;
  /** Bytes that this viewer got from the server are the same for others. */
  onConfirmed(segment: SegmentId): void;
}

/** The hashes of media whose host publishes none: what several viewers had from the server alike, by way of the tracker. */
export class SeenHashes {
  readonly #options: SeenHashesOptions;
  readonly #own = new Map<SegmentId, string>();
  readonly #confirmed = new Map<SegmentId, string>();
  readonly #waiting = new Map<SegmentId, (() => void)[]>();

  constructor(options: SeenHashesOptions) {
    this.#options = options;
  }

  find(segment: SegmentId): string | undefined {
    return this.#confirmed.get(segment);
  }

  /** Queries the tracker; resolves with its answer, or without one if it is unreachable. */
  ask(segment: SegmentId): Promise<void> {
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

  /** The whole segment came from the server. */
  saw(segment: SegmentId, sha256: string): void {
    rememberLatest(this.#own, segment, sha256, REMEMBERED_MAX);
    this.#options.notify({ type: "seen", segment, sha256 });
  }

  /** The tracker's word. */
  take(segment: SegmentId, sha256: string | null): void {
    if (sha256 === null) this.#confirmed.delete(segment);
    else rememberLatest(this.#confirmed, segment, sha256, REMEMBERED_MAX);
    this.#release(segment);
    if (sha256 !== null && this.#own.get(segment) === sha256) this.#options.onConfirmed(segment);
  }

  /** Hashes seen before the tracker was connected, or before it forgot. */
  retell(): void {
    for (const [segment, sha256] of [...this.#own].slice(-RETOLD_MAX)) {
      this.#options.notify({ type: "seen", segment, sha256 });
    }
  }

  #release(segment: SegmentId): void {
    const waiting = this.#waiting.get(segment) ?? [];
    this.#waiting.delete(segment);
    for (const resolve of waiting) resolve();
  }
}
