import { afterAll, beforeAll, expect, it } from "vitest";
import { roomUrlAt } from "../playback/direct-lives.ts";
import { startClusterHarness } from "../testing/cluster-harness.ts";
import {
  openPublisherPage,
  openViewerPage,
  publishDirectLive,
  startViewerSession,
} from "../testing/direct-harness.ts";
import type { EdgeHarness } from "../testing/edge-harness.ts";

let harnesses: [EdgeHarness, EdgeHarness];
beforeAll(async () => {
  harnesses = (await startClusterHarness(["eu", "us"])) as [EdgeHarness, EdgeHarness];
});
afterAll(() => Promise.all((harnesses ?? []).toReversed().map((harness) => harness.close())));

it("viewers of all regions and the publishing page meet at one edge, whichever they use", async () => {
  const { uuid } = publishDirectLive(harnesses[0], "no");
  const sessions = [
    await startViewerSession(harnesses[0], uuid),
    await startViewerSession(harnesses[1], uuid),
  ] as const;
  const url = sessions[0].direct?.url ?? "";
  expect(sessions[1].direct?.url).toBe(url);
  const isFirst = url === roomUrlAt(harnesses[0].edge.url);
  const [serving, other] = isFirst ? harnesses : harnesses.toReversed();
  if (!serving || !other) throw new Error("Two edges are needed");
  const lost = [
    await openPublisherPage(other, uuid),
    await openViewerPage(sessions[0], { url: roomUrlAt(other.edge.url) }),
  ];
  for (const page of lost) {
    expect(await page.next("elsewhere")).toEqual({ type: "elsewhere", url });
    await page.closed();
  }
  const page = await openPublisherPage(serving, uuid);
  const viewers = [await openViewerPage(sessions[0]), await openViewerPage(sessions[1])];
  for (const viewer of viewers) {
    const { place } = await viewer.next("slot");
    expect((await page.next("viewer")).place).toBe(place);
  }
  for (const each of [page, ...viewers]) each.close();
});
