import { expect, it, onTestFinished } from "vitest";
import { createMetrics } from "../platform/metrics.ts";
import { RecentCounts } from "./recent-counts.ts";

it("returns the counts of the last five minutes, by reason", async () => {
  let nowMs = 0;
  const metrics = createMetrics();
  const counts = new RecentCounts({ metrics, onError: () => expect.unreachable(), nowMs: () => nowMs });
  onTestFinished(() => counts.close());
  metrics.plays.inc(5);
  metrics.playsRefused.inc({ reason: "playback_country_denied" }, 2);
  metrics.playsLimited.inc({ by: "key" }, 7);
  metrics.requests.inc({ route: "/play/:uuid", status: 503 });
  metrics.requests.inc({ route: "/play/:uuid", status: 200 });
  metrics.loadedBytes.inc({ from: "peer" }, 900);
  const first = { refused: { playback_country_denied: 2 }, limited: { key: 7 } };
  expect(await counts.read()).toEqual({
    countedSec: 0,
    admitted: 5,
    ...first,
    failed: 1,
    serverBytes: 0,
    peerBytes: 900,
  });
  for (; nowMs < 300_000; nowMs += 10_000) await counts.sample();
  metrics.plays.inc(3);
  metrics.playsRefused.inc({ reason: "playback_vpn_denied" });
  expect(await counts.read()).toEqual({
    countedSec: 300,
    admitted: 3,
    refused: { playback_vpn_denied: 1 },
    limited: {},

    failed: 0,
    serverBytes: 0,
    peerBytes: 0,
  });
});
