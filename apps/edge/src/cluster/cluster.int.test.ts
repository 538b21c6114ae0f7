import { INTERNAL_SECRET_HEADER, type PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  joinTracker,
  orderByTracker,
  startClusterHarness,
  trackerUrlOf,
} from "../testing/cluster-harness.ts";
import type { EdgeHarness } from "../testing/edge-harness.ts";

let harnesses: EdgeHarness[];
let firstEdge: EdgeHarness;
let video: PlaybackDescriptor;
beforeAll(async () => {
  harnesses = await startClusterHarness(["eu", "eu", "us"]);
  firstEdge = harnesses[2] as EdgeHarness;
  video = await (harnesses[0] as EdgeHarness).publish();
});
afterAll(() => Promise.all((harnesses ?? []).toReversed().map((harness) => harness.close())));

const play = (harness: EdgeHarness): Promise<PlaySession> => harness.play(video.uuid);
const trackerOf = async (harness: EdgeHarness) => (await play(harness)).p2p.trackerUrl;

it("viewers of a region meet at one tracker, whichever edge they use, and it refuses tickets for other trackers", async () => {
  const [serving, other] = await orderByTracker(harnesses, video);
  for (const harness of [serving, other]) expect(await trackerOf(harness)).toBe(trackerUrlOf(serving));
  expect(await trackerOf(firstEdge)).toBe(trackerUrlOf(firstEdge));
  const [a, b] = [await joinTracker(await play(serving)), await joinTracker(await play(other))];
  expect((await a.next("peers")).peers).toMatchObject([{ isInitiator: false }]);
  for (const elsewhere of [other, firstEdge]) {
    const lost = await joinTracker(await play(serving), trackerUrlOf(elsewhere));
    expect(await lost.closed()).toBe(TRACKER_CLOSE.ticketRefused);
  }
  for (const peer of [a, b]) peer.close();
});

it("the player page may connect to every tracker of the cluster", async () => {
  const response = await fetch(`${firstEdge.edge.url}/embed/${video.uuid}`);
  const policy = response.headers.get("content-security-policy");
  for (const harness of harnesses) expect(policy).toContain(harness.config.publicUrl.replace("http", "ws"));
});

it("only edges can read each other's audiences", async () => {
  const request = (secret: string) =>
    fetch(`${firstEdge.edge.url}/cluster/audiences`, { headers: { [INTERNAL_SECRET_HEADER]: secret } });
  expect((await request("wrong")).status).toBe(404);
  expect(await (await request(firstEdge.config.internalSecret)).json()).toEqual({ audiences: [] });
});
