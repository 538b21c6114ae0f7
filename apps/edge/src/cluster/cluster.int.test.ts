import { INTERNAL_SECRET_HEADER, type PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinTracker, servingFirst, startClusterRig, trackerUrlOf } from "../testing/cluster-rig.ts";
import type { EdgeRig } from "../testing/edge-rig.ts";

let rigs: EdgeRig[];
let us: EdgeRig;
let video: PlaybackDescriptor;
beforeAll(async () => {
  rigs = await startClusterRig(["eu", "eu", "us"]);
  us = rigs[2] as EdgeRig;
  video = await (rigs[0] as EdgeRig).publish();
});
afterAll(() => Promise.all((rigs ?? []).toReversed().map((rig) => rig.close())));

const play = (rig: EdgeRig): Promise<PlaySession> => rig.play(video.uuid);
const trackerOf = async (rig: EdgeRig) => (await play(rig)).p2p.trackerUrl;

it("viewers of a region meet at one tracker, whichever edge they use, and it refuses tickets for other trackers", async () => {
  const [serving, other] = await servingFirst(rigs, video);
  for (const rig of [serving, other]) expect(await trackerOf(rig)).toBe(trackerUrlOf(serving));
  expect(await trackerOf(us)).toBe(trackerUrlOf(us));
  const [a, b] = [await joinTracker(await play(serving)), await joinTracker(await play(other))];
  expect((await a.next("peers")).peers).toMatchObject([{ isInitiator: false }]);
  for (const elsewhere of [other, us]) {
    const lost = await joinTracker(await play(serving), trackerUrlOf(elsewhere));
    expect(await lost.closed()).toBe(TRACKER_CLOSE.ticketRefused);
  }
  for (const peer of [a, b]) peer.close();
});

it("the player page may connect to every tracker of the cluster", async () => {
  const response = await fetch(`${us.edge.url}/embed/${video.uuid}`);
  const policy = response.headers.get("content-security-policy");
  for (const rig of rigs) expect(policy).toContain(rig.config.publicUrl.replace("http", "ws"));
});

it("only edges can read each other's audiences", async () => {
  const request = (secret: string) =>
    fetch(`${us.edge.url}/cluster/audiences`, { headers: { [INTERNAL_SECRET_HEADER]: secret } });
  expect((await request("wrong")).status).toBe(404);
  expect(await (await request(us.config.internalSecret)).json()).toEqual({ audiences: [] });
});
