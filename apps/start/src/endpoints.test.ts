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

test("where nothing was started, nobody waits", async () => {
  const logged: string[] = [];
  expect(await awaitEndpoints(folder, () => logged.push("waits"))).toBeUndefined();
  expect(logged).toEqual([]);
});

test("a start that is given up while someone waits for it leaves nothing to wait for", async () => {
  await recordProcesses(folder, [process.pid]);
  const logged: string[] = [];
  const waiting = awaitEndpoints(folder, () => {
    logged.push("waits");
    void deleteProcessRecords(folder);
  });
  expect(await waiting).toBeUndefined();
  expect(logged).toEqual(["waits"]);
});

test("a start that never comes up is named after a while", async () => {
  await recordProcesses(folder, [process.pid]);
  await expect(awaitEndpoints(folder, () => undefined, 0)).rejects.toThrow("npm start");
});
