import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CdnHourRow, MeteredHourRow } from "@shoal/contract/stored-data";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAX_SEND_BUFFER_BYTES } from "../media/unconfirmed-bytes.ts";
import { AccessLog } from "./access-log.ts";
import { CdnMeter } from "./cdn-meter.ts";

const HOUR_MS = 3_600_000;
const START_TIME_MS = 1_790_000 * HOUR_MS;
let folder: string;
let nowMs: number;
let reopenCount: number;
let writtenRows: { hours: CdnHourRow[]; metered: MeteredHourRow[] };
const errors: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-cdn-meter-"));
  nowMs = START_TIME_MS;
  reopenCount = 0;
  writtenRows = { hours: [], metered: [] };
  errors.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const logPath = () => join(folder, "cdn.log");
const sinkInto = (rows: object[]) => ({
  spool: {
    async append(text: string) {
      rows.push(
        ...text
          .trim()
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as object),
      );
    },
  },
  shipper: { notice() {} },
});
const openMeter = () =>
  CdnMeter.open({
    path: join(folder, "counts.json"),
    logPath: logPath(),
    openLog: (place) => {
      const reopen = async () => {
        reopenCount += 1;
        await writeFile(logPath(), "");
        return true;
      };
      return new AccessLog({ path: logPath(), reopen, nowMs: () => nowMs, rotateBytes: 500 }, place);
    },
    countryOf: (address) => (address.startsWith("203.") ? "FR" : null),
    hours: sinkInto(writtenRows.hours),
    metered: sinkInto(writtenRows.metered),
    onError: (error) => errors.push(error),
    nowMs: () => nowMs,
  });

const logLine = (changes: object = {}) =>
  `${JSON.stringify({ t: nowMs / 1_000, e: "entry", c: "client", a: "203.0.113.9", s: "200", x: "HIT", b: "1000", o: "OK", ...changes })}\n`;
/** Returns the rows that are billed: the latest version of each row of a run. */
function latestRows<R extends { version: number }>(rows: R[], keyOf: (row: R) => string): R[] {
  const found = new Map<string, R>();
  for (const row of rows)
    if (row.version >= (found.get(keyOf(row))?.version ?? 0)) found.set(keyOf(row), row);
  return [...found.values()];
}
const billedRowsWritten = () =>
  latestRows(writtenRows.metered, ({ meter, hour, video_uuid }) => `${meter} ${hour} ${video_uuid}`).reduce(
    (sum, { bytes_edge }) => sum + bytes_edge,
    0,
  );

test("responses are counted by hour, country, status and cache; only bytes that have left are billed, and no refusals", async () => {
  const meter = await openMeter();
  await writeFile(
    logPath(),
    [
      logLine(),
      logLine({ a: "198.51.100.1" }),
      logLine({ x: "MISS", s: "206" }),
      logLine({ x: "UPDATING" }),
      logLine({ x: "", s: "403", b: "10" }),
      logLine({ b: "20000000", o: "" }),
      logLine({ b: "100000", o: "" }),
      logLine({ t: nowMs / 1_000 - 3_600 }),
    ].join(""),
  );
  meter.addLoaded({ uuid: "entry", clientId: "client" }, { status: 206, bytes: 5_000 });
  await meter.close();
  const counted = writtenRows.hours.map(
    ({ hour, country, status_class, cache, requests, bytes_sent, bytes_origin }) =>
      `${hour - START_TIME_MS / 1_000} ${country} ${status_class} ${cache} ${requests} ${bytes_sent} ${bytes_origin}`,
  );
  expect(counted.sort()).toEqual(
    [
      "0  2 miss 0 0 5000",
      `0 FR 2 hit 3 ${1_000 + 20_000_000 - MAX_SEND_BUFFER_BYTES} 0`,
      "0  2 hit 1 1000 0",
      "0 FR 2 miss 1 1000 0",
      "0 FR 2 stale 1 1000 0",
      "0 FR 4 none 1 10 0",
      "-3600 FR 2 hit 1 1000 0",
    ].sort(),
  );
  expect(billedRowsWritten()).toBe(5_000 + 20_000_000 - MAX_SEND_BUFFER_BYTES);
  expect(errors).toEqual([]);
});

test("no line is counted twice or omitted, whenever the edge was killed", async () => {
  const first = await openMeter();
  await writeFile(logPath(), logLine() + logLine());
  await first.flush();
  // The edge is killed with a line unread and another one half written by nginx.
  await appendFile(logPath(), logLine() + logLine().slice(0, 20));
  const second = await openMeter();
  await second.flush();
  expect(billedRowsWritten()).toBe(3_000);
  await appendFile(logPath(), logLine().slice(20));
  await second.flush();
  expect(billedRowsWritten()).toBe(4_000);
  expect(new Set(writtenRows.hours.map(({ meter }) => meter)).size).toBe(1);
});

test("a large log is rotated, and lines that nginx still writes to the old file count", async () => {
  const meter = await openMeter();
  await writeFile(logPath(), logLine().repeat(10));
  await meter.flush();
  expect(reopenCount).toBe(1);
  await appendFile(`${logPath()}.old`, logLine());
  await appendFile(logPath(), logLine());
  await meter.flush();
  expect(billedRowsWritten()).toBe(11_000);
  for (let step = 0; step < 2; step += 1) {
    nowMs += 5_000;
    await meter.flush();
  }
  expect(billedRowsWritten()).toBe(12_000);
  await expect(readFile(`${logPath()}.old`)).rejects.toThrow("ENOENT");
  expect(reopenCount).toBe(1);
});

test("invalid lines are ignored, and existing lines are not billed again when the stored counts are lost", async () => {
  const meter = await openMeter();
  await writeFile(logPath(), `nonsense\n{"t":1}\n${logLine()}`);
  await meter.close();
  expect(billedRowsWritten()).toBe(1_000);
  await rename(join(folder, "counts.json"), join(folder, "lost.json"));
  const without = await openMeter();
  await appendFile(logPath(), logLine());
  await without.close();
  expect(billedRowsWritten()).toBe(2_000);
});
