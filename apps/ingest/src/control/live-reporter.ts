import { setTimeout as sleep } from "node:timers/promises";
import {
  LIVE_REPORT_INTERVAL_MS,
  type LiveCondition,
  type LiveReport,
  MAX_LIVE_REPORTS,
} from "@shoal/contract/ingest";
import type { ControlPlane, LivesReport, ReportLivesResponse } from "./control-plane.ts";

const RETRY_DELAY_MS = 1_000;

export interface LiveReporterOptions {
  report: ControlPlane["report"];
  /** Returns the current measurements of lives. */
  measure(): LiveCondition[];
  /** Returns whether lives can be fetched, and the states of fetched lives. */
  fetching(): Pick<LivesReport, "canFetch" | "fetched">;
  /** Called with the api's instructions about lives. */
  onWanted(wanted: ReportLivesResponse): void;
  /** Called with an error when the api becomes unreachable, and with undefined once it can be reached again. */
  onFault(error: unknown): void;
}

/**
 * Reports the state of each live to the api: immediately when it changes, and periodically, so that a lost report is repeated. The
 * end of a live is reported until the api has accepted it.
 */
export class LiveReporter {
  readonly #options: LiveReporterOptions;
  readonly #latest = new Map<string, LiveReport>();
  readonly #closing = new AbortController();
  readonly #done: Promise<void>;
  #news = Promise.withResolvers<void>();
  #isAway = false;

  constructor(options: LiveReporterOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Replaces the pending report of this generation of the live. */
  record(report: LiveReport): void {
    this.#latest.set(keyOf(report), report);
    this.#news.resolve();
  }

  /** Sends the remaining reports once. Those that cannot be sent now are dropped. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#news.resolve();
    await this.#done;
    await this.#report();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    while (!signal.aborted) {
      this.#news = Promise.withResolvers<void>();
      const isReported = await this.#report();
      if (isReported) await Promise.race([this.#news.promise, pause(LIVE_REPORT_INTERVAL_MS)]);
      else await pause(RETRY_DELAY_MS);
    }
  }

  /** Sends a report. @returns false if the api could not be reached. */
  async #report(): Promise<boolean> {
    try {
      const wanted: ReportLivesResponse = { unwanted: [], relays: [], sources: [] };
      for (const batch of this.#batches()) {
        const { unwanted, relays, sources } = await this.#options.report(batch);
        for (const report of batch.reports) this.#removeEnded(report);
        wanted.unwanted.push(...unwanted);
        wanted.relays.push(...relays);
        // Each response repeats all of the api's instructions.
        wanted.sources = sources;
      }
      this.#setAway(undefined);
      this.#options.onWanted(wanted);
      return true;
    } catch (error) {
      this.#setAway(error);
      return false;
    }
  }

  /**
   * Lists everything to report, divided into as many calls as the api requires. There is always at least one call, because it also
   * announces the ingest.
   */
  #batches(): LivesReport[] {
    const all = [...this.#latest.values()];
    const measured = this.#options.measure();
    const fetching = this.#options.fetching();
    const count = Math.max(1, Math.ceil(all.length / MAX_LIVE_REPORTS));
    return Array.from({ length: count }, (_, n) => {
      const reports = all.slice(n * MAX_LIVE_REPORTS, (n + 1) * MAX_LIVE_REPORTS);
      const uuids = new Set(reports.map(({ uuid }) => uuid));
      // The api stores measurements together with the report of their live.
      return { reports, conditions: measured.filter(({ uuid }) => uuids.has(uuid)), ...fetching };
    });
  }

  /** Forgets a live after the api has accepted its end, since no report can follow. */
  #removeEnded(report: LiveReport): void {
    const key = keyOf(report);
    if (report.isClosed && this.#latest.get(key) === report) this.#latest.delete(key);
  }

  #setAway(error: unknown): void {
    const isAway = error !== undefined;
    if (isAway !== this.#isAway) this.#options.onFault(error);
    this.#isAway = isAway;
  }
}

const keyOf = ({ uuid, generation }: LiveReport) => `${uuid}/${generation}`;
