import { AppError } from "@shoal/contract";
import type { MeteredHourRow } from "@shoal/contract/stored-data";
import { expect, it } from "vitest";
import { Meter } from "./meter.ts";

const HOUR_MS = 1_700_000 * 1_000_000 - ((1_700_000 * 1_000_000) % 3_600_000);

function openMeter() {
  const written: MeteredHourRow[] = [];
  const clock = { nowMs: HOUR_MS };
  const spool = { isFull: false };
  const errors: unknown[] = [];
  const meter = new Meter({
    flushMs: 2_000,
    spool: {
      append: async (text) => {
        if (spool.isFull) throw new AppError("unavailable", "full");
        written.push(
          ...text
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as MeteredHourRow),
        );
      },
    },
    shipper: { notice: () => undefined },
    onError: (error) => errors.push(error),
    nowMs: () => clock.nowMs,
  });
  return { meter, written, clock, spool, errors };
}
const filmOfClient = { clientId: "c", video: "film" };

it("writes rows that have grown, each with its total and a higher version", async () => {
  const { meter, written } = openMeter();
  meter.add(filmOfClient, "bytes_edge", 1_000);
  meter.add({ ...filmOfClient, video: "other" }, "bytes_peer", 5);
  await meter.flush();
  meter.add(filmOfClient, "bytes_edge", 500);
  meter.raiseMost(filmOfClient, 70, HOUR_MS);
  await meter.flush();
  await meter.flush();
  expect(written).toMatchObject([
    { video_uuid: "film", bytes_edge: 1_000, hour: HOUR_MS / 1_000 },
    { video_uuid: "other", bytes_peer: 5 },
    { video_uuid: "film", bytes_edge: 1_500, bytes_most: 70 },
  ]);
  const [first, , last] = written;
  expect(last?.version).toBeGreaterThan(first?.version ?? 0);
  expect(last?.meter).toBe(first?.meter);
});

it("keeps counts that a full spool refuses, and counts each hour separately", async () => {
  const { meter, written, clock, spool, errors } = openMeter();
  spool.isFull = true;
  meter.add(filmOfClient, "bytes_edge", 1_000);
  await meter.flush();
  expect([written.length, errors.length]).toEqual([0, 1]);
  spool.isFull = false;
  clock.nowMs += 3_600_000;
  meter.add(filmOfClient, "bytes_edge", 20);
  await meter.close();
  expect(written).toMatchObject([
    { hour: HOUR_MS / 1_000, bytes_edge: 1_000 },
    { hour: HOUR_MS / 1_000 + 3_600, bytes_edge: 20 },
  ]);
});

it("subtracts unsent bytes from this hour, the rest from the previous one, and never below zero", async () => {
  const { meter, written, clock } = openMeter();
  meter.add(filmOfClient, "bytes_edge", 1_000);
  await meter.flush();
  meter.refund(filmOfClient, 300);
  await meter.flush();
  clock.nowMs += 3_600_000;
  meter.add(filmOfClient, "bytes_edge", 50);
  meter.refund(filmOfClient, 100);
  await meter.flush();
  meter.refund(filmOfClient, 10_000);
  await meter.flush();
  const [hour, next] = [HOUR_MS / 1_000, HOUR_MS / 1_000 + 3_600];
  expect(written.map((row) => [row.hour, row.bytes_edge])).toEqual([
    [hour, 1_000],
    [hour, 700],
    [hour, 650],
    [next, 0],
    [hour, 0],
  ]);
});
