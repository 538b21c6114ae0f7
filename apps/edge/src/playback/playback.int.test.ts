import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import { DEFAULT_P2P_RULES, type PlaySession } from "@shoal/contract/player";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { clientOf, descriptorOf, type EdgeRig, startEdgeRig } from "../testing/edge-rig.ts";
import { installStoppableClock, type StoppableClock } from "../testing/stoppable-clock.ts";
import { SwarmTickets, swarmOf } from "./ticket.ts";

const post = (rig: EdgeRig, uuid: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${rig.edge.url}/play/${uuid}`, {
    method: "POST",
    body,
    headers: { "user-agent": VIEWER_AGENT, ...headers },
  });
const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody),
});

describe("a play session", () => {
  let rig: EdgeRig;
  let clock: StoppableClock;
  beforeAll(async () => {
    clock = installStoppableClock();
    rig = await startEdgeRig({ playsPerMinute: 20 });
  });
  afterEach(() => clock.goOn());
  afterAll(async () => {
    await rig.close();
    clock.remove();
  });
  const from = (address: string) => ({ "x-forwarded-for": address });

  it("is refused with every invalid field, and for invalid JSON", async () => {
    const { uuid } = await rig.publish();
    const wrong = await post(rig, uuid, JSON.stringify({ referrer: 1, sessionId: "x" }));
    expect(await errorOf(wrong)).toMatchObject({
      status: 400,
      code: "bad_request",
      fields: [{ path: "referrer" }, { path: "sessionId" }],
    });
    expect(await errorOf(await post(rig, uuid, "{"))).toMatchObject({ status: 400, code: "bad_request" });
    expect(await errorOf(await post(rig, uuid, "x".repeat(70_000)))).toMatchObject({
      code: "body_too_large",
    });
  });

  it("is refused for a missing, deleted, unready or failed video", async () => {
    const answer = async (uuid: string) => errorOf(await post(rig, uuid, "{}"));
    expect(await answer(randomUUID())).toMatchObject({ status: 404, code: "video_not_found" });
    expect(await answer("x")).toMatchObject({ status: 404, code: "video_not_found" });
    const gone = await rig.publish({ state: "deleted" });
    expect(await answer(gone.uuid)).toMatchObject({ status: 404, code: "video_not_found" });
    const waiting = descriptorOf({ state: "waiting" });
    rig.api.set(waiting);
    expect(await answer(waiting.uuid)).toMatchObject({ status: 409, code: "playback_not_ready" });
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const later = await rig.publish({ startsAt });
    expect(await answer(later.uuid)).toMatchObject({
      status: 403,
      code: "playback_not_started",
      fields: [{ path: "startsAt", reason: startsAt }],
    });
    const begun = await rig.publish({ startsAt: new Date(Date.now() - 1_000).toISOString() });
    expect((await post(rig, begun.uuid, "{}")).status).toBe(200);
    const failed = descriptorOf({ state: "error" });
    rig.api.set(failed);
    expect(await answer(failed.uuid)).toMatchObject({
      status: 409,
      code: "playback_failed",
      fields: [{ path: "errorType" }],
    });
  });

  it("contains absolute URLs, rules, a swarm ticket and the time of renewal", async () => {
    const video = await rig.publish();
    const response = await post(rig, video.uuid, "{}", from("8.8.8.8"));
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
        iceServers: rig.config.iceServers,
      },
    });
    expect(Date.parse(session.tokenExpiresAt) - Date.now()).toBeGreaterThan(890_000);
    expect(
      new SwarmTickets(rig.config.playbackKeys, rig.config.publicUrl).verify(session.p2p.ticket),
    ).toMatchObject({
      swarm: swarmOf(video),
      sessionId: session.sessionId,
      country: "US",
      asn: 15_169,
      networkPrefix: "8.8.8.0/24",
    });
  });

  it("keeps its id and birth when it is renewed", async () => {
    const { uuid } = await rig.publish();
    const session = await rig.play(uuid);
    const tokens = new BeaconTokens(rig.config.playbackKeys);
    const claims = tokens.verify(session.beacon.token, 0);
    const bornAtMs = claims.bornAtMs - 300_000;
    const beaconToken = tokens.sign({ ...claims, bornAtMs });
    const renewed = await rig.play(uuid, { sessionId: session.sessionId, beaconToken });
    expect(renewed.sessionId).toBe(session.sessionId);
    expect(tokens.verify(renewed.beacon.token, 0)).toMatchObject({ bornAtMs });
  });

  it("is a new session for callers who cannot prove that the old one is theirs", async () => {
    const [video, other] = [await rig.publish(), await rig.publish()];
    const { sessionId, beacon } = await rig.play(video.uuid);
    const foreign = (await rig.play(other.uuid)).beacon.token;
    const tokens = new BeaconTokens(rig.config.playbackKeys);
    const beganAtMs = Date.now();
    const old = tokens.sign({ ...tokens.verify(beacon.token, 0), expiresAtMs: beganAtMs - 3_600_001 });
    for (const proof of [{}, { beaconToken: "x" }, { beaconToken: foreign }, { beaconToken: old }]) {
      const session = await rig.play(video.uuid, { sessionId, ...proof });
      expect(session.sessionId).not.toBe(sessionId);
      expect(tokens.verify(session.beacon.token, 0).bornAtMs).toBeGreaterThanOrEqual(beganAtMs);
    }
  });

  it("is limited by address", async () => {
    clock.stop();
    const { uuid } = await rig.publish();
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await post(rig, uuid, "{}", from("198.51.100.7"))).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    expect((await post(rig, uuid, "{}", from("198.51.100.8"))).status).toBe(200);
  });
});

describe("when the api is away", () => {
  let rig: EdgeRig;
  beforeEach(async () => {
    rig = await startEdgeRig();
    return () => rig.close();
  });

  it("known videos continue and can be opened, and unknown ones return 503", async () => {
    const { uuid, clientId } = await rig.publish();
    // Cached descriptors continue to be served; a missing one is requested again after a second.
    rig.api.setClient(clientOf(clientId));
    const { hlsUrl } = await rig.play(uuid);
    const late = await rig.publish();
    await rig.api.stop();
    await eventually(async () => expect(await readiness(rig)).toMatchObject({ isFollowingChanges: false }));
    for (const path of ["master.m3u8", "v0/index.m3u8", "v0/1.m4s"])
      expect((await fetch(hlsUrl.replace("master.m3u8", path))).status).toBe(200);
    expect((await post(rig, uuid, "{}")).status).toBe(200);
    expect(await errorOf(await post(rig, late.uuid, "{}"))).toMatchObject({
      status: 503,
      code: "unavailable",
    });
    expect((await fetch(`${rig.edge.internalUrl}/readyz`)).status).toBe(200);
    await rig.api.start();
    expect((await post(rig, late.uuid, "{}")).status).toBe(200);
  });

  it("a change made meanwhile takes effect once the api is back", async () => {
    const video = await rig.publish();
    const { uuid } = video;
    const { hlsUrl } = await rig.play(uuid);
    await eventually(() => expect(rig.api.followers).toBe(1));
    rig.api.set({ ...video, title: "Another title", revision: 2 });
    // The change has been received and is being loaded in the background.
    await eventually(async () => expect((await rig.play(uuid)).title).toBe("Another title"));
    await rig.api.stop();
    rig.api.remove(uuid);
    await rig.api.start();
    await eventually(async () => expect((await fetch(hlsUrl)).status).toBe(404));
    await eventually(() => expect(rig.api.cursors.at(-1)).toMatch(/^\d+$/));
  });
});

describe("a revocation", () => {
  let rig: EdgeRig;
  beforeEach(async () => {
    rig = await startEdgeRig();
    return () => rig.close();
  });
  const awaitRefusal = (url: string) => eventually(async () => expect((await fetch(url)).status).toBe(404));

  it("takes effect through the change stream, for playlists and segments", async () => {
    await eventually(() => expect(rig.api.followers).toBe(1));
    const video = await rig.publish();
    const { hlsUrl } = await rig.play(video.uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    // The clock is fixed, so that a busy machine does not take the stream for silent.
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    expect((await fetch(segment)).status).toBe(200);
    const asked = rig.api.asked;
    for (let count = 0; count < 50; count += 1) await fetch(segment);
    expect(rig.api.asked).toBe(asked);
    rig.api.set({ ...video, state: "deleted", revision: 2 });
    await awaitRefusal(segment);
    expect((await fetch(hlsUrl)).status).toBe(404);
  });

  it("takes effect without the stream", async () => {
    await eventually(() => expect(rig.api.followers).toBe(1));
    const video = await rig.publish();
    const { hlsUrl } = await rig.play(video.uuid);
    expect((await fetch(hlsUrl)).status).toBe(200);
    rig.api.dropStream();
    rig.api.remove(video.uuid);
    await awaitRefusal(hlsUrl.replace("master.m3u8", "v0/0.m4s"));
  });
});

async function readiness(rig: EdgeRig): Promise<object> {
  return (await fetch(`${rig.edge.internalUrl}/readyz`)).json() as Promise<object>;
}

describe("a robot", () => {
  let rig: EdgeRig;
  beforeAll(async () => {
    rig = await startEdgeRig();
  });
  afterAll(() => rig.close());

  it.each([CRAWLER, "curl/8.5.0"])("such as %s plays without peers", async (agent) => {
    const { uuid } = await rig.publish();
    const sessionOf = async (headers: Record<string, string>) =>
      (await (await post(rig, uuid, "{}", headers)).json()) as PlaySession;
    const robot = await sessionOf({ "user-agent": agent });
    expect(robot.p2p).toMatchObject({ ticket: "", iceServers: [], rules: { enabled: false, maxPeers: 0 } });
    const master = robot.hlsUrl.replace(rig.config.publicUrl, rig.edge.url);
    expect((await fetch(master)).status).toBe(200);
    expect((await sessionOf({})).p2p.ticket).not.toBe("");
  });
});
