import { randomUUID, scryptSync } from "node:crypto";
import type { ErrorBody, RuleSettings } from "@shoal/contract";
import type { ConfigDescriptor, PlaybackDescriptor } from "@shoal/contract/edge";
import type { BeaconMinute, PlaySession, PluginSession, PluginSessionRequest } from "@shoal/contract/player";
import { joinRequest } from "@shoal/p2p/protocol";
import { beaconMinute, eventually, makeTokenSigner, signToken, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { BeaconTokens } from "../beacons/beacon-tokens.ts";
import { createEntry } from "../testing/cdn-harness.ts";
import {
  createClientDescriptor,
  createSite,
  type EdgeHarness,
  startEdgeHarness,
} from "../testing/edge-harness.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";

const EMBEDDING_PAGE = "https://shop.example.org";
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

function addConfig(changes: Partial<ConfigDescriptor> = {}): ConfigDescriptor {
  const ids = { key: randomUUID(), uuid: randomUUID(), clientId: randomUUID() };
  const config = { ...ids, revision: 1, rules: {}, sites: [], isRevoked: false, ...changes };
  harness.api.setClient(createClientDescriptor(config.clientId));
  harness.api.setConfig(config);
  return config;
}

const pathOf = (url: string) => new URL(url).pathname;

/** Publishes a hosted video, and a config of its client. */
async function addHosted(changes: Partial<PlaybackDescriptor> = {}) {
  const config = addConfig();
  const video = await harness.publish({ ...changes, clientId: config.clientId });
  const manifestUrl = `${harness.config.publicUrl}/hls/${video.uuid}.m3u8`;
  return { video, config, asked: { key: config.key, manifestUrl } };
}

/** Decodes the claims of a tracker ticket. */
const ticketOf = ({ p2p }: Pick<PluginSession, "p2p">) =>
  claimsOf(p2p.ticket) as { swarm: string; watch: { subject: string } };

/** Decodes the claims of a beacon token. */
const claimsOf = (token: string): object => {
  const [, payload = ""] = token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
};

async function startSession(request: Partial<PluginSessionRequest>, headers: Record<string, string> = {}) {
  const body = { video: "film", platform: "web", version: "1.2.10", ...request };
  const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { origin: EMBEDDING_PAGE, "user-agent": VIEWER_AGENT, ...headers },
  });
  const answer = (await response.json()) as PluginSession & ErrorBody;
  return { status: response.status, headers: response.headers, ...answer };
}

it("viewers of the plugin are asked for consent if the config requires it", async () => {
  const { key, clientId } = addConfig({ rules: { asksConsent: true } });
  const { sessionId, p2p, beacon } = await startSession({ key });
  expect(p2p).toMatchObject({ ticket: "", rules: { maxPeers: 0 }, consent: { clientId, isGiven: false } });
  expect(beacon).not.toHaveProperty("viewerKey");
  const renewed = await startSession({ key, sessionId, beaconToken: beacon.token, consent: true });
  expect(renewed.beacon).toMatchObject({ viewerKey: clientId });
  expect(renewed.p2p).toMatchObject({ rules: { enabled: true }, consent: { clientId, isGiven: true } });
  expect(renewed.p2p.ticket).not.toBe("");
});

