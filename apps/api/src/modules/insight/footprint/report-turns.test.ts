import type { FootprintReport, Language } from "@shoal/contract";
import { expect, it } from "vitest";
import { createReportFiles } from "./report-files.ts";

/** Creates a writer that counts its files, and how many it writes at the same time. */
function createSetup() {
  const written: string[] = [];
  const writing = { now: 0, most: 0 };
  const clock = { nowMs: 0 };
  const write = async (
    { month, revision }: FootprintReport,
    { client, language }: { client: string; language: Language },
  ) => {
    writing.now += 1;
    writing.most = Math.max(writing.most, writing.now);
    await Promise.resolve();
    writing.now -= 1;
    written.push([client, month, revision, language].join(" "));
    return Buffer.from(written.at(-1) ?? "");
  };
  const files = createReportFiles({ write, now: () => clock.nowMs });
  const get = (
    { month = "2026-05", revision = 1 as number | null } = {},
    { clientUuid = "a", client = "A", language = "EN" as Language } = {},
  ) => {
    const report = { month, revision, method: { id: "shoal-2026" } } as FootprintReport;
    return files.getPdf(report, { clientUuid, client, language });
  };
  return { written, writing, clock, get };
}

it("writes a revision once in each language, and again for another client name", async () => {
  const { written, get } = createSetup();
  for (let time = 0; time < 3; time += 1) {
    expect((await get()).toString()).toBe("A 2026-05 1 EN");
    await get({}, { language: "FR" });
  }
  await get({ revision: 2 });
  await get({}, { client: "B" });
  expect(written).toEqual(["A 2026-05 1 EN", "A 2026-05 1 FR", "A 2026-05 2 EN", "B 2026-05 1 EN"]);
});

it("writes the current month again after a minute", async () => {
  const { written, clock, get } = createSetup();
  for (const nowMs of [0, 59_999, 60_000]) {
    clock.nowMs = nowMs;
    await get({ revision: null });
  }
  expect(written.length).toBe(2);
});

it("removes the least recently used file from the cache", async () => {
  const { written, get } = createSetup();
  for (let revision = 1; revision <= 101; revision += 1) await get({ revision });
  await get({ revision: 101 });
  expect(written.length).toBe(101);
  await get({ revision: 1 });
  expect(written.length).toBe(102);
});

it("writes one file at a time, and limits the waiting requests of a client", async () => {
  const { written, writing, get } = createSetup();
  const busy = Array.from({ length: 20 }, (_, index) => get({ revision: index }));
  const other = get({ revision: null }, { clientUuid: "b", client: "B" });
  const outcomes = await Promise.allSettled(busy);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(15);
  expect(refused[0]).toMatchObject({ reason: { code: "too_many_requests", retryAfterSec: 2 } });
  await other;
  // The second turn belongs to the other client.
  expect([writing.most, written[1]]).toEqual([1, "B 2026-05  EN"]);
});
