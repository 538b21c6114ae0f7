import { proofGroupOf } from "@shoal/domain/proof";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClientDescriptor } from "../../apps/edge/src/testing/edge-harness.ts";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { type EdgePlayer, startEdgePlayer } from "../support/edge-player.ts";

const PROOF_MODE = { sharePct: 20, salt: "salt" };

let player: EdgePlayer;
let video: Awaited<ReturnType<EdgePlayer["publish"]>>;
beforeAll(async () => {
  player = await startEdgePlayer({ trackerSocketsPerAddress: 20 });
  video = await player.publish({ durationSec: 40, title: "Herring" });
  player.harness.api.setClient(createClientDescriptor(video.clientId, { proof: PROOF_MODE }));
});
afterAll(() => player.close());

/** Returns the proof-mode group in the token that the edge issues and that beacons carry. */
async function groupOfBeacon(page: Page): Promise<string | undefined> {
  const beacon = await page.waitForRequest((request) => request.url().endsWith("/beacons"));
  const { token } = JSON.parse(beacon.postData() ?? "{}") as { token: string };
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (JSON.parse(claims) as { proof?: string }).proof;
}

/** Opens the page in new browsers until the edge assigns one of them to the given group. */
async function openAs(group: "with" | "without"): Promise<Page> {
  for (;;) {
    const page = await player.browser.openPage();
    await page.goto(`${player.harness.edge.url}/embed/${video.uuid}?autoplay=1&muted=1`);
    await awaitState(page, "playing");
    if ((await storedGroup(page)) === group) return page;
    await page.context().close();
  }
}

async function storedGroup(page: Page): Promise<string> {
  const kept = await page.evaluate<string>(`localStorage.getItem("shoal:viewer:${video.clientId}")`);
  const [viewer = ""] = kept.split(" ");
  return proofGroupOf(PROOF_MODE, viewer, { nowMs: Date.now(), timeZone: "UTC" });
}

it("a viewer of the control group stays in it after a reload, and plays without peers or a tracker", async () => {
  const others = await openAs("with");
  expect(await groupOfBeacon(others)).toBe("with");
  const aside = await openAs("without");
  const trackers: string[] = [];
  aside.on("websocket", (socket) => trackers.push(socket.url()));
  expect(await groupOfBeacon(aside)).toBe("without");
  await aside.reload();
  await awaitState(aside, "playing");
  await expect.poll(async () => (await readStats(aside)).bytesServer).toBeGreaterThan(500_000);
  expect(await groupOfBeacon(aside)).toBe("without");
  const { bytesPeer, bytesUp, peers } = await readStats(aside);
  expect({ bytesPeer, bytesUp, peers, trackers }).toEqual({
    bytesPeer: 0,
    bytesUp: 0,
    peers: 0,
    trackers: [],
  });
});