it("a page of any site starts a session for media on any CDN, and renews it", async () => {
  const { key } = addConfig({ rules: { uploadPercent: 30 } });
  const session = await startSession({ key });
  expect(session).toMatchObject({
    status: 200,
    video: "film",
    beacon: { url: "https://play.example.com/beacons", intervalMs: 10_000 },
    p2p: {
      rules: { enabled: true, uploadPercent: 30 },
      trackerUrl: "wss://play.example.com/tracker",
      iceServers: harness.config.iceServers,
    },
  });
  expect(session.headers.get("access-control-allow-origin")).toBe("*");
  const running = { sessionId: session.sessionId, beaconToken: session.beacon.token };
  const { sessionId } = await startSession({ key, ...running });
  expect(sessionId).toBe(session.sessionId);
  const other = await startSession({ key, ...running, video: "another film" });
  expect(other.sessionId).not.toBe(session.sessionId);
  const preflight = await fetch(`${harness.edge.url}/plugin/sessions`, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
});

it.each<[Partial<PluginSessionRequest>, string]>([
  [{ video: "season 1" }, "season 1"],
  [{ video: undefined as never, manifestUrl: "https://cdn.example.com/a/b.m3u8?sig=1#x" }, "/a/b.m3u8"],
  [{ video: undefined as never, manifestUrl: "//other.example.com/a/b.m3u8?sig=2" }, "/a/b.m3u8"],
])("a video is called as its page says, or by the path of its manifest: %o", async (request, name) => {
  expect((await startSession({ key: addConfig().key, ...request })).video).toBe(name);
});

it("a video without a name is refused, and another client's uuid does not count as hosted", async () => {
  const { key } = addConfig();
  const nameless = await startSession({ key, video: undefined as never });
  expect(nameless).toMatchObject({ status: 400, fields: [{ path: "video", reason: "is required" }] });
  const foreign = await harness.publish();
  expect((await startSession({ key, video: foreign.uuid })).video).toBe(`~${foreign.uuid}`);
});

it("media are billed as on another CDN unless an edge serves their manifest, whatever the page calls them", async () => {
  const own = await harness.publish();
  const { key } = addConfig({ clientId: own.clientId });
  const { publicUrl } = harness.config;
  const asked = async (request: Partial<PluginSessionRequest>) => {
    const { video, beacon } = await startSession({ key, ...request });
    return { video, ...claimsOf(beacon.token) };
  };
  const nameless = { video: undefined as never };
  const elsewhere = "https://cdn.example.com";
  for (const path of [
    `/hls/${own.uuid}.m3u8`,
    `/dash/${own.uuid}.mpd`,
    pathOf((await harness.play(own.uuid)).hlsUrl),
    pathOf((await harness.play(own.uuid)).dashUrl),
  ]) {
    expect(await asked({ ...nameless, manifestUrl: `${publicUrl}${path}` })).toMatchObject({
      video: own.uuid,
      isElsewhere: false,
    });
    expect(await asked({ manifestUrl: `${publicUrl}${path}` })).toMatchObject({
      video: "film",
      isElsewhere: false,
    });
    expect(await asked({ ...nameless, manifestUrl: `${elsewhere}${path}` })).toMatchObject({
      video: path.slice(-200),
      isElsewhere: true,
    });
  }
  expect(await asked({ video: own.uuid })).toMatchObject({ isElsewhere: false });
  expect(await asked({ video: own.uuid, manifestUrl: `${elsewhere}/a.m3u8` })).toMatchObject({
    video: own.uuid,
    isElsewhere: true,
  });
  const foreign = await harness.publish({ clientId: randomUUID() });
  expect(await asked({ ...nameless, manifestUrl: `${publicUrl}/hls/${foreign.uuid}.m3u8` })).toMatchObject({
    video: `/hls/${foreign.uuid}.m3u8`,
    isElsewhere: true,
  });
});

it("media of an export link's address are hosted, and their name hides the video's uuid", async () => {
  const { video, config } = await addHosted();
  const uuid = randomUUID();
  const { clientId } = config;
  harness.api.setLink({
    uuid,
    clientId,
    videoUuid: video.uuid,
    revision: 1,
    isPaused: false,
    endsAt: null,
    sites: [],
  });
  const { hlsUrl } = (await (
    await fetch(`${harness.edge.url}/play/x/${uuid}`, {
      method: "POST",
      headers: { "user-agent": VIEWER_AGENT },
    })
  ).json()) as PlaySession;
  const manifestUrl = harness.config.publicUrl + pathOf(hlsUrl);
  const [one, other] = [0, 1].map(() =>
    startSession({ key: config.key, video: undefined as never, manifestUrl }),
  );
  const session = await (one as ReturnType<typeof startSession>);
  expect(claimsOf(session.beacon.token)).toMatchObject({ isElsewhere: false });
  expect((await (other as ReturnType<typeof startSession>)).video).toBe(session.video);
  const told = [session, claimsOf(session.beacon.token), ticketOf(session), ticketOf(session).watch.subject];
  const texts = told.map((each) => JSON.stringify(each));
  const { subject } = ticketOf(session).watch;
  texts.push(...subject.split(".").map((part) => Buffer.from(part, "base64url").toString()));
  expect(texts.filter((text) => text.includes(video.uuid))).toEqual([]);
  harness.api.setLink({
    uuid,
    clientId,
    videoUuid: video.uuid,
    revision: 2,
    isPaused: true,
    endsAt: null,
    sites: [],
  });
  await eventually(async () =>
    expect(await startSession({ key: config.key, video: undefined as never, manifestUrl })).toMatchObject({
      code: "link_expired",
    }),
  );
});

it("a token for another video is refused for a hosted one, whatever the page calls it", async () => {
  const backend = makeTokenSigner();
  const { video, config, asked } = await addHosted({ rules: { custom: { streaming: "token" } } });
  const other = await harness.publish({ clientId: config.clientId });
  harness.api.setClient(
    createClientDescriptor(config.clientId, { revision: 2, streamingKeys: [backend.key] }),
  );
  const authorization = signToken(backend, { video: video.uuid });
  await eventually(async () =>
    expect(await startSession({ ...asked, video: "Film", authorization })).toMatchObject({ status: 200 }),
  );
  for (const name of [other.uuid, "Film"])
    expect(
      await startSession({ ...asked, video: name, authorization: signToken(backend, { video: name }) }),
    ).toMatchObject({ status: 403 });
});

it("viewers of a hosted video share one swarm whatever pages call it, and never with others of that name", async () => {
  const { video, config, asked } = await addHosted();
  const { key } = config;
  const [byUuid, byName, byToken] = [
    await startSession({ ...asked, video: video.uuid }),
    await startSession({ ...asked, video: "Film" }),
    await startSession({
      key,
      video: "Other",
      manifestUrl: harness.config.publicUrl + pathOf((await harness.play(video.uuid)).hlsUrl),
    }),
  ];
  const { swarm } = ticketOf(byUuid);
  expect([byName, byToken].map((session) => ticketOf(session).swarm)).toEqual([swarm, swarm]);
  expect(ticketOf(await startSession({ key, video: "Film" })).swarm).not.toBe(swarm);
});

const PASSWORD_LOCK = { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" };

it.each<[string, Partial<PlaybackDescriptor>, string]>([
  ["a password", PASSWORD_LOCK, "playback_password_required"],
  ["a start", { startsAt: new Date(Date.now() + 3_600_000).toISOString() }, "playback_not_started"],
  ["its own rules", { rules: { custom: { streaming: "refused" } } }, "playback_streaming_off"],
  [
    "the rules of a video that is a part of it",
    { origins: [{ custom: { streaming: "refused" } }] },
    "playback_streaming_off",
  ],
])(
  "%s of a hosted video holds for the plugin too, whatever its page calls the video",
  async (_, changes, code) => {
    const { video, config, asked } = await addHosted(changes);
    const names = [{ video: video.uuid }, { video: "Film" }, { video: undefined as never }];
    for (const name of names) expect(await startSession({ ...asked, ...name })).toMatchObject({ code });
    expect(await startSession({ key: config.key, video: video.uuid })).toMatchObject({ code });
  },
);

it("a hosted video outside the client's list of playable videos is refused in the plugin", async () => {
  const { video, config, asked } = await addHosted();
  harness.api.setClient(
    createClientDescriptor(config.clientId, { revision: 2, authorizedVideos: [randomUUID()] }),
  );
  await eventually(async () =>
    expect(await startSession({ ...asked, video: video.uuid })).toMatchObject({
      code: "playback_streaming_off",
    }),
  );
});

it("a new password disconnects plugin viewers who have not entered it from peers", async () => {
  const { video, config } = await addHosted();
  const { key } = config;
  const manifestUrl = harness.config.publicUrl + pathOf((await harness.play(video.uuid)).hlsUrl);
  const session = await startSession({ key, video: "Film", manifestUrl });
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(session.p2p.ticket));
  await peer.next("joined");
  const password = "Open sesame";
  const key32 = scryptSync(password, "salt", 32, { N: 1_024, r: 8, p: 1 }).toString("base64url");
  const passwordHash = `scrypt$1024$8$1$${Buffer.from("salt").toString("base64url")}$${key32}`;
  harness.api.set({ ...video, revision: video.revision + 1, passwordHash });
  await peer.next("session");
  peer.close();
  const running = { sessionId: session.sessionId, beaconToken: session.beacon.token };
  expect(await startSession({ key, video: "Film", manifestUrl, ...running })).toMatchObject({
    status: 401,
    code: "playback_password_required",
  });
  const passed = harness.config.publicUrl + pathOf((await harness.play(video.uuid, { password })).hlsUrl);
  expect(await startSession({ key, video: "Film", manifestUrl: passed, ...running })).toMatchObject({
    status: 200,
    sessionId: session.sessionId,
  });
});

it("a deleted hosted video does not count as hosted", async () => {
  const { video, asked } = await addHosted({ state: "deleted" });
  expect((await startSession({ ...asked, video: video.uuid })).video).toBe(`~${video.uuid}`);
});

it("media of the client's CDN entries are billed by the entry, at the shared address and at a custom host", async () => {
  const clientId = randomUUID();
  const { key } = addConfig({ clientId });
  const entry = createEntry({ clientId, hosts: [`files-${randomUUID()}.example.com`] });
  const foreign = createEntry();
  for (const each of [entry, foreign]) harness.api.setCdnEntry(each);
  const asked = async (manifestUrl: string) => {
    const { video, beacon } = await startSession({ key, video: undefined as never, manifestUrl });
    const { isElsewhere, isFromCdn = false } = claimsOf(beacon.token) as {
      isElsewhere?: boolean;
      isFromCdn?: boolean;
    };
    return { video, isElsewhere, isFromCdn };
  };
  const token = `~1900000000-1-${"a".repeat(43)}`;
  const path = `/cdn/${entry.key}/films/list.m3u8`;
  expect(await asked(`https://cdn.example.net${path}`)).toEqual({
    video: path,
    isElsewhere: true,
    isFromCdn: true,
  });
  // Viewers with different folder tokens share one swarm.
  expect(await asked(`https://${entry.hosts[0]}/${token}/films/list.m3u8`)).toEqual({
    video: "/films/list.m3u8",
    isElsewhere: true,
    isFromCdn: true,
  });
  expect(await asked(`https://cdn.example.net/cdn/${foreign.key}/list.m3u8`)).toMatchObject({
    isFromCdn: false,
  });
  expect(await asked("https://elsewhere.example.com/list.m3u8")).toMatchObject({ isFromCdn: false });
});

it("an unknown key, a revoked key and a foreign site are refused with their reasons", async () => {
  expect(await startSession({ key: randomUUID() })).toMatchObject({
    status: 403,
    code: "config_key_unknown",
  });
  expect(await startSession({ key: "nonsense" })).toMatchObject({ status: 403, code: "config_key_unknown" });
  const config = addConfig({ sites: [createSite({ websites: ["example.org"] })] });
  expect((await startSession({ key: config.key })).status).toBe(200);
  expect(await startSession({ key: config.key }, { origin: "https://example.org.evil.com" })).toMatchObject({
    status: 403,
    code: "config_site_denied",
  });
  expect(await startSession({ key: config.key, referrer: "https://evil.com/" })).toMatchObject({
    code: "config_site_denied",
  });
  harness.api.setConfig({ ...config, revision: 2, isRevoked: true });
  await eventually(async () =>
    expect((await startSession({ key: config.key })).code).toBe("config_key_unknown"),
  );
});

it("a key's sessions per minute are limited across all addresses, independently of other keys", async () => {
  const few = await startEdgeHarness({ pluginSessionsPerMinute: 3 });
  onTestFinished(() => few.close());
  const start = async (key: string, number: number) => {
    const response = await fetch(`${few.edge.url}/plugin/sessions`, {
      method: "POST",
      body: JSON.stringify({ key, video: "film", platform: "web", version: "1.2.10" }),
      headers: { origin: EMBEDDING_PAGE, "x-forwarded-for": `192.0.2.${number}` },
    });
    return ((await response.json()) as ErrorBody).code;
  };
  const [robots, other] = [randomUUID(), randomUUID()];
  const codes: string[] = [];
  for (const number of [1, 2, 3, 4]) codes.push(await start(robots, number));
  expect(codes).toEqual([...Array(3).fill("config_key_unknown"), "too_many_requests"]);
  expect(await start(other, 5)).toBe("config_key_unknown");
  const metrics = await (await fetch(`${few.edge.internalUrl}/metrics`)).text();
  expect(metrics).toContain('shoal_edge_plays_limited_total{by="key"} 1');
});

it("rules refuse plugin viewers with the same codes as for hosted videos", async () => {
  const { key } = addConfig({ rules: { authorizedCountries: ["FR"] } });
  expect((await startSession({ key }, { "x-forwarded-for": "8.8.8.8" })).code).toBe(
    "playback_country_denied",
  );
});

it("viewers of one client's video meet, preferring their site, and leave when their key is revoked", async () => {
  const config = addConfig({ sites: [createSite({ publicIPs: ["192.0.2.0/24"] })] });
  const join = async (address: string, video = "film") => {
    const { p2p } = await startSession({ key: config.key, video }, { "x-forwarded-for": address });
    const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
    peer.send(joinRequest(p2p.ticket));
    await peer.next("joined");
    return peer;
  };
  const [a, b] = [await join("192.0.2.1"), await join("192.0.2.200")];
  expect((await a.next("peers")).peers).toMatchObject([{ id: b.id }]);
  const other = await join("192.0.2.1", "another film");
  await other.answered();
  expect(other.received("peers")).toEqual([]);
  harness.api.setConfig({ ...config, revision: 2, isRevoked: true });
  await a.next("session");
  expect((await b.next("rules")).rules.enabled).toBe(false);
  for (const peer of [a, b, other]) peer.close();
});

it("viewers of a closed site meet only each other, until the site is opened", async () => {
  const site = createSite({ subnets: ["192.0.2.0/24"], exchange: "only" });
  const config = addConfig({ sites: [site] });
  const video = `film ${config.key}`;
  const join = async (address: string) => {
    const session = await startSession({ key: config.key, video }, { "x-forwarded-for": address });
    const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
    peer.send(joinRequest(session.p2p.ticket));
    await peer.next("joined");
    return { ...session, peer, address };
  };
  const [a, b, c] = [await join("192.0.2.1"), await join("192.0.2.200"), await join("192.0.3.1")];
  expect((await a.peer.next("peers")).peers).toMatchObject([{ id: b.peer.id }]);
  await c.peer.answered();
  expect(c.peer.received("peers")).toEqual([]);
  const claims = claimsOf(a.beacon.token);
  expect(claims).toMatchObject({ siteUuid: site.uuid, isSiteClosed: true, configUuid: config.uuid });
  expect(claimsOf(c.beacon.token)).not.toHaveProperty("siteUuid");

  harness.api.setConfig({ ...config, revision: 2, sites: [{ ...site, subnets: ["192.0.2.0/25"] }] });
  await Promise.all([a, b, c].map(({ peer }) => peer.next("session")));
  const running = { sessionId: b.sessionId, beaconToken: b.beacon.token };
  const request = { key: config.key, video, ...running };
  const renewed = await startSession(request, { "x-forwarded-for": b.address });
  b.peer.send({ type: "renew", ticket: renewed.p2p.ticket });
  expect((await a.peer.next("unmatched")).peer).toBe(b.peer.id);
  expect((await b.peer.next("peers")).peers.length).toBeGreaterThan(0);
  await b.peer.answered();
  expect(b.peer.received("peers").at(-1)?.peers).toMatchObject([{ id: c.peer.id }]);
  expect(claimsOf(renewed.beacon.token)).not.toHaveProperty("siteUuid");
  for (const { peer } of [a, b, c]) peer.close();
});

it("rules of media on another CDN override the config's, change during playback, and survive an unreachable api", async () => {
  const config = addConfig({ rules: { uploadPercent: 50, viewerThreshold: 3 } });
  const name = `film ${config.key}`;
  const set = (revision: number, custom: RuleSettings) =>
    harness.api.setPluginVideo(config.clientId, name, { revision, rules: { custom } });
  set(1, { uploadPercent: 20 });
  const session = await startSession({ key: config.key, video: name });
  expect(session.p2p.rules).toMatchObject({ uploadPercent: 20, viewerThreshold: 3 });
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(session.p2p.ticket));
  await peer.next("joined");
  set(2, { uploadPercent: 7 });
  expect((await peer.next("rules")).rules.uploadPercent).toBe(7);
  set(3, { unauthorizedCountries: ["US"] });
  const american = { "x-forwarded-for": "8.8.8.8" };
  await eventually(async () =>
    expect((await startSession({ key: config.key, video: name }, american)).code).toBe(
      "playback_country_denied",
    ),
  );
  expect((await startSession({ key: config.key, video: "another" }, american)).status).toBe(200);
  peer.close();
});

