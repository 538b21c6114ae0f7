import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { readStateFile, WRITE_BATCH_SIZE, writeStateFile } from "./state-file.ts";

const ENTRY_COUNT = 5_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-kept-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Counts the turns of the event loop until the returned function is called. */
function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) };
  const tick = () => {
    turns.count++;
    next = setImmediate(tick);
  };
  let next = setImmediate(tick);
  return turns;
}

it("a long file is written in batches, and replaces the old one only when it is complete", async () => {
  const path = join(folder, "previews.json");
  const onError = (error: unknown) => {
    throw error;
  };
  await writeStateFile(path, []);
  expect(await readStateFile({ path, onError }, z.array(z.number()))).toEqual([]);
  const turns = countTurns();
  const byTurn = new Map<number, number>();
  const kept = Array.from({ length: ENTRY_COUNT }, (_, nth) => ({
    toJSON() {
      byTurn.set(turns.count, (byTurn.get(turns.count) ?? 0) + 1);
      return nth;
    },
  }));
  await writeStateFile(path, kept);
  turns.stop();
  expect(Math.max(...byTurn.values())).toBeLessThanOrEqual(WRITE_BATCH_SIZE);
  expect(byTurn.size).toBeGreaterThanOrEqual(ENTRY_COUNT / WRITE_BATCH_SIZE);
  expect(await readStateFile({ path, onError }, z.array(z.number()))).toEqual(
    Array.from({ length: ENTRY_COUNT }, (_, nth) => nth),
  );
  expect(await readdir(folder)).toEqual(["previews.json"]);
});
