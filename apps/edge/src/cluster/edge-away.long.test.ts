import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEdge } from "../edge.ts";
import { joinTracker, servingFirst, startClusterRig, trackerUrlOf } from "../testing/cluster-rig.ts";
import type { EdgeRig } from "../testing/edge-rig.ts";
import type { TrackerPeer } from "../tracker/tracker-peer.ts";

let rigs: EdgeRig[];
let us: EdgeRig;
let video: PlaybackDescriptor;
beforeAll(async () => {
  rigs = await startClusterRig(["eu", "eu", "us"]);
  us = rigs[2] as EdgeRig;
  video = await (rigs[0] as EdgeRig).publish();
});
afterAll(() => Promise.all((rigs ?? []).toReversed().map((rig) => rig.close())));

const play = (rig: EdgeRig, body: object = {}): Promise<PlaySession> => rig.play(video.uuid, body);
const trackerOf = async (rig: EdgeRig) => (await play(rig)).p2p.trackerUrl;

it("viewers of all edges are counted, and those of an edge that fails move to the next one", async () => {
  const [serving, other] = await servingFirst(rigs, video);
  const [here, far] = [await joinTracker(await play(serving)), await joinTracker(await play(us))];
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
