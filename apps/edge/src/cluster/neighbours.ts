import { setTimeout as sleep } from "node:timers/promises";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { AUDIENCES_PATH, AudienceReport } from "./audiences.ts";
import type { EdgeStatus } from "./placement.ts";

/** The polling interval. It limits the age of counts, apart from the second for which a tracker batches arrivals. */
const POLL_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 2_000;
/**
 * How long an edge may fail to report before it counts as unavailable. By then its viewers have reconnected to another edge, which
 * counts them.
 */
const UNAVAILABLE_AFTER_MS = 10_000;
/** The maximum size of a response, in bytes: twice the size of the largest possible report. */
const MAX_ANSWER_BYTES = 4_000_000;

export interface NeighboursOptions {
  urls: readonly string[];
  internalSecret: string;
  /** Called after each report, since counts may have changed. */
  onReport: () => void;
  onAway: (url: string, error: unknown) => void;
  nowMs?: () => number;
}

interface EdgeReport {
  atMs: number;
  audiences: ReadonlyMap<string, number>;
}

/**
 * Polls the other edges for the viewers of their rooms. Every edge counts as available at the start, until it has failed to report
 * for `UNAVAILABLE_AFTER_MS`.
 */
export class Neighbours implements Pick<EdgeStatus, "isAway" | "countAt"> {
  readonly #options: NeighboursOptions;
  readonly #nowMs: () => number;
  readonly #reports: Map<string, EdgeReport>;
  readonly #stop = new AbortController();
  #done: Promise<unknown> = Promise.resolve();

  constructor(options: NeighboursOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    const nothing = { atMs: this.#nowMs(), audiences: new Map() };
    this.#reports = new Map(options.urls.map((url) => [url, nothing]));
  }

  start(): void {
    this.#done = Promise.all(this.#options.urls.map((url) => this.#follow(url)));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  isAway(url: string): boolean {
    return this.#nowMs() - (this.#reports.get(url)?.atMs ?? Number.NEGATIVE_INFINITY) > UNAVAILABLE_AFTER_MS;
  }

  /** Lists the edges that do not respond, for the operator. */
  away(): string[] {
    return this.#options.urls.filter((url) => this.isAway(url));
  }

  countAt(url: string, swarm: string): number {
    return this.isAway(url) ? 0 : (this.#reports.get(url)?.audiences.get(swarm) ?? 0);
  }

  countElsewhere(swarm: string): number {
    let count = 0;
    for (const url of this.#reports.keys()) count += this.countAt(url, swarm);
    return count;
  }

  async #follow(url: string): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const wasAway = this.isAway(url);
      try {
        this.#reports.set(url, { audiences: await this.#fetch(url), atMs: this.#nowMs() });
      } catch (error) {
        if (!wasAway && this.isAway(url)) this.#options.onAway(url, error);
      }
      this.#options.onReport();
      await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }

  async #fetch(url: string): Promise<ReadonlyMap<string, number>> {
    const response = await fetch(url + AUDIENCES_PATH, {
      headers: { [INTERNAL_SECRET_HEADER]: this.#options.internalSecret },
      redirect: "error",
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await readLimitedBody(response);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return new Map(AudienceReport.parse(JSON.parse(text)).audiences);
  }
}

/**
 * Reads a response body.
 * @throws RangeError if the body is longer than the limit.
 */
async function readLimitedBody({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > MAX_ANSWER_BYTES) throw new RangeError(`more than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
