import { randomUUID } from "node:crypto";
import { type RuleSettings, WATCHED_PATH, WatchedReport } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, type PlaybackDescriptor } from "@shoal/contract/edge";
import type { PluginSession } from "@shoal/contract/player";
import { digestSettings } from "@shoal/domain/rule-digests";
import { joinRequest } from "@shoal/p2p/protocol";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

async function publishWithRules(custom: RuleSettings = {}): Promise<PlaybackDescriptor> {
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  return harness.publish({ clientId, rules: { custom } });
}

async function joinTracker(ticket: string): Promise<TrackerPeer> {
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(ticket));
  await peer.next("joined");
  return peer;
}

const requestWatched = (client: string, secret = harness.config.internalSecret) =>
  fetch(`${harness.edge.url}${WATCHED_PATH}?client=${client}`, {
    headers: { [INTERNAL_SECRET_HEADER]: secret },
  });
const listWatchedOf = async (client: string) =>
  WatchedReport.parse(await (await requestWatched(client)).json()).watched;

it("watched media are listed only with the secret, and only for their client", async () => {
  expect((await requestWatched(randomUUID(), "wrong")).status).toBe(404);
  expect(await listWatchedOf(randomUUID())).toEqual([]);
});

it("reports the number of viewers, their rules, and how many have the current rules", async () => {
  const video = await publishWithRules({ uploadPercent: 40 });
  const sessions = await Promise.all([1, 2].map(() => harness.play(video.uuid)));
  const peers = await Promise.all(sessions.map(({ p2p }) => joinTracker(p2p.ticket)));
  const [told] = await listWatchedOf(video.clientId);
  expect(told).toMatchObject({ video: video.uuid, key: null, collection: null, viewers: 2, told: 2 });
  expect(told?.rules?.custom).toBe(digestSettings({ uploadPercent: 40 }));

  harness.api.set({ ...video, revision: 2, rules: { custom: { uploadPercent: 10 } } });
  await Promise.all(peers.map((peer) => peer.next("rules")));
  const [changed] = await listWatchedOf(video.clientId);
  expect(changed).toMatchObject({ viewers: 2, told: 2 });
  expect(changed?.rules?.custom).toBe(digestSettings({ uploadPercent: 10 }));

  // After a change of access rules, viewers count as updated only once they have a new session.
  harness.api.set({ ...video, revision: 3, rules: { custom: { unauthorizedCountries: ["FR"] } } });
  await Promise.all(peers.map((peer) => peer.next("session")));
  expect(await listWatchedOf(video.clientId)).toMatchObject([{ viewers: 2, told: 0 }]);
  const [first] = peers;
  const renewed = await harness.play(video.uuid, {
    sessionId: sessions[0]?.sessionId,
    beaconToken: sessions[0]?.beacon.token,
  });
  first?.send({ type: "renew", ticket: renewed.p2p.ticket });
  await first?.answered();
  expect(await listWatchedOf(video.clientId)).toMatchObject([{ viewers: 2, told: 1 }]);
  for (const peer of peers) peer.close();
  await eventually(async () => expect(await listWatchedOf(video.clientId)).toEqual([]));
});

it("reports a page's key and collection, and the rules of both", async () => {
  const [key, clientId] = [randomUUID(), randomUUID()];
  harness.api.setClient(
    createClientDescriptor(clientId, { collections: { Lessons: { uploadPercent: 20 } } }),
  );
  const config = { key, uuid: randomUUID(), clientId, revision: 1, rules: { p2pIOS: false } };
  harness.api.setConfig({ ...config, sites: [], isRevoked: false });
  const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify({ key, video: "film", collection: "Lessons", platform: "web", version: "1.2.10" }),
  });
  const peer = await joinTracker(((await response.json()) as PluginSession).p2p.ticket);
  const [told] = await listWatchedOf(clientId);
  expect(told).toMatchObject({ video: "film", key, collection: "Lessons", viewers: 1, told: 1 });
  expect(told?.rules).toMatchObject({
    config: digestSettings({ p2pIOS: false }),
    collection: digestSettings({ uploadPercent: 20 }),
  });
  peer.close();
});
