import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { CdnHourRow, MeteredHourRow } from "@shoal/contract/stored-data";
import { z } from "zod";
import type { Shipper } from "../beacons/shipper.ts";
import type { Spool } from "../beacons/spool.ts";
import { MAX_SEND_BUFFER_BYTES } from "../media/unconfirmed-bytes.ts";
import { emptyMeteredHour } from "../metering/meter.ts";
import { writeStateFile } from "../platform/state-file.ts";
import { type AccessLog, type CdnLine, LogPosition } from "./access-log.ts";

const FLUSH_INTERVAL_MS = 2_000;
const HOUR_MS = 3_600_000;
/** The number of past hours that are kept. Lines are usually at most a second old, but the log may have gone unread for a while. */
const RETENTION_HOURS = 3;

type CountedRow = Omit<CdnHourRow, "version">;

const SavedRow = z.object({
  client_uuid: z.string(),
  entry_uuid: z.string(),
  hour: z.number(),
  country: z.string(),
  status_class: z.number(),
  cache: z.enum(["hit", "miss", "stale", "none"]),
  meter: z.string(),
  requests: z.number(),
  bytes_sent: z.number(),
  bytes_origin: z.number(),
});
const SavedMeter = z.object({
  meter: z.string(),
  version: z.number(),
  place: LogPosition.optional(),
  rows: z.array(SavedRow),
});

export interface CdnMeterOptions {
  /**
   * The file with the counts and the position in the log. Both are in one file, so that a restart counts no line twice and omits
   * none.
   */
  path: string;
  logPath: string;
  /** Opens the log at a position. */
  openLog: (place: LogPosition | undefined) => AccessLog;
  countryOf: (address: string) => string | null;
  /** The tables `cdn_hours` and `metered_hours`. */
  hours: { spool: Pick<Spool, "append">; shipper: Pick<Shipper, "notice"> };
  metered: { spool: Pick<Spool, "append">; shipper: Pick<Shipper, "notice"> };
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

/** Counts the traffic of CDN entries from nginx's log, for statistics and billing. */
export class CdnMeter {
  readonly #options: CdnMeterOptions;
  readonly #nowMs: () => number;
  readonly #meter: string;
  readonly #log: AccessLog;
  readonly #rows = new Map<string, CountedRow>();
  /** The keys of rows that have grown since they were last written. */
  readonly #grown = new Set<string>();
  #version: number;
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();

  private constructor(
    options: CdnMeterOptions,
    kept: z.infer<typeof SavedMeter> | undefined,
    place: LogPosition | undefined,
  ) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    // A run that continues stored counts keeps the meter id of the previous run, so that its rows replace the earlier ones.
    this.#meter = kept?.meter ?? randomUUID();
    this.#version = kept?.version ?? 0;
    this.#log = options.openLog(place);
    for (const row of kept?.rows ?? []) {
      this.#rows.set(keyOf(row), row);
      // The last row may have reached the spool before the process ended. Writing the row again changes nothing.
      this.#grown.add(keyOf(row));
    }
  }

  static async open(options: CdnMeterOptions): Promise<CdnMeter> {
    const kept = await readStoredCounts(options);
    return new CdnMeter(options, kept, kept?.place ?? (await endOfLog(options.logPath)));
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Adds bytes that the edge loaded from an origin. */
  addLoaded(
    entry: { uuid: string; clientId: string },
    { status, bytes }: { status: number; bytes: number },
  ): void {
    if (bytes === 0) return;
    const row = this.#rowOf({
      client_uuid: entry.clientId,
      entry_uuid: entry.uuid,
      hour: hourOf(this.#nowMs()),
      country: "",
      status_class: statusClassOf(status),
      cache: "miss",
    });
    row.bytes_origin += bytes;
  }

  /** Reads the log and writes the rows that have grown. Concurrent calls run one after the other. */
  flush(): Promise<void> {
    this.#last = this.#last.then(() => this.#flush()).catch(this.#options.onError);
    return this.#last;
  }

