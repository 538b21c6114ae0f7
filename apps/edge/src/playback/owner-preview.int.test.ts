import { randomUUID } from "node:crypto";
import type { DeliveryRules, ErrorBody } from "@shoal/contract";
import type { PlaySession } from "@shoal/contract/player";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { OWNER_PASS_LIFETIME_MS, signOwnerPass, signRoomPass } from "@shoal/tokens";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { PlaybackTokens } from "./playback-token.ts";
import { SwarmTickets } from "./ticket.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

/** The address of the dashboard. The rules in these tests never allow this page to show a video. */
const DASHBOARD_PAGE = "https://dashboard.example.com/player";

/** The uuid of the user who previews the videos. */
const USER_UUID = crypto.randomUUID();

const createPass = (uuid: string, lifeMs = OWNER_PASS_LIFETIME_MS) =>
  signOwnerPass(
    { uuid, userUuid: USER_UUID, expiresAtMs: Date.now() + lifeMs },
    harness.config.internalSecret,
  );

async function startSession(path: string, body: object = {}) {
  const response = await fetch(`${harness.edge.url}/play/${path}`, {
    method: "POST",
    body: JSON.stringify({ referrer: DASHBOARD_PAGE, ...body }),
    headers: {
      "x-forwarded-for": "198.51.100.7",
      origin: harness.config.publicUrl,
      "user-agent": VIEWER_AGENT,
    },
  });
  const answer = (await response.json()) as Partial<PlaySession> & Partial<ErrorBody>;
  return { status: response.status, ...answer };
}

async function publishWithRules(rules: Partial<DeliveryRules>, changes = {}) {
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  return harness.publish({ clientId, rules: { custom: rules }, ...changes });
}
const WEBSITE_RULE = { authorizedWebsites: ["shop.example"] };

it("a user of the client sees a video that rules block, and why viewers are refused", async () => {
  const { uuid } = await publishWithRules(WEBSITE_RULE);
  expect(await startSession(uuid)).toMatchObject({ status: 403, code: "playback_website_denied" });
  const session = await startSession(uuid, { ownerPass: createPass(uuid) });
  expect(session).toMatchObject({
    status: 200,
    preview: { refusal: "website", refusalOnAllowedPage: null },
  });
  const playlist = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
  expect((await fetch(playlist)).status).toBe(200);
});

it("a guest of a review link gets neither downloads nor the reasons for refused viewers", async () => {
  const { uuid } = await publishWithRules(WEBSITE_RULE, { download: true });
  const expiresAtMs = Date.now() + OWNER_PASS_LIFETIME_MS;
  const pass = (isGuest: boolean) =>
    signOwnerPass(
      { uuid, userUuid: USER_UUID, expiresAtMs, ...(isGuest ? { isGuest: true as const } : {}) },
      harness.config.internalSecret,
    );
  const ofOwner = await startSession(uuid, { ownerPass: pass(false) });
  expect(ofOwner.downloads?.length).toBeGreaterThan(0);
  expect(await startSession(uuid, { ownerPass: pass(true) })).toMatchObject({
    status: 200,
    downloads: [],
    preview: { refusal: null, refusalOnAllowedPage: null },
  });
});

