import { EDGE_REPORT_PERIOD_SEC, type EdgeReport } from "@shoal/contract";
import type { EdgeMetrics } from "../platform/metrics.ts";

const SAMPLE_INTERVAL_MS = 10_000;
const SAMPLE_COUNT = (EDGE_REPORT_PERIOD_SEC * 1_000) / SAMPLE_INTERVAL_MS;

type RecentReport = Pick<
  EdgeReport,
  "countedSec" | "admitted" | "refused" | "limited" | "failed" | "serverBytes" | "peerBytes"
>;
type CountedSample = Omit<RecentReport, "countedSec">;
type CountsByLabel = Record<string, number>;

export interface RecentCountsOptions {
  metrics: EdgeMetrics;
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

/** Counts the events of the last minutes, from the growth of the edge's metrics. */
export class RecentCounts {
  readonly #metrics: EdgeMetrics;
  readonly #nowMs: () => number;
  readonly #samples: { atMs: number; counted: CountedSample }[] = [];
  readonly #timer: NodeJS.Timeout;
  constructor({ metrics, onError, nowMs = Date.now }: RecentCountsOptions) {
    this.#metrics = metrics;
    this.#nowMs = nowMs;
    // The first sample has zero counts, since a process starts with zero counts.
    this.#samples.push({
      atMs: nowMs(),
      counted: { admitted: 0, refused: {}, limited: {}, failed: 0, serverBytes: 0, peerBytes: 0 },
    });
    this.#timer = setInterval(() => this.sample().catch(onError), SAMPLE_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Records the current counts. */
  async sample(): Promise<void> {
    this.#samples.push({ atMs: this.#nowMs(), counted: await readCounts(this.#metrics) });
    if (this.#samples.length > SAMPLE_COUNT) this.#samples.shift();
  }

  async read(): Promise<RecentReport> {
    const now = await readCounts(this.#metrics);
    const [oldest] = this.#samples;
    if (!oldest) return { ...now, countedSec: 0 };
    const { atMs, counted: before } = oldest;
    return {
      countedSec: Math.max(0, this.#nowMs() - atMs) / 1_000,
      admitted: now.admitted - before.admitted,
      refused: increaseOf(now.refused, before.refused),
      limited: increaseOf(now.limited, before.limited),
      failed: now.failed - before.failed,
      serverBytes: now.serverBytes - before.serverBytes,
      peerBytes: now.peerBytes - before.peerBytes,
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

async function readCounts(metrics: EdgeMetrics): Promise<CountedSample> {
  const { plays, playsRefused, playsLimited, requests, loadedBytes } = metrics;
  const loaded = await readCounterBy(loadedBytes, "from");
  const statuses = await readCounterBy(requests, "status");
  const failures = Object.entries(statuses).filter(([status]) => Number(status) >= 500);
  return {
    admitted: computeSum(Object.values(await readCounterBy(plays, ""))),
    refused: await readCounterBy(playsRefused, "reason"),
    limited: await readCounterBy(playsLimited, "by"),
    failed: computeSum(failures.map(([, count]) => count)),
    serverBytes: loaded.server ?? 0,
    peerBytes: loaded.peer ?? 0,
  };
}

interface MetricCounter {
  get(): Promise<{ values: { labels: Partial<Record<string, string | number>>; value: number }[] }>;
}

/** Reads a counter, grouped by one label and added up over all others. */
async function readCounterBy(counter: MetricCounter, label: string): Promise<CountsByLabel> {
  const counts: CountsByLabel = {};
  for (const { labels, value } of (await counter.get()).values) {
    const key = String(labels[label] ?? "");
    counts[key] = (counts[key] ?? 0) + value;
  }
  return counts;
}

const computeSum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Returns by how much counters have grown, without those that have not. */
const increaseOf = (now: CountsByLabel, before: CountsByLabel): CountsByLabel =>
  Object.fromEntries(
    Object.entries(now).flatMap(([key, count]) => {
      const grown = count - (before[key] ?? 0);
      return grown > 0 ? [[key, grown]] : [];
    }),
  );
