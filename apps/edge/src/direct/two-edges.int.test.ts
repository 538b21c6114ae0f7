import { afterAll, beforeAll, expect, it } from "vitest";
import { roomUrlAt } from "../playback/direct-lives.ts";
import { startClusterRig } from "../testing/cluster-rig.ts";
import { film, newSession, publishDirectLive, watch } from "../testing/direct-rig.ts";
import type { EdgeRig } from "../testing/edge-rig.ts";

let rigs: [EdgeRig, EdgeRig];
beforeAll(async () => {
  rigs = (await startClusterRig(["eu", "us"])) as [EdgeRig, EdgeRig];
});
afterAll(() => Promise.all((rigs ?? []).toReversed().map((rig) => rig.close())));

it("viewers of all regions and the publishing page meet at one edge, whichever they use", async () => {
  const { uuid } = publishDirectLive(rigs[0], "no");
  const sessions = [await newSession(rigs[0], uuid), await newSession(rigs[1], uuid)] as const;
  const url = sessions[0].direct?.url ?? "";
  expect(sessions[1].direct?.url).toBe(url);
  const isFirst = url === roomUrlAt(rigs[0].edge.url);
  const [serving, other] = isFirst ? rigs : rigs.toReversed();
  if (!serving || !other) throw new Error("Two edges are needed");
  const lost = [await film(other, uuid), await watch(sessions[0], { url: roomUrlAt(other.edge.url) })];
  for (const page of lost) {
    expect(await page.next("elsewhere")).toEqual({ type: "elsewhere", url });
    await page.closed();
  }
  const page = await film(serving, uuid);
  const viewers = [await watch(sessions[0]), await watch(sessions[1])];
  for (const viewer of viewers) {
    const { place } = await viewer.next("slot");
    expect((await page.next("viewer")).place).toBe(place);
  }
  for (const each of [page, ...viewers]) each.close();
});