it("the plugin version that plays a video is reported once, also without a collection", async () => {
  const { key, clientId } = addConfig();
  for (const version of ["1.2.3", "1.2.3", "1.2.10"]) await startSession({ key, video: "film", version });
  const reported = () => harness.api.reports.flat().filter((report) => report.clientId === clientId);
  await eventually(() => expect(reported().at(-1)?.version).toBe("1.2.10"));
  expect(reported().at(-1)).not.toHaveProperty("collection");
  expect(reported().length).toBeLessThanOrEqual(2);
});

it("rules of the collection that a page names override the config's, and the collection is reported once", async () => {
  const config = addConfig({ rules: { uploadPercent: 50, viewerThreshold: 3 } });
  const collections = { Lessons: { uploadPercent: 10 } };
  harness.api.setClient(createClientDescriptor(config.clientId, { revision: 2, collections }));
  const request = { key: config.key, collection: "Lessons", video: `film ${config.key}` };
  await eventually(async () => expect((await startSession(request)).p2p.rules.uploadPercent).toBe(10));
  expect((await startSession(request)).p2p.rules.viewerThreshold).toBe(3);
  const reported = () => harness.api.reports.flat().filter(({ clientId }) => clientId === config.clientId);
  await eventually(() => expect(reported()).toHaveLength(1));
  expect(reported()[0]).toMatchObject({ video: request.video, collection: "Lessons" });
});