it.each([
  ["a start that is to come", "start", { startsAt: new Date(Date.now() + 3_600_000).toISOString() }, {}],
  ["a password", "password", { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" }, {}],
  ["a list of countries", "country", {}, { authorizedCountries: ["NZ"] }],
  ["a list of addresses", "address", {}, { authorizedIPs: ["203.0.113.0/24"] }],
  ["streaming that is refused", "streaming", {}, { streaming: "refused" as const }],
  ["a token that is asked for", "streaming", {}, { streaming: "token" as const }],
] as const)(
  "%s does not block the preview, which names it as the reason for viewers",
  async (_, refusal, changes, rules) => {
    const { uuid } = await publishWithRules(rules as Partial<DeliveryRules>, changes);
    const { status, preview, pass } = await startSession(uuid, { ownerPass: createPass(uuid) });
    expect({ status, preview, pass }).toEqual({
      status: 200,
      preview: { refusal, refusalOnAllowedPage: refusal },
      // The session must not contain a pass that would open the video later.
      pass: null,
    });
  },
);

it("an exhausted budget does not block the preview, which names it as the reason for viewers", async () => {
  const clientId = randomUUID();
  const month = new Date().toISOString().slice(0, 7);
  harness.api.setClient(createClientDescriptor(clientId, { playbackStoppedMonth: month }));
  const { uuid } = await harness.publish({ clientId });
  const { status, preview } = await startSession(uuid, { ownerPass: createPass(uuid) });
  const shown = { refusal: "budget", refusalOnAllowedPage: "budget" };
  expect({ status, preview }).toEqual({ status: 200, preview: shown });
});

it("a preview of a public video names no reason", async () => {
  const { uuid } = await publishWithRules({});
  const { preview } = await startSession(uuid, { ownerPass: createPass(uuid) });
  expect(preview).toEqual({ refusal: null, refusalOnAllowedPage: null });
  expect((await startSession(uuid)).preview).toBeUndefined();
});

it("a pass is refused for another video, for a link and after its expiry, and cannot be replaced by a page's claim", async () => {
  const [film, other] = [await publishWithRules(WEBSITE_RULE), await publishWithRules(WEBSITE_RULE)];
  const link = { uuid: randomUUID(), clientId: film.clientId, videoUuid: film.uuid, revision: 1 };
  harness.api.setLink({ ...link, isPaused: false, endsAt: null, sites: [] });
  const ownerPass = createPass(film.uuid);
  expect(await startSession(other.uuid, { ownerPass })).toMatchObject({ status: 403, code: "token_invalid" });
  expect(await startSession(`x/${link.uuid}`, { ownerPass })).toMatchObject({ code: "token_invalid" });
  expect(await startSession(film.uuid, { ownerPass: createPass(film.uuid, -1_000) })).toMatchObject({
    code: "token_invalid",
  });
  expect(await startSession(film.uuid, { ownerPass: `${ownerPass}x` })).toMatchObject({
    code: "token_invalid",
  });
  const room = signRoomPass(film.uuid, harness.config.internalSecret, Date.now() + OWNER_PASS_LIFETIME_MS);
  expect(await startSession(film.uuid, { ownerPass: room })).toMatchObject({ code: "token_invalid" });
  expect(await startSession(film.uuid, { preview: true })).toMatchObject({ status: 400 });
});

it("a preview's playback token is flagged, and nothing in its session outlives the pass", async () => {
  const { uuid } = await publishWithRules(WEBSITE_RULE, { download: true, durationSec: 7_200 });
  const endsAtMs = Date.now() + 60_000;
  const session = await startSession(uuid, {
    ownerPass: signOwnerPass(
      { uuid, userUuid: USER_UUID, expiresAtMs: endsAtMs },
      harness.config.internalSecret,
    ),
  });
  const claims = new PlaybackTokens(harness.config.playbackKeys).verify(session.token ?? "");
  expect(claims).toMatchObject({ uuid, previewUserUuid: USER_UUID, access: undefined, linkUuid: undefined });
  expect(claims.expiresAtMs).toBeLessThanOrEqual(endsAtMs);
  const [, expiry = ""] = /\/download\/o\.([0-9a-z]+)\./.exec(session.downloads?.[0]?.url ?? "") ?? [];
  expect(Number.parseInt(expiry, 36) * 1000).toBe(Math.floor(endsAtMs / 1000) * 1000);
  const viewers = new PlaybackTokens(harness.config.playbackKeys).verify(
    (await harness.play((await publishWithRules({})).uuid)).token,
  );
  expect(viewers.previewUserUuid).toBeUndefined();
});

it("the media of a preview are refused after its pass expires, however long the video is", async () => {
  const { uuid, clientId, generation } = await publishWithRules({}, { durationSec: 7_200 });
  const tokens = new PlaybackTokens(harness.config.playbackKeys);
  const urlOf = (previewUserUuid?: string) => {
    const token = tokens.sign({
      clientId,
      uuid,
      generation,
      sessionId: randomUUID(),
      previewUserUuid,
      expiresAtMs: Date.now() - 1_000,
    });
    return `${harness.edge.url}/m/${token}/${tokens.mediaIdOf(uuid)}/${generation}/master.m3u8`;
  };
  expect((await fetch(urlOf())).status).toBe(200);
  expect((await fetch(urlOf(USER_UUID))).status).toBe(403);
});

it("a user who has left can neither use the pass nor continue a running preview", async () => {
  const leaver = crypto.randomUUID();
  const { uuid } = await publishWithRules(WEBSITE_RULE);
  const ownerPass = signOwnerPass(
    { uuid, userUuid: leaver, expiresAtMs: Date.now() + OWNER_PASS_LIFETIME_MS },
    harness.config.internalSecret,
  );
  const session = await startSession(uuid, { ownerPass });
  const playlist = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
  const segment = playlist.replace("master.m3u8", "v0/0.m4s");
  expect([(await fetch(playlist)).status, (await fetch(segment)).status]).toEqual([200, 200]);
  harness.api.withoutRights.add(leaver);
  await eventually(async () => {
    expect((await fetch(segment)).status).toBe(403);
    expect((await fetch(playlist)).status).toBe(403);
    expect(await startSession(uuid, { ownerPass })).toMatchObject({ status: 403, code: "token_invalid" });
  });
  expect(await startSession(uuid, { ownerPass: createPass(uuid) })).toMatchObject({ status: 200 });
});

it("a preview has no peers and requires no consent", async () => {
  const { uuid } = await publishWithRules({ asksConsent: true });
  const { p2p, beacon } = await startSession(uuid, { ownerPass: createPass(uuid) });
  expect(p2p).toMatchObject({ ticket: "", iceServers: [], rules: { enabled: false, maxPeers: 0 } });
  expect(p2p).not.toHaveProperty("consent");
  expect(beacon).not.toHaveProperty("viewerKey");
  const open = await publishWithRules({});
  const { p2p: viewers } = await harness.play(open.uuid);
  const tickets = new SwarmTickets(harness.config.playbackKeys, harness.config.publicUrl);
  expect(tickets.verify(viewers.ticket)).toBeDefined();
});

it("a preview of a deleted or unready video is refused", async () => {
  const deleted = await publishWithRules({}, { state: "deleted" });
  expect(await startSession(deleted.uuid, { ownerPass: createPass(deleted.uuid) })).toMatchObject({
    status: 404,
  });
  const waiting = await publishWithRules({}, { state: "waiting" });
  expect(await startSession(waiting.uuid, { ownerPass: createPass(waiting.uuid) })).toMatchObject({
    code: "playback_not_ready",
  });
});

it("a preview cannot take over another session's id without its beacon token", async () => {
  const { uuid } = await publishWithRules(WEBSITE_RULE);
  const body = { ownerPass: createPass(uuid) };
  const first = await startSession(uuid, body);
  const { sessionId } = first;
  expect((await startSession(uuid, { ...body, sessionId })).sessionId).not.toBe(sessionId);
  const again = await startSession(uuid, { ...body, sessionId, beaconToken: first.beacon?.token });
  expect(again.sessionId).toBe(sessionId);
});
