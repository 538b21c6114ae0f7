import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  internalRoutes,
  MAX_PLUGIN_VERSION_COUNTS,
  MAX_PLUGIN_VERSIONS_OF_DAY,
  type PluginVersionCount,
} from "@shoal/contract/edge";
import type { ApiAddress } from "../playback/descriptor-source.ts";
import { reportToApi } from "./notify-api.ts";

const SEND_INTERVAL_MS = 2_000;
/** The maximum number of rows per day. Sessions of further clients or versions are not counted. */
const MAX_ROWS = 50_000;

export interface VersionCountsOptions extends ApiAddress {
  onAway: (error: unknown) => void;
  now?: () => number;
}

interface CountedRow extends PluginVersionCount {
  isReported: boolean;
}

/**
 * Counts the sessions that pages start, by client, day (UTC) and version of the plugin, and reports the counts to the api. Each row
 * is the total since this process started to count it, so a row that is sent again after a lost response counts once.
 */
export class VersionCounts {
  readonly #options: VersionCountsOptions;
  readonly #edge = randomUUID();
  readonly #rows = new Map<string, CountedRow>();
  /** How many versions each client has reported on the current day. */
  readonly #versionsOf = new Map<string, number>();
  readonly #stop = new AbortController();
  #day = "";
  #done: Promise<void> = Promise.resolve();

  constructor(options: VersionCountsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done = this.#loop();
  }

  /**
   * Counts a started session. Since pages could report any version, at most `MAX_PLUGIN_VERSIONS_OF_DAY` per client and day are
   * counted separately.
   */
  record(clientId: string, version: string): void {
    this.#turnDay();
    const key = `${clientId} ${version}`;
    const row = this.#rows.get(key) ?? this.#newRow(clientId, version, key);
    if (!row) return;
    row.sessions += 1;
    row.isReported = false;
  }

  /** Sends pending counts once, without retries. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
    await this.send();
  }

  /** Reports the rows that have grown. While the api is unreachable, they wait. */
  async send(): Promise<void> {
    const waiting = [...this.#rows.values()].filter(({ isReported }) => !isReported);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_PLUGIN_VERSION_COUNTS);
      const counts = batch.map(({ clientId, day, version, sessions }) => ({
        clientId,
        day,
        version,
        sessions,
      }));
      try {
        await reportToApi(this.#options, internalRoutes.reportPluginVersions, { edge: this.#edge, counts });
      } catch (error) {
        this.#options.onAway(error);
        return;
      }
      // Sessions counted during the call are reported by the next one.
      batch.forEach((row, at) => {
        row.isReported = row.sessions === counts[at]?.sessions;
      });
    }
    this.#turnDay();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(SEND_INTERVAL_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await this.send();
    }
  }

  #newRow(clientId: string, version: string, key: string): CountedRow | undefined {
    const count = this.#versionsOf.get(clientId) ?? 0;
    if (count >= MAX_PLUGIN_VERSIONS_OF_DAY || this.#rows.size >= MAX_ROWS) return undefined;
    this.#versionsOf.set(clientId, count + 1);
    const row = { clientId, day: this.#day, version, sessions: 0, isReported: true };
    this.#rows.set(key, row);
    return row;
  }

  /** Starts a new day, and removes the reported rows of earlier days. */
  #turnDay(): void {
    const day = new Date(this.#options.now?.() ?? Date.now()).toISOString().slice(0, 10);
    if (day === this.#day) return;
    this.#day = day;
    this.#versionsOf.clear();
    const unreported = [...this.#rows].filter(([, { isReported }]) => !isReported);
    this.#rows.clear();
    for (const [key, row] of unreported) this.#rows.set(`${row.day} ${key}`, row);
  }
}
