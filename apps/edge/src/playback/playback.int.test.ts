import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import { DEFAULT_P2P_RULES, type PlaySession } from "@shoal/contract/player";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { BeaconTokens } from "../beacons/beacon-tokens.ts";
import {
  createClientDescriptor,
  descriptorOf,
  type EdgeHarness,
  startEdgeHarness,
} from "../testing/edge-harness.ts";
import { installStoppableClock, type StoppableClock } from "../testing/stoppable-clock.ts";
import { SwarmTickets, swarmOf } from "./ticket.ts";

const postPlay = (harness: EdgeHarness, uuid: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.edge.url}/play/${uuid}`, {
    method: "POST",
    body,
    headers: { "user-agent": VIEWER_AGENT, ...headers },
  });
const CRAWLER_AGENT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody),
});

describe("a play session", () => {
  let harness: EdgeHarness;
  let clock: StoppableClock;
  beforeAll(async () => {
    clock = installStoppableClock();
    harness = await startEdgeHarness({ playsPerMinute: 20 });
  });
  afterEach(() => clock.goOn());
  afterAll(async () => {
    await harness.close();
    clock.remove();
  });
  const from = (address: string) => ({ "x-forwarded-for": address });

  it("is refused with every invalid field, and for invalid JSON", async () => {
    const { uuid } = await harness.publish();
    const wrong = await postPlay(harness, uuid, JSON.stringify({ referrer: 1, sessionId: "x" }));
    expect(await errorOf(wrong)).toMatchObject({
      status: 400,
      code: "bad_request",
      fields: [{ path: "referrer" }, { path: "sessionId" }],
    });
    expect(await errorOf(await postPlay(harness, uuid, "{"))).toMatchObject({
      status: 400,
      code: "bad_request",
    });
    expect(await errorOf(await postPlay(harness, uuid, "x".repeat(70_000)))).toMatchObject({
      code: "body_too_large",
    });
  });

  it("is refused for a missing, deleted, unready or failed video", async () => {
    const answer = async (uuid: string) => errorOf(await postPlay(harness, uuid, "{}"));
    expect(await answer(randomUUID())).toMatchObject({ status: 404, code: "video_not_found" });
    expect(await answer("x")).toMatchObject({ status: 404, code: "video_not_found" });
    const gone = await harness.publish({ state: "deleted" });
    expect(await answer(gone.uuid)).toMatchObject({ status: 404, code: "video_not_found" });
    const waiting = descriptorOf({ state: "waiting" });
    harness.api.set(waiting);
    expect(await answer(waiting.uuid)).toMatchObject({ status: 409, code: "playback_not_ready" });
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const later = await harness.publish({ startsAt });
    expect(await answer(later.uuid)).toMatchObject({
      status: 403,
      code: "playback_not_started",
      fields: [{ path: "startsAt", reason: startsAt }],
    });
    const begun = await harness.publish({ startsAt: new Date(Date.now() - 1_000).toISOString() });
    expect((await postPlay(harness, begun.uuid, "{}")).status).toBe(200);
    const failed = descriptorOf({ state: "error" });
    harness.api.set(failed);
    expect(await answer(failed.uuid)).toMatchObject({
      status: 409,
      code: "playback_failed",
      fields: [{ path: "errorType" }],
    });
  });

  it("contains absolute URLs, rules, a swarm ticket and the time of renewal", async () => {
    const video = await harness.publish();
    const response = await postPlay(harness, video.uuid, "{}", from("8.8.8.8"));
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const session = await response.json();
    expect(session).toMatchObject({
      uuid: video.uuid,
      hlsUrl: expect.stringMatching(
        /^https:\/\/play\.example\.com\/m\/[^/]+\/[0-9a-f-]{36}\/1\/master\.m3u8$/,
      ),
      thumbnailUrl: null,
      beacon: { url: "https://play.example.com/beacons", intervalMs: 10_000, token: expect.any(String) },
      p2p: {
        trackerUrl: "wss://play.example.com/tracker",
        rules: DEFAULT_P2P_RULES,
        iceServers: harness.config.iceServers,
      },
    });
    expect(Date.parse(session.tokenExpiresAt) - Date.now()).toBeGreaterThan(890_000);
    expect(
      new SwarmTickets(harness.config.playbackKeys, harness.config.publicUrl).verify(session.p2p.ticket),
    ).toMatchObject({
      swarm: swarmOf(video),
      sessionId: session.sessionId,
      country: "US",
      asn: 15_169,
      networkPrefix: "8.8.8.0/24",
    });
  });

  it("keeps its id and birth when it is renewed", async () => {
    const { uuid } = await harness.publish();
    const session = await harness.play(uuid);
    const tokens = new BeaconTokens(harness.config.playbackKeys);
    const claims = tokens.verify(session.beacon.token, 0);
    const bornAtMs = claims.bornAtMs - 300_000;
    const beaconToken = tokens.sign({ ...claims, bornAtMs });
    const renewed = await harness.play(uuid, { sessionId: session.sessionId, beaconToken });
    expect(renewed.sessionId).toBe(session.sessionId);
    expect(tokens.verify(renewed.beacon.token, 0)).toMatchObject({ bornAtMs });
  });

  it("is a new session for callers who cannot prove that the old one is theirs", async () => {
    const [video, other] = [await harness.publish(), await harness.publish()];
    const { sessionId, beacon } = await harness.play(video.uuid);
    const foreign = (await harness.play(other.uuid)).beacon.token;
    const tokens = new BeaconTokens(harness.config.playbackKeys);
    const beganAtMs = Date.now();
    const old = tokens.sign({ ...tokens.verify(beacon.token, 0), expiresAtMs: beganAtMs - 3_600_001 });
    for (const proof of [{}, { beaconToken: "x" }, { beaconToken: foreign }, { beaconToken: old }]) {
      const session = await harness.play(video.uuid, { sessionId, ...proof });
      expect(session.sessionId).not.toBe(sessionId);
      expect(tokens.verify(session.beacon.token, 0).bornAtMs).toBeGreaterThanOrEqual(beganAtMs);
    }
  });

  it("is limited by address", async () => {
    clock.stop();
    const { uuid } = await harness.publish();
    const statuses = await Promise.all(
      Array.from(
        { length: 25 },
        async () => (await postPlay(harness, uuid, "{}", from("198.51.100.7"))).status,
      ),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await postPlay(harness, uuid, "{}", from("198.51.100.8"))).status).toBe(200);
  });
});

describe("when the api is away", () => {
  let harness: EdgeHarness;
  beforeEach(async () => {
    harness = await startEdgeHarness();
    return () => harness.close();
  });

  it("known videos continue and can be opened, and unknown ones return 503", async () => {
    const { uuid, clientId } = await harness.publish();
    // Cached descriptors are still served. A missing one is requested again after a second.
    harness.api.setClient(createClientDescriptor(clientId));
    const { hlsUrl } = await harness.play(uuid);
    const late = await harness.publish();
    await harness.api.stop();
    await eventually(async () =>
      expect(await getReadiness(harness)).toMatchObject({ isFollowingChanges: false }),
    );
    for (const path of ["master.m3u8", "v0/index.m3u8", "v0/1.m4s"])
      expect((await fetch(hlsUrl.replace("master.m3u8", path))).status).toBe(200);
    expect((await postPlay(harness, uuid, "{}")).status).toBe(200);
    expect(await errorOf(await postPlay(harness, late.uuid, "{}"))).toMatchObject({
      status: 503,
      code: "unavailable",
    });
    expect((await fetch(`${harness.edge.internalUrl}/readyz`)).status).toBe(200);
    await harness.api.start();
    expect((await postPlay(harness, late.uuid, "{}")).status).toBe(200);
  });

  it("a change made meanwhile takes effect once the api is back", async () => {
    const video = await harness.publish();
    const { uuid } = video;
    const { hlsUrl } = await harness.play(uuid);
    await eventually(() => expect(harness.api.followers).toBe(1));
    harness.api.set({ ...video, title: "Another title", revision: 2 });
    // The edge has received the change and is reloading the descriptor in the background.
    await eventually(async () => expect((await harness.play(uuid)).title).toBe("Another title"));
    await harness.api.stop();
    harness.api.remove(uuid);
    await harness.api.start();
    await eventually(async () => expect((await fetch(hlsUrl)).status).toBe(404));
    await eventually(() => expect(harness.api.cursors.at(-1)).toMatch(/^\d+$/));
  });
});

describe("a revocation", () => {
  let harness: EdgeHarness;
  beforeEach(async () => {
    harness = await startEdgeHarness();
    return () => harness.close();
  });
  const awaitRefusal = (url: string) => eventually(async () => expect((await fetch(url)).status).toBe(404));

  it("takes effect through the change stream, for playlists and segments", async () => {
    await eventually(() => expect(harness.api.followers).toBe(1));
    const video = await harness.publish();
    const { hlsUrl } = await harness.play(video.uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    // The clock is fixed, so that an edge on a busy machine does not consider the stream silent.
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    expect((await fetch(segment)).status).toBe(200);
    const asked = harness.api.asked;
    for (let count = 0; count < 50; count += 1) await fetch(segment);
    expect(harness.api.asked).toBe(asked);
    harness.api.set({ ...video, state: "deleted", revision: 2 });
    await awaitRefusal(segment);
    expect((await fetch(hlsUrl)).status).toBe(404);
  });

  it("takes effect without the stream", async () => {
    await eventually(() => expect(harness.api.followers).toBe(1));
    const video = await harness.publish();
    const { hlsUrl } = await harness.play(video.uuid);
    expect((await fetch(hlsUrl)).status).toBe(200);
    harness.api.dropStream();
    harness.api.remove(video.uuid);
    await awaitRefusal(hlsUrl.replace("master.m3u8", "v0/0.m4s"));
  });
});

async function getReadiness(harness: EdgeHarness): Promise<object> {
  return (await fetch(`${harness.edge.internalUrl}/readyz`)).json() as Promise<object>;
}

describe("a robot", () => {
  let harness: EdgeHarness;
  beforeAll(async () => {
    harness = await startEdgeHarness();
  });
  afterAll(() => harness.close());

  it.each([CRAWLER_AGENT, "curl/8.5.0"])("such as %s plays without peers", async (agent) => {
    const { uuid } = await harness.publish();
    const sessionOf = async (headers: Record<string, string>) =>
      (await (await postPlay(harness, uuid, "{}", headers)).json()) as PlaySession;
    const robot = await sessionOf({ "user-agent": agent });
    expect(robot.p2p).toMatchObject({ ticket: "", iceServers: [], rules: { enabled: false, maxPeers: 0 } });
    const master = robot.hlsUrl.replace(harness.config.publicUrl, harness.edge.url);
    expect((await fetch(master)).status).toBe(200);
    expect((await sessionOf({})).p2p.ticket).not.toBe("");
  });
});
