import { mkdtemp, readdir, readFile, rm, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { UnreadableBatch } from "./click-house-sink.ts";
import { Shipper } from "./shipper.ts";
import { Spool } from "./spool.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-shipper-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Ships rows to a ClickHouse that rejects each insert with an unreadable row, which contains "bad", as ClickHouse does. */
async function shipRows(rows: string[], beforeShipping = async (_spool: Spool) => {}) {
  const spool = await Spool.open(folder, 1_000_000, (error) => {
    throw error;
  });
  const metrics = createMetrics();
  const stored: string[] = [];
  let inserts = 0;
  const shipper = new Shipper({
    spool,
    metrics,
    lingerMs: 1_000,
    log: { warn: () => {}, info: () => {} },
    sink: {
      async insert(lines) {
        inserts += 1;
        const text = String(lines);
        if (text.includes("bad")) throw new UnreadableBatch("missing second part of surrogate pair");
        stored.push(...text.split("\n").filter((line) => line !== ""));
      },
      async close() {},
    },
  });
  await spool.append(rows.map((row) => `${row}\n`).join(""), rows.length);
  await spool.seal();
  await beforeShipping(spool);
  await shipper.close();
  const countOf = async (metric: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await metric.get()).values[0]?.value;
  return {
    spool,
    stored,
    inserts,
    isDelivering: shipper.isDelivering,
    rejectedRows: await countOf(metrics.rowsRejected),
    insertedRows: await countOf(metrics.rowsInserted),
  };
}

const rowsWithBad = (count: number, bad: number[]) =>
  Array.from({ length: count }, (_, n) => (bad.includes(n) ? `bad${n}` : `row${n}`));

it.each([
  { count: 1_000, bad: [377] },
  { count: 1_000, bad: [0, 999] },
  { count: 5, bad: [0, 1, 2, 3, 4] },
  { count: 1, bad: [0] },
  { count: 2, bad: [1] },
])("sets aside only rows that cannot be read: $bad of $count", async ({ count, bad }) => {
  const rows = rowsWithBad(count, bad);
  const shipped = await shipRows(rows);
  expect(shipped.stored).toEqual(rows.filter((row) => row.startsWith("row")));
  expect([shipped.rejectedRows, shipped.insertedRows]).toEqual([bad.length, count - bad.length]);
  expect(shipped.inserts).toBeLessThan(25 * bad.length);
  const [name = "", ...others] = await readdir(folder);
  expect([name.endsWith(".rejected"), others]).toEqual([true, []]);
  expect(await readFile(join(folder, name), "utf8")).toBe(bad.map((n) => `bad${n}\n`).join(""));
  expect([shipped.isDelivering, shipped.spool.sizeBytes]).toEqual([true, 0]);
});

it("drops a batch whose file is gone and continues with the next one", async () => {
  const shipped = await shipRows(["lost"], async (spool) => {
    await unlink(spool.oldest?.path ?? "");
    await spool.append("row\n", 1);
    await spool.seal();
  });
  expect(shipped.stored).toEqual(["row"]);
  expect([shipped.isDelivering, shipped.spool.sizeBytes]).toEqual([true, 0]);
});