it("media are added to the client's list, with the plugin's version, once they have been watched for a while", async () => {
  const config = addConfig();
  const reported = (video: string) => harness.api.reports.flat().filter((each) => each.video === video);
  const sendBeacon = async (video: string, changes: Partial<BeaconMinute>) => {
    const session = await startSession({ key: config.key, video });
    const bornAtMs = Date.now() - 20_000;
    const tokens = new BeaconTokens(harness.config.playbackKeys);
    const token = tokens.sign({ ...tokens.verify(session.beacon.token, 0), bornAtMs });
    const minute = beaconMinute(Math.floor(Date.now() / 60_000), changes);
    const response = await fetch(`${harness.edge.url}/beacons`, {
      method: "POST",
      headers: { "user-agent": VIEWER_AGENT },
      body: JSON.stringify({ token, device: "laptop", network: "fixed", minutes: [minute] }),
    });
    expect(response.status).toBe(202);
  };
  await sendBeacon("a name", { secServer: 1, bytesServer: 1_000 });
  await sendBeacon("a film", { secServer: 15, bytesServer: 1_000_000 });
  await eventually(() => expect(reported("a film").some(({ mayAdd }) => mayAdd)).toBe(true));
  expect(reported("a film").at(-1)).toMatchObject({ clientId: config.clientId, version: "1.2.10" });
  await eventually(() => expect(reported("a name")).not.toEqual([]));
  expect(reported("a name").some(({ mayAdd }) => mayAdd)).toBe(false);
});

