import { LiveJournalPage, type LiveSegment, liveJournalPageOf } from "@shoal/contract/ingest";
import { expect } from "vitest";
import { planArchive } from "../archive/plan-archive.ts";
import { type LivePlan, listShedPlans } from "../encoder/live-plan.ts";
import {
  type EncoderOutput,
  feedLive,
  LIVE_PLAN,
  openLive,
  RENDITION_IDS,
  STARTED_AT_MS,
} from "./encoded-harness.ts";

/**
 * Checks a live of four consecutive encoders, some of which leave renditions out. The next larger rendition replaces these until
 * they return.
 * @param encode returns the output of an encoder for a plan, `secondsEach` long.
 */
export async function expectShedPlans(
  encode: (plan: LivePlan) => EncoderOutput | Promise<EncoderOutput>,
  secondsEach: number,
): Promise<void> {
  const { live, objects } = openLive({ isKept: true });
  const [whole, , top, least] = listShedPlans(LIVE_PLAN) as [LivePlan, LivePlan, LivePlan, LivePlan];
  for (const [n, plan] of [whole, top, least, whole].entries())
    feedLive(live, await encode(plan), STARTED_AT_MS + n * secondsEach * 1_000);
  await live.end();
  const { window } = live;
  const periods = [0, 1, 2, 3].map((order) => window.listed.find(({ period }) => period.order === order));
  const sourcesOf = (segment: LiveSegment | undefined) =>
    RENDITION_IDS.map((id) => segment?.media[id]?.parts[0]?.range.object.split("/").at(-2));
  expect(periods.map(sourcesOf)).toEqual([
    ["v0", "v1", "v2", "a0"],
    ["v2", "v2", "v2", "a0"],
    ["v0", "v0", "v0", "a0"],
    ["v0", "v1", "v2", "a0"],
  ]);
  // Each encoder starts with its own init segments, and the archive contains all of them.
  const initsOf = (segment: LiveSegment | undefined) =>
    RENDITION_IDS.map((id) => window.findInit(id, segment?.period.initNumber ?? -1)?.sha256);
  expect(initsOf(periods[1])).toEqual([2, 2, 2, 3].map((n) => initsOf(periods[0])[n]));
  expect(periods[3]?.period.initNumber).toBe(periods[0]?.period.initNumber);
  const page = LiveJournalPage.parse(JSON.parse(String(objects.get(liveJournalPageOf("lives/1/", 0)))));
  const archive = planArchive([page]);
  expect(archive?.durationSec).toBeCloseTo(4 * secondsEach, 0);
  for (const { segments } of archive?.video ?? [])
    for (const { object } of segments) expect(objects.has(object)).toBe(true);
}
