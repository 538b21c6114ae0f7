import { INTERNAL_SECRET_HEADER, type PlaybackDescriptor, type PlaySession } from "@shoal/contract";
import { joinRequest, TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEdge } from "../edge.ts";
import { startClusterRig } from "../testing/cluster-rig.ts";
import type { EdgeRig } from "../testing/edge-rig.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";

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
const urlOf = (rig: EdgeRig) => `${rig.config.publicUrl.replace("http", "ws")}/tracker`;

async function join({ p2p }: PlaySession, url = p2p.trackerUrl): Promise<TrackerPeer> {
  const peer = await TrackerPeer.open(url);
  peer.send(joinRequest(p2p.ticket));
  return peer;
}

/** The edge whose tracker has the room, and the other one of its region. */
async function europeans(): Promise<[EdgeRig, EdgeRig]> {
  const tracker = await trackerOf(rigs[0] as EdgeRig);
  const [a, b] = rigs as [EdgeRig, EdgeRig];
  return tracker === urlOf(a) ? [a, b] : [b, a];
}

it("viewers of a region meet at one tracker, whichever edge they asked, and it takes nobody else's ticket", async () => {
  const [serving, other] = await europeans();
  for (const rig of [serving, other]) expect(await trackerOf(rig)).toBe(urlOf(serving));
  expect(await trackerOf(us)).toBe(urlOf(us));
  const [a, b] = [await join(await play(serving)), await join(await play(other))];
  expect((await a.next("peers")).peers).toMatchObject([{ isInitiator: false }]);
  for (const elsewhere of [other, us]) {
    const lost = await join(await play(serving), urlOf(elsewhere));
    expect(await lost.closed()).toBe(TRACKER_CLOSE.ticketRefused);
  }
  for (const peer of [a, b]) peer.close();
});

it("the page of a player may reach every tracker of the cluster", async () => {
  const response = await fetch(`${us.edge.url}/embed/${video.uuid}`);
  const policy = response.headers.get("content-security-policy");
  for (const rig of rigs) expect(policy).toContain(rig.config.publicUrl.replace("http", "ws"));
});

it("edges tell one another their audiences, and nobody else", async () => {
  const ask = (secret: string) =>
    fetch(`${us.edge.url}/cluster/audiences`, { headers: { [INTERNAL_SECRET_HEADER]: secret } });
  expect((await ask("wrong")).status).toBe(404);
  expect(await (await ask(us.config.internalSecret)).json()).toEqual({ audiences: [] });
});

it("viewers are counted everywhere; one edge that goes is left out, and its viewers are led to the next one", async () => {
  const [serving, other] = await europeans();
  const [here, far] = [await join(await play(serving)), await join(await play(us))];
  await here.next("joined");
  await far.next("joined");
  const told = (peer: TrackerPeer) =>
    peer.received("audience").at(-1)?.count ?? peer.received("joined")[0]?.audience;
  await expect.poll(() => [told(here), told(far)]).toEqual([2, 2]);

  await serving.edge.close();
  expect(await here.closed()).toBe(TRACKER_CLOSE.shutdown);
  await expect.poll(() => told(far)).toBe(1);
  expect(await trackerOf(other)).toBe(urlOf(other));
  const session = await play(other);
  const moved = await join(session);
  await expect.poll(() => told(far)).toBe(2);
  const ready = await fetch(`${other.edge.url}/readyz`);
  expect(await ready.json()).toMatchObject({ status: "ready", edgesAway: [serving.config.publicUrl] });

  serving.edge = await startEdge(serving.config);
  await expect.poll(() => trackerOf(other)).toBe(urlOf(serving));
  const renewed = await play(other, { sessionId: session.sessionId });
  expect(renewed.p2p.trackerUrl).toBe(urlOf(serving));
  for (const peer of [moved, far]) peer.close();
});