it("a collection named by the page changes no access, and does not replace a chosen one", async () => {
  const config = addConfig({ rules: { unauthorizedCountries: ["FR"] } });
  const closed = { authorizedCountries: ["FR"] };
  const open = { authorizedCountries: [], unauthorizedCountries: [], uploadPercent: 10 };
  const collections = { Closed: closed, Open: open };
  harness.api.setClient(createClientDescriptor(config.clientId, { revision: 2, collections }));
  const american = { "x-forwarded-for": "8.8.8.8" };
  const request = { key: config.key, video: "film", collection: "Open" };
  await eventually(async () => expect((await startSession(request)).p2p.rules.uploadPercent).toBe(10));
  expect((await startSession({ ...request, collection: "Closed" }, american)).status).toBe(200);
  const chosen = { name: "Closed", rules: closed, reportedAtMs: null };
  harness.api.setPluginVideo(config.clientId, "film", { revision: 1, rules: { collection: chosen } });
  await eventually(async () =>
    expect((await startSession(request, american)).code).toBe("playback_country_denied"),
  );
});

it("viewers with a replaced key stay until its grace period ends, and rules apply to them until then", async () => {
  const config = addConfig({ rules: { uploadPercent: 50 } });
  const endsAtMs = Date.now() + 60_000;
  harness.api.setConfig({ ...config, revision: 2, endsAtMs });
  const session = await startSession({ key: config.key, video: "film of an old key" });
  expect(session).toMatchObject({ status: 200, p2p: { rules: { uploadPercent: 50 } } });
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(session.p2p.ticket));
  await peer.next("joined");
  harness.api.setConfig({ ...config, revision: 3, endsAtMs, rules: { uploadPercent: 7 } });
  expect((await peer.next("rules")).rules.uploadPercent).toBe(7);
  expect(peer.received("session")).toEqual([]);
  // The descriptor already contains the end of the grace period, so no change announces it.
  vi.setSystemTime(endsAtMs);
  try {
    await peer.next("session");
    expect(await startSession({ key: config.key })).toMatchObject({
      status: 403,
      code: "config_key_unknown",
    });
  } finally {
    vi.useRealTimers();
  }
  peer.close();
});

