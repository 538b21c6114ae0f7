import { randomUUID } from "node:crypto";
import type { MeteredHourRow } from "@shoal/contract/stored-data";
import type { Shipper } from "../beacons/shipper.ts";
import type { Spool } from "../beacons/spool.ts";

const HOUR_MS = 3_600_000;
/** The number of hours that are kept, since beacons may report minutes of the last hour. */
const RETENTION_HOURS = 2;
/** The maximum number of counted videos. Pages can invent names. Beyond this number, bytes count for the client without a video. */
const MAX_ACCOUNTS = 50_000;

/** The counts of a video, or of media on another CDN, in an hour. */
export interface CountedMedium {
  clientId: string;
  video: string;
}

type ByteCounter = "bytes_edge" | "bytes_elsewhere" | "bytes_peer" | "bytes_up" | "bytes_unverified";

interface HourlyCounts {
  row: MeteredHourRow;
  isWritten: boolean;
}

export interface MeterOptions {
  spool: Pick<Spool, "append">;
  shipper: Pick<Shipper, "notice">;
  onError: (error: unknown) => void;
  /** The interval of flushes. A killed edge loses the counts of one interval at most. */
  flushMs: number;
  /** Called for counted bytes that turn out not to be billed. */
  onRefund?: (bytes: number) => void;
  nowMs?: () => number;
}

/**
 * Measures billed bytes by client, video and hour. Counts are kept in memory and spooled every few seconds. Each row has the total
 * of this run, so readers take the latest row of each run and add up the runs.
 */
export class Meter {
  readonly #options: MeterOptions;
  readonly #nowMs: () => number;
  readonly #run = randomUUID();
  readonly #accounts = new Map<string, HourlyCounts>();
  #timer: NodeJS.Timeout | undefined;
  #lastVersion = 0;
  constructor(options: MeterOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), this.#options.flushMs);
    this.#timer.unref();
  }

  /**
   * Counts delivered bytes.
   * @param atMs the time of delivery; now by default.
   */
  add(medium: CountedMedium, counter: ByteCounter, bytes: number, atMs = this.#nowMs()): void {
    if (!(bytes > 0)) return;
    const account = this.#accountOf(medium, atMs);
    account.row[counter] += Math.round(bytes);
    account.isWritten = false;
  }

  /**
   * Subtracts bytes that were counted as sent but may never have left the machine. They are subtracted from this hour, and any
   * remainder from the previous one.
   */
  refund(medium: CountedMedium, bytes: number): void {
    const nowMs = this.#nowMs();
    let left = Math.round(bytes);
    for (const atMs of [nowMs, nowMs - HOUR_MS]) {
      const account = this.#accountOf(medium, atMs);
      const refunded = Math.min(left, account.row.bytes_edge);
      if (refunded === 0) continue;
      account.row.bytes_edge -= refunded;
      account.isWritten = false;
      left -= refunded;
    }
    this.#options.onRefund?.(Math.round(bytes) - left);
  }

  /** Records the highest number of bytes that a session exchanged in an hour. */
  raiseMost(medium: CountedMedium, bytes: number, atMs: number): void {
    const account = this.#accountOf(medium, atMs);
    if (bytes <= account.row.bytes_most) return;
    account.row.bytes_most = Math.round(bytes);
    account.isWritten = false;
  }

  /** Records the highest share of the hourly billing limit that an address used. @param share the used part of the limit, from 0 to 1. */
  raiseAddress(medium: CountedMedium, share: number): void {
    const account = this.#accountOf(medium, this.#nowMs());
    const percent = Math.floor(100 * share);
    if (percent <= account.row.address_percent) return;
    account.row.address_percent = percent;
    account.isWritten = false;
  }

  /** Writes the rows that have grown. Rows that the spool does not accept wait for the next flush. */
  async flush(): Promise<void> {
    const version = Math.max(this.#nowMs(), this.#lastVersion + 1);
    this.#lastVersion = version;
    const grown = [...this.#accounts.values()].filter(({ isWritten }) => !isWritten);
    if (grown.length > 0) {
      const lines = grown.map(({ row }) => `${JSON.stringify({ ...row, version })}\n`).join("");
      for (const account of grown) account.isWritten = true;
      try {
        await this.#options.spool.append(lines, grown.length);
        this.#options.shipper.notice();
      } catch (error) {
        for (const account of grown) account.isWritten = false;
        this.#options.onError(error);
      }
    }
    this.#pruneCounters();
  }

  /** Stops the timer and writes the remaining counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #pruneCounters(): void {
    const oldestSec = (this.#nowMs() - RETENTION_HOURS * HOUR_MS) / 1_000 - HOUR_MS / 1_000;
    for (const [key, { row, isWritten }] of this.#accounts)
      if (isWritten && row.hour < oldestSec) this.#accounts.delete(key);
  }

  #accountOf({ clientId, video }: CountedMedium, atMs: number): HourlyCounts {
    const hour = (Math.floor(atMs / HOUR_MS) * HOUR_MS) / 1_000;
    const keyOf = (name: string) => `${hour} ${clientId} ${name}`;
    const isKnown = this.#accounts.has(keyOf(video));
    const name = isKnown || this.#accounts.size < MAX_ACCOUNTS ? video : "";
    const known = this.#accounts.get(keyOf(name));
    if (known) return known;
    const account = { row: emptyMeteredHour(clientId, name, { hour, meter: this.#run }), isWritten: true };
    this.#accounts.set(keyOf(name), account);
    return account;
  }
}

/** Returns a row with zero counts. */
export const emptyMeteredHour = (
  clientId: string,
  video: string,
  { hour, meter }: Pick<MeteredHourRow, "hour" | "meter">,
): MeteredHourRow => ({
  client_uuid: clientId,
  video_uuid: video,
  hour,
  meter,
  version: 0,
  bytes_edge: 0,
  bytes_elsewhere: 0,
  bytes_peer: 0,
  bytes_up: 0,
  bytes_most: 0,
  bytes_unverified: 0,
  address_percent: 0,
});
