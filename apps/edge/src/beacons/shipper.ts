import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { type RowSink, UnreadableBatch } from "./click-house-sink.ts";
import type { Batch, Spool } from "./spool.ts";

/** The number of rows that make a batch full, so that it is inserted without waiting for more. */
const FULL_BATCH_ROWS = 1_000;
const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_MS = 5_000;

export interface ShipperOptions {
  spool: Spool;
  sink: RowSink;
  metrics: EdgeMetrics;
  /** The maximum time that rows wait to be batched while ClickHouse accepts inserts, in ms. */
  lingerMs: number;
  /** Called after rows have been inserted. */
  onInserted?: () => void;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}

/** Sends the spool's batches to ClickHouse, the oldest first, and retries until they are inserted. */
export class Shipper {
  readonly #options: ShipperOptions;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  /** Resolves when the spool receives its first rows after it was empty, and when the shipper stops. */
  #appended = Promise.withResolvers<void>();
  #retryMs = 0;
  #failingSinceMs: number | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#done = this.#loop();
  }

  /** Whether ClickHouse accepts rows. */
  get isDelivering(): boolean {
    return this.#retryMs === 0;
  }

  /** When ClickHouse started to reject inserts; undefined while it accepts them, or while there are no rows to send. */
  get failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /** Wakes the shipper after rows were appended. */
  notice(): void {
    this.#appended.resolve();
    if (this.isDelivering && this.#options.spool.activeRows >= FULL_BATCH_ROWS) this.#wake.abort();
  }

  /** Sends the pending rows once. Those that ClickHouse does not accept stay on disk for the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#appended.resolve();
    await this.#done;
    await this.#shipAll();
  }

  async #loop(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#awaitRows();
      this.#wake = new AbortController();
      this.notice();
      const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal]);
      await sleep(this.#retryMs || this.#options.lingerMs, undefined, { signal }).catch(() => {});
      if (!this.#stop.signal.aborted) await this.#shipAll();
    }
  }

  /** Waits for the first rows without a timer while the spool is empty. */
  async #awaitRows(): Promise<void> {
    const { spool } = this.#options;
    this.#appended = Promise.withResolvers<void>();
    if (spool.oldest || spool.activeRows > 0 || this.#stop.signal.aborted) return;
    await this.#appended.promise;
  }

  async #shipAll(): Promise<void> {
    const { spool } = this.#options;
    try {
      if (!spool.oldest) await spool.seal();
      for (let batch = spool.oldest; batch; batch = spool.oldest) {
        await this.#ship(batch);
        if (!this.isDelivering) this.#options.log.info({}, "ClickHouse accepts beacons again");
        this.#retryMs = 0;
        this.#failingSinceMs = undefined;
      }
    } catch (error) {
      this.#options.metrics.insertFailures.inc();
      if (this.isDelivering)
        this.#options.log.warn({ err: error }, "ClickHouse does not accept beacons; they are kept on disk");
      this.#failingSinceMs ??= Date.now();
      this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2 || FIRST_RETRY_DELAY_MS);
    }
  }

  async #ship(batch: Batch): Promise<void> {
    const { spool, metrics, log } = this.#options;
    const lines = await readFileIfExists(batch.path);
    if (!lines) {
      log.warn({ path: batch.path }, "A batch of beacons is no longer on disk and was dropped");
      metrics.batchesRejected.inc();
      return spool.delete(batch);
    }
    const refused: Buffer[] = [];
    await this.#insert(lines, refused);
    if (refused.length > 0) {
      log.warn(
        { path: `${batch.path}.rejected`, rows: refused.length },
        "ClickHouse cannot read some rows of beacons; they were set aside",
      );
      metrics.batchesRejected.inc();
      metrics.rowsRejected.inc(refused.length);
      await spool.reject(batch, Buffer.concat(refused));
    }
    metrics.rowsInserted.inc(countLines(lines) - refused.length);
    this.#options.onInserted?.();
    await spool.remove(batch);
  }

  /**
   * Inserts all rows except unreadable ones, which it isolates by bisection: one bad row among 1,000 takes 20 inserts, and no other
   * row is lost. An interrupted batch starts over, which duplicates nothing, because repeated rows replace each other.
   */
  async #insert(lines: Buffer, refused: Buffer[]): Promise<void> {
    try {
      await this.#options.sink.insert(lines);
    } catch (error) {
      if (!(error instanceof UnreadableBatch)) throw error;
      const middle = findLineEndNear(lines, lines.length >> 1);
      if (middle === lines.length) {
        if (refused.length === 0)
          this.#options.log.warn({ err: error }, "ClickHouse cannot read a row of beacons");
        refused.push(lines);
        return;
      }
      await this.#insert(lines.subarray(0, middle), refused);
      await this.#insert(lines.subarray(middle), refused);
    }
  }
}

async function readFileIfExists(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Finds where to split a batch: at the first line end after a position, or at the last one before it if the first is the end of the
 * buffer. Returns the buffer's length for a single line.
 */
function findLineEndNear(lines: Buffer, place: number): number {
  const after = lines.indexOf(10, place) + 1;
  if (after > 0 && after < lines.length) return after;
  const before = lines.lastIndexOf(10, place - 1) + 1;
  return before > 0 ? before : lines.length;
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) count += 1;
  return count;
}