it("viewers leave when their config is deleted", async () => {
  const config = addConfig();
  const session = await startSession({ key: config.key, video: "film of nobody" });
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(session.p2p.ticket));
  await peer.next("joined");
  harness.api.remove(config.key, "config");
  await peer.next("session");
  peer.close();
});

it("a robot that loads the plugin gets a session without a swarm ticket", async () => {
  const { key } = addConfig();
  const robot = await startSession({ key }, { "user-agent": "curl/8.5.0" });
  expect(robot.p2p).toMatchObject({ ticket: "", iceServers: [], rules: { enabled: false, maxPeers: 0 } });
  expect((await startSession({ key })).p2p.ticket).not.toBe("");
});

it("each session is counted once by its version; renewals and robots are not", async () => {
  const { key, clientId } = addConfig();
  // The clock is fixed, because a renewal can happen within the millisecond in which its session started.
  vi.setSystemTime(Date.now());
  const session = await startSession({ key, version: "1.2.3" });
  await startSession({
    key,
    version: "1.2.3",
    sessionId: session.sessionId,
    beaconToken: session.beacon.token,
  });
  await startSession(
    { key, version: "1.2.3" },
    { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
  );
  await startSession({ key, version: "1.3.0" });
  vi.useRealTimers();
  const readCounts = () =>
    harness.api.versions
      .filter((row) => row.clientId === clientId)
      .map(({ version, sessions }) => ({ version, sessions }));
  await eventually(() =>
    expect(readCounts()).toEqual(
      expect.arrayContaining([
        { version: "1.2.3", sessions: 1 },
        { version: "1.3.0", sessions: 1 },
      ]),
    ),
  );
  expect(readCounts()).not.toContainEqual({ version: "1.2.3", sessions: 2 });
});
