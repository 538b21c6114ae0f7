import type { ErrorBody } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const OFFLINE_LIVE: Partial<PlaybackDescriptor> = {
  state: "waiting",
  tracks: [],
  live: { latencySec: null, isOver: true },
};
const ON_AIR_LIVE: Partial<PlaybackDescriptor> = {
  state: "playable",
  live: { latencySec: null, isOver: false, ingestUrl: "http://127.0.0.1:9" },
};

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

const startSession = (path: string, prefer?: string, signal?: AbortSignal) =>
  fetch(`${harness.edge.url}/play/${path}`, {
    method: "POST",
    body: "{}",
    headers: prefer === undefined ? {} : { prefer },
    ...(signal ? { signal } : {}),
  });

const awaitPendingCount = (count: number) =>
  eventually(async () => {
    const metrics = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
    expect(metrics).toContain(`shoal_edge_plays_waiting ${count}\n`);
  });

it("a call for a live that is not on air is answered at once, unless the caller waits", async () => {
  const { uuid } = await harness.publish(OFFLINE_LIVE);
  const answer = await startSession(uuid);
  expect([answer.status, answer.headers.get("preference-applied")]).toEqual([409, null]);
  expect(await answer.json()).toMatchObject({ code: "playback_live_offline" });
});

it("a call for an ended live is refused with that reason", async () => {
  const { uuid } = await harness.publish({
    ...ON_AIR_LIVE,
    live: { ...ON_AIR_LIVE.live, latencySec: null, isOver: true },
  });
  const answer = await startSession(uuid);
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({
      code: "playback_live_offline",
      fields: [{ path: "live", reason: "has ended" }],
    }),
  ]);
  const waiting = await harness.publish(OFFLINE_LIVE);
  expect(((await (await startSession(waiting.uuid)).json()) as ErrorBody).fields).toBeUndefined();
});

it("an ended live can be watched to its end by viewers whose token proves their session, not by its id alone", async () => {
  const live = await harness.publish(ON_AIR_LIVE);
  const { sessionId, beacon } = await harness.play(live.uuid);
  harness.api.set({
    ...live,
    live: { ...ON_AIR_LIVE.live, latencySec: null, isOver: true },
    revision: live.revision + 1,
  });
  await eventually(async () => expect((await startSession(live.uuid)).status).toBe(409));
  const renew = (body: object) =>
    fetch(`${harness.edge.url}/play/${live.uuid}`, { method: "POST", body: JSON.stringify(body) });
  expect((await renew({ sessionId })).status).toBe(409);
  expect((await renew({ sessionId, beaconToken: beacon.token })).status).toBe(200);
});

it("a waiting viewer is admitted once the live is on air, whatever changed before", async () => {
  const live = await harness.publish(OFFLINE_LIVE);
  let isAnswered = false;
  const waiting = startSession(live.uuid, "wait=20").finally(() => {
    isAnswered = true;
  });
  await awaitPendingCount(1);
  harness.api.set({ ...live, title: "Renamed", revision: 2 });
  await eventually(async () =>
    expect(await (await fetch(`${harness.edge.url}/v/${live.uuid}`)).text()).toContain("Renamed"),
  );
  await awaitPendingCount(1);
  expect(isAnswered).toBe(false);
  harness.api.set({ ...live, ...ON_AIR_LIVE, title: "Renamed", revision: 3 });
  const answer = await waiting;
  expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, "wait"]);
  expect(await answer.json()).toMatchObject({ uuid: live.uuid, title: "Renamed" });
});

it("all viewers waiting for one video are admitted", async () => {
  const video = await harness.publish({ state: "waiting" });
  const waiting = Array.from({ length: 60 }, () => startSession(video.uuid, "wait=20"));
  await awaitPendingCount(60);
  harness.api.set({ ...video, state: "playable", revision: 2 });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 200));
});

it("a call that waited in vain is refused with Preference-Applied", async () => {
  const { uuid } = await harness.publish(OFFLINE_LIVE);
  const answer = await startSession(uuid, "wait=1");
  expect([answer.status, answer.headers.get("preference-applied")]).toEqual([409, "wait"]);
});

it.each(["playback_failed", "playback_password_required"])("%s is refused without waiting", async (code) => {
  const changes: Partial<PlaybackDescriptor> =
    code === "playback_failed" ? { state: "error" } : { passwordHash: "scrypt$1024$8$1$aa$bb" };
  const { uuid } = await harness.publish(changes);
  const answer = await startSession(uuid, "wait=20");
  expect(answer.headers.get("preference-applied")).toBeNull();
  expect(await answer.json()).toMatchObject({ code });
});

it("an edge that shuts down answers held calls", async () => {
  const { uuid } = await harness.publish(OFFLINE_LIVE);
  const waiting = startSession(uuid, "wait=20");
  await awaitPendingCount(1);
  await harness.restart();
  expect((await waiting).status).toBe(409);
});