  /** Stops the timer and writes the remaining counts. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #flush(): Promise<void> {
    for (let lines = await this.#log.read(); lines.length > 0; lines = await this.#log.read())
      for (const line of lines) this.#count(line);
    if (this.#grown.size === 0) return;
    this.#version = Math.max(this.#nowMs(), this.#version + 1);
    this.#pruneCounters();
    const place = this.#log.place;
    const rows = [...this.#rows.values()];
    await writeStateFile(this.#options.path, [{ meter: this.#meter, version: this.#version, place, rows }]);
    const grown = [...this.#grown].flatMap((key) => this.#rows.get(key) ?? []);
    this.#grown.clear();
    try {
      await this.#write(grown);
    } catch (error) {
      for (const row of grown) this.#grown.add(keyOf(row));
      throw error;
    }
  }

  async #write(grown: readonly CountedRow[]): Promise<void> {
    const { hours, metered } = this.#options;
    const version = this.#version;
    const billed = billedRowsOf(grown, this.#rows.values()).map((row) => ({ ...row, version }));
    await hours.spool.append(countedRowsOf(grown.map((row) => ({ ...row, version }))), grown.length);
    hours.shipper.notice();
    await metered.spool.append(countedRowsOf(billed), billed.length);
    metered.shipper.notice();
  }

  #count(line: CdnLine): void {
    const { entryUuid, clientId, atMs, address, status, cache } = line;
    const row = this.#rowOf({
      client_uuid: clientId,
      entry_uuid: entryUuid,
      hour: hourOf(atMs),
      country: this.#options.countryOf(address) ?? "",
      status_class: statusClassOf(status),
      cache: cacheResultOf(cache),
    });
    row.requests += 1;
    row.bytes_sent += provenBytesOf(line);
  }

  #rowOf(dimensions: Omit<CountedRow, "meter" | "requests" | "bytes_sent" | "bytes_origin">): CountedRow {
    const empty = { ...dimensions, meter: this.#meter, requests: 0, bytes_sent: 0, bytes_origin: 0 };
    const key = keyOf(empty);
    const row = this.#rows.get(key) ?? empty;
    this.#rows.set(key, row);
    this.#grown.add(key);
    return row;
  }

  #pruneCounters(): void {
    const oldest = hourOf(this.#nowMs()) - (RETENTION_HOURS * HOUR_MS) / 1_000;
    for (const [key, { hour }] of this.#rows)
      if (hour < oldest && !this.#grown.has(key)) this.#rows.delete(key);
  }
}

/** Finds the end of the log, where counting starts if there are no stored counts. Earlier lines may have been billed already. */
async function endOfLog(path: string): Promise<LogPosition | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { inode: found.ino, offset: found.size };
}

/** Reads the stored counts. Reports an unreadable file to `onError` and treats it as missing. */
async function readStoredCounts({
  path,
  onError,
}: CdnMeterOptions): Promise<z.infer<typeof SavedMeter> | undefined> {
  try {
    const [kept] = z.array(SavedMeter).parse(JSON.parse(await readFile(path, "utf8")));
    return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") onError(error);
    return undefined;
  }
}

/**
 * Returns the bytes that certainly reached the viewer: if a response was interrupted, those that the system may still have buffered
 * are left out.
 */
const provenBytesOf = ({ bytes, isComplete }: CdnLine): number =>
  isComplete ? bytes : Math.max(0, bytes - MAX_SEND_BUFFER_BYTES);

/** Returns the billing rows of the entries and hours that have grown, each with the total of this run. */
function billedRowsOf(grown: readonly CountedRow[], all: Iterable<CountedRow>): MeteredHourRow[] {
  const keyOfBill = ({ client_uuid, entry_uuid, hour }: CountedRow) => `${hour} ${client_uuid} ${entry_uuid}`;
  const meant = new Set(grown.map(keyOfBill));
  const sums = new Map<string, MeteredHourRow>();
  for (const row of all) {
    const key = keyOfBill(row);
    // Responses with an error page are not counted: the edge writes these pages, and rejected callers could request any number of
    // them.
    if (!meant.has(key) || row.cache === "none") continue;
    const sum = sums.get(key) ?? emptyMeteredHour(row.client_uuid, row.entry_uuid, row);
    sum.bytes_edge += row.bytes_sent;
    sums.set(key, sum);
  }
  return [...sums.values()];
}

const countedRowsOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const hourOf = (atMs: number) => (Math.floor(atMs / HOUR_MS) * HOUR_MS) / 1_000;
const statusClassOf = (status: number) => Math.min(5, Math.max(2, Math.floor(status / 100)));

const CACHE_STATUSES: Record<string, CountedRow["cache"]> = {
  HIT: "hit",
  REVALIDATED: "hit",
  STALE: "stale",
  UPDATING: "stale",
  MISS: "miss",
  EXPIRED: "miss",
  BYPASS: "miss",
};
const cacheResultOf = (word: string): CountedRow["cache"] => CACHE_STATUSES[word] ?? "none";

const keyOf = ({ client_uuid, entry_uuid, hour, country, status_class, cache }: CountedRow) =>
  [hour, client_uuid, entry_uuid, country, status_class, cache].join(" ");
