import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { awaitEndpoints } from "./endpoints.ts";
import { deleteProcessRecords, recordProcesses } from "./left-overs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-start-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("returns undefined without waiting if no start is in progress", async () => {
  const logged: string[] = [];
  expect(await awaitEndpoints(folder, () => logged.push("waits"))).toBeUndefined();
  expect(logged).toEqual([]);
});

test("stops waiting when the start is given up", async () => {
  await recordProcesses(folder, [process.pid]);
  const logged: string[] = [];
  const waiting = awaitEndpoints(folder, () => {
    logged.push("waits");
    void deleteProcessRecords(folder);
  });
  expect(await waiting).toBeUndefined();
  expect(logged).toEqual(["waits"]);
});

test("fails after a while if the start does not finish", async () => {
  await recordProcesses(folder, [process.pid]);
  await expect(awaitEndpoints(folder, () => undefined, 0)).rejects.toThrow("npm start");
});
