import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEdge } from "../edge.ts";
import {
  joinTracker,
  orderByTracker,
  startClusterHarness,
  trackerUrlOf,
} from "../testing/cluster-harness.ts";
import type { EdgeHarness } from "../testing/edge-harness.ts";
import type { TrackerPeer } from "../tracker/tracker-peer.ts";

let harnesses: EdgeHarness[];
let firstEdge: EdgeHarness;
let video: PlaybackDescriptor;
beforeAll(async () => {
  harnesses = await startClusterHarness(["eu", "eu", "us"]);
  firstEdge = harnesses[2] as EdgeHarness;
  video = await (harnesses[0] as EdgeHarness).publish();
});
afterAll(() => Promise.all((harnesses ?? []).toReversed().map((harness) => harness.close())));

const play = (harness: EdgeHarness, body: object = {}): Promise<PlaySession> =>
  harness.play(video.uuid, body);
const trackerOf = async (harness: EdgeHarness) => (await play(harness)).p2p.trackerUrl;

it("viewers of all edges are counted, and those of an edge that fails move to the next one", async () => {
  const [serving, other] = await orderByTracker(harnesses, video);
  const [here, far] = [await joinTracker(await play(serving)), await joinTracker(await play(firstEdge))];
  await here.next("joined");
  await far.next("joined");
  const introducedTo = (peer: TrackerPeer) =>
    peer.received("audience").at(-1)?.count ?? peer.received("joined")[0]?.audience;
  await expect.poll(() => [introducedTo(here), introducedTo(far)]).toEqual([2, 2]);

  await serving.edge.close();
  expect(await here.closed()).toBe(TRACKER_CLOSE.shutdown);
  await expect.poll(() => introducedTo(far)).toBe(1);
  expect(await trackerOf(other)).toBe(trackerUrlOf(other));
  const session = await play(other);
  const moved = await joinTracker(session);
  await expect.poll(() => introducedTo(far)).toBe(2);
  const ready = await fetch(`${other.edge.internalUrl}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready", edgesAway: [serving.config.publicUrl] });

  serving.edge = await startEdge(serving.config);
  await expect.poll(() => trackerOf(other)).toBe(trackerUrlOf(serving));
  const renewed = await play(other, { sessionId: session.sessionId });
  expect(renewed.p2p.trackerUrl).toBe(trackerUrlOf(serving));
  for (const peer of [moved, far]) peer.close();
});
