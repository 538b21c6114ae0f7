import { setTimeout as sleep } from "node:timers/promises";
import { type CollectionReport, internalRoutes, MAX_COLLECTION_REPORTS } from "@shoal/contract/edge";
import { LRUCache } from "lru-cache";
import type { ApiAddress } from "../playback/descriptor-source.ts";
import { reportToApi } from "./notify-api.ts";

/** How long a report waits, so that several can be sent together. */
const BATCH_DELAY_MS = 1_000;
/** The minimum interval between identical reports, in ms: a fifth of the time after which a collection's report expires. */
const REPORT_INTERVAL_MS = 60_000;
/** The interval of reports that media are being watched. A report also lists media again that were deleted in the meantime. */
const WATCHED_REPORT_INTERVAL_MS = 600_000;
/** The interval between reports of a version without a collection. */
const VERSION_REPORT_INTERVAL_MS = 3_600_000;
/** The number of reports that may wait while the api is unreachable. They take about 5 MB. */
const MAX_WAITING = 10_000;
const MAX_REMEMBERED = 50_000;

export interface CollectionReporterOptions extends ApiAddress {
  onAway: (error: unknown) => void;
}

/**
 * Reports to the api, in batches, which collections videos belong to according to the SDK, and which versions of the SDK play them.
 */
export class CollectionReporter {
  readonly #options: CollectionReporterOptions;
  /** Waiting reports by client and video. Only the latest report of a video counts. */
  readonly #waiting = new Map<string, CollectionReport>();
  readonly #reportedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  readonly #stop = new AbortController();
  #done: Promise<void> = Promise.resolve();

  constructor(options: CollectionReporterOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done = this.#loop();
  }

  /** Records that a session plays a video, and which collection its page names, if any. */
  record(report: Omit<CollectionReport, "atMs">): void {
    const { clientId, video, collection, version, mayAdd = false } = report;
    const atMs = Date.now();
    const key = JSON.stringify([clientId, video]);
    const fingerprint = JSON.stringify([key, collection, version, mayAdd]);
    const repeatSilentMs = mayAdd ? WATCHED_REPORT_INTERVAL_MS : VERSION_REPORT_INTERVAL_MS;
    const repeatMs = collection === undefined ? repeatSilentMs : REPORT_INTERVAL_MS;
    if (atMs - (this.#reportedAt.get(fingerprint) ?? 0) < repeatMs) return;
    if (this.#waiting.size >= MAX_WAITING && !this.#waiting.has(key)) return;
    this.#reportedAt.set(fingerprint, atMs);
    // Values that a beacon lacks are taken from the session.
    const before = this.#waiting.get(key);
    this.#waiting.set(key, { ...before, ...report, mayAdd: mayAdd || before?.mayAdd === true, atMs });
  }

  /** Sends waiting reports once, without retries. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
    await this.#sendAll();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(BATCH_DELAY_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.#sendAll();
    }
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = [...this.#waiting].slice(0, MAX_COLLECTION_REPORTS);
      try {
        const reports = batch.map(([, report]) => report);
        await reportToApi(this.#options, internalRoutes.reportCollections, { reports });
      } catch (error) {
        // Sent reports stay in the list until the api has accepted them. Otherwise they are sent again after the next pause.
        this.#options.onAway(error);
        return;
      }
      // A report that was replaced by a newer one during the call stays in the list.
      for (const [key, report] of batch) if (this.#waiting.get(key) === report) this.#waiting.delete(key);
    }
  }
}
