import { type LiveReport, MAX_LIVE_REPORTS } from "@shoal/contract/ingest";
import { eventually } from "@shoal/testkit";
import { expect, it, onTestFinished } from "vitest";
import type { LivesReport, ReportLivesResponse } from "./control-plane.ts";
import { LiveReporter } from "./live-reporter.ts";

const createUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const createReport = (n: number): LiveReport => ({
  uuid: createUuid(n),
  generation: 1,
  version: 1,
  state: "live",
  fault: null,
  startedAtMs: 1,
  endedAtMs: null,
  tracks: [],
  folder: null,
  isClosed: false,
});
const conditionOf = (n: number) => ({ uuid: createUuid(n), generation: 1, input: null, relays: [] });

it("reports all lives of an ingest with more lives than one call may contain, each with its measurements", async () => {
  const lives = MAX_LIVE_REPORTS + 2;
  const calls: LivesReport[] = [];
  const orders: ReportLivesResponse[] = [];
  const source = { uuid: createUuid(9_999), url: "rtmp://camera.example/live", key: "key" };
  const reporter = new LiveReporter({
    report: async (sent) => {
      calls.push(sent);
      return {
        unwanted: sent.reports.slice(0, 1).map(({ uuid, generation }) => ({ uuid, generation })),
        relays: [],
        sources: [source],
      };
    },
    measure: () => Array.from({ length: lives }, (_, n) => conditionOf(n)),
    fetching: () => ({ canFetch: true, fetched: [] }),
    onWanted: (wanted) => orders.push(wanted),
    onFault: () => undefined,
  });
  onTestFinished(() => reporter.close());
  for (let n = 0; n < lives; n += 1) reporter.record(createReport(n));
  await eventually(() => expect(orders.at(-1)?.unwanted).toHaveLength(2));
  const [first, second] = calls.slice(-2);
  expect([first?.reports.length, second?.reports.length]).toEqual([MAX_LIVE_REPORTS, 2]);
  expect(second?.conditions.map(({ uuid }) => uuid)).toEqual(second?.reports.map(({ uuid }) => uuid));
  expect(orders.at(-1)?.sources).toEqual([source]);
});
