import { randomBytes, randomUUID, scryptSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ErrorBody, RuleSettings } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession, PluginSession } from "@shoal/contract/player";
import { joinRequest, TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { signDownload } from "@shoal/tokens";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  createClientDescriptor,
  createSite,
  type EdgeHarness,
  startEdgeHarness,
} from "../testing/edge-harness.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";

const US_ADDRESS = "8.8.8.8";
const VPN_ADDRESS = "198.51.100.9";

let harness: EdgeHarness;
let edgeWithVpnList: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  const vpnNetworks = join(harness.folder, "vpns.txt");
  await writeFile(vpnNetworks, "# ours\n198.51.100.0/24\n2001:db8::/32 # theirs\nAS64500\n");
  edgeWithVpnList = await startEdgeHarness({ vpnNetworks });
  await eventually(() => expect([harness.api.followers, edgeWithVpnList.api.followers]).toEqual([1, 1]));
});
afterAll(async () => {
  await harness.close();
  await edgeWithVpnList.close();
});

/** Publishes a video, and loads its client into the edge's cache. */
async function publishWithRules(
  custom: RuleSettings = {},
  changes: Partial<PlaybackDescriptor> = {},
  on = harness,
) {
  const clientId = randomUUID();
  on.api.setClient(createClientDescriptor(clientId));
  return on.publish({ clientId, rules: { custom }, ...changes });
}

interface PlayOptions {
  address?: string;
  referrer?: string;
  authorization?: string;
  password?: string;
  sessionId?: string;
  beaconToken?: string;
  consent?: boolean;
  headers?: Record<string, string>;
  on?: EdgeHarness;
}
async function startSession(
  uuid: string,
  { address = US_ADDRESS, headers = {}, on = harness, ...body }: PlayOptions = {},
) {
  const response = await fetch(`${on.edge.url}/play/${uuid}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "x-forwarded-for": address, "user-agent": VIEWER_AGENT, ...headers },
  });
  return { status: response.status, ...((await response.json()) as Partial<PlaySession & ErrorBody>) };
}
const codeOf = async (custom: RuleSettings, how: PlayOptions = {}) =>
  (await startSession((await publishWithRules(custom, {}, how.on)).uuid, how)).code;

/** Returns how many viewers were rejected for a reason. */
async function countRefusals(reason: string): Promise<number> {
  const text = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
  const counted = `shoal_edge_plays_refused_total{reason="${reason}"}`;
  const line = text.split("\n").find((each) => each.startsWith(counted));
  return Number(line?.split(" ").at(-1) ?? 0);
}

describe("an exhausted budget", () => {
  const monthAt = (ms: number) => new Date(ms).toISOString().slice(0, 7);
  const NOW = monthAt(Date.now());

  it("refuses new viewers until the month ends, and interrupts no current ones", async () => {
    const video = await publishWithRules();
    const stop = (revision: number, month?: string) =>
      harness.api.setClient(
        createClientDescriptor(video.clientId, {
          revision,
          ...(month ? { playbackStoppedMonth: month } : {}),
        }),
      );
    const { sessionId = "", beacon, hlsUrl = "" } = await startSession(video.uuid);
    stop(2, NOW);
    await eventually(async () =>
      expect(await startSession(video.uuid)).toMatchObject({ status: 403, code: "playback_suspended" }),
    );
    // A player's request that names no page is rejected too.
    expect((await fetch(`${harness.edge.url}/hls/${video.uuid}.m3u8`, { redirect: "manual" })).status).toBe(
      403,
    );
    const media = await fetch(hlsUrl.replace(harness.config.publicUrl, harness.edge.url));
    await media.body?.cancel();
    expect(media.status).toBe(200);
    const renewed = { sessionId, beaconToken: beacon?.token ?? "" };
    expect(await startSession(video.uuid, renewed)).toMatchObject({ status: 200, sessionId });
    // Peers know the session id, so it proves nothing without the session's token.
    expect((await startSession(video.uuid, { sessionId })).code).toBe("playback_suspended");
    expect((await startSession(video.uuid, { ...renewed, sessionId: randomUUID() })).code).toBe(
      "playback_suspended",
    );
    stop(3);
    await eventually(async () => expect((await startSession(video.uuid)).status).toBe(200));
  });

  it("also refuses viewers whose token is from a session of the plugin, which starts without this check", async () => {
    const clientId = randomUUID();
    harness.api.setClient(createClientDescriptor(clientId, { playbackStoppedMonth: NOW }));
    const { uuid } = await harness.publish({ clientId });
    const key = randomUUID();
    harness.api.setConfig({
      key,
      uuid: randomUUID(),
      clientId,
      revision: 1,
      rules: {},
      sites: [],
      isRevoked: false,
    });
    const response = await fetch(`${harness.edge.url}/plugin/sessions`, {
      method: "POST",
      body: JSON.stringify({ key, video: uuid, platform: "web", version: "1.2.10" }),
      headers: { "user-agent": VIEWER_AGENT },
    });
    const { sessionId, video, beacon } = (await response.json()) as PluginSession;
    expect(video).toBe(uuid);
    expect((await startSession(uuid, { sessionId, beaconToken: beacon.token })).code).toBe(
      "playback_suspended",
    );
  });

  it("of an earlier month refuses nobody, even if the api is unreachable", async () => {
    const clientId = randomUUID();
    const lastMonth = monthAt(Date.parse(`${NOW}-01T00:00:00Z`) - 1);
    harness.api.setClient(createClientDescriptor(clientId, { playbackStoppedMonth: lastMonth }));
    const { uuid } = await harness.publish({ clientId });
    expect((await startSession(uuid)).status).toBe(200);
  });

  it("is not revealed to viewers whom rules block", async () => {
    const clientId = randomUUID();
    harness.api.setClient(createClientDescriptor(clientId, { playbackStoppedMonth: NOW }));
    const { uuid } = await harness.publish({
      clientId,
      rules: { custom: { unauthorizedIPs: [US_ADDRESS] } },
    });
    expect((await startSession(uuid)).code).toBe("playback_address_denied");
  });
});

describe("a viewer", () => {
  it.each<[string | undefined, RuleSettings, PlayOptions]>([
    [undefined, {}, {}],
    ["playback_streaming_off", { streaming: "refused" }, {}],
    ["playback_address_denied", { unauthorizedIPs: ["8.8.8.0/24"] }, {}],
    ["playback_country_denied", { authorizedCountries: ["FR"] }, {}],
    [undefined, { authorizedCountries: ["FR", "US"] }, {}],
    ["playback_website_denied", { authorizedWebsites: ["example.org"] }, {}],
    [undefined, { authorizedWebsites: ["example.org"] }, { referrer: "https://www.example.org/page" }],
    [
      "playback_subdomain_denied",
      { unauthorizedSubdomains: ["www.example.org"] },
      { referrer: "https://www.example.org/" },
    ],
    ["playback_website_denied", { authorizedWebsites: ["example.org"] }, { referrer: "https://192.0.2.7/" }],
    ["playback_website_denied", { authorizedWebsites: ["example.org"] }, { referrer: "data:text/html,a" }],
    [undefined, { authorizedWebsites: ["example.org"], unknownWebsites: true }, { referrer: "null" }],
    [undefined, { authorizedWebsites: ["xn--exmple-cua.org"] }, { referrer: "https://EXÄMPLE.org/a" }],
    // A foreign page can claim anything in the body of its calls, but not in the headers.
    [
      "playback_website_denied",
      { authorizedWebsites: ["example.org"] },
      { referrer: "https://example.org/", headers: { origin: "https://evil.example" } },
    ],
    [
      "playback_website_denied",
      { authorizedWebsites: ["example.org"] },
      { referrer: "https://example.org/", headers: { referer: "https://evil.example/a" } },
    ],
    // Our own player page reports the page that embeds it.
    [
      undefined,
      { authorizedWebsites: ["example.org"] },
      { referrer: "https://example.org/", headers: { origin: "https://play.example.com" } },
    ],
    // Any script can call from a sandboxed frame, which hides the page. The edge therefore treats the page as unknown, whatever the
    // call claims.
    [
      "playback_website_denied",
      { authorizedWebsites: ["example.org"] },
      { referrer: "https://example.org/", headers: { origin: "null" } },
    ],
    [
      undefined,
      { authorizedWebsites: ["example.org"], unknownWebsites: true },
      { referrer: "https://example.org/", headers: { origin: "null" } },
    ],
    [
      "playback_subdomain_denied",
      { authorizedSubdomains: ["www.example.org"] },
      { referrer: "https://www.example.org/", headers: { origin: "null" } },
    ],
    ["playback_authorization_required", { streaming: "token" }, {}],
    // The streaming rule is checked last.
    ["playback_address_denied", { streaming: "refused", unauthorizedIPs: ["8.8.8.8"] }, {}],
    // The rule about addresses is checked before the one about countries.
    ["playback_address_denied", { unauthorizedIPs: [US_ADDRESS], authorizedCountries: ["FR"] }, {}],
  ])("gets %s under %o", async (code, custom, how) => {
    expect(await codeOf(custom, how)).toBe(code);
  });

  it("learns which level set each peer rule", async () => {
    const rules = { custom: { uploadPercent: 40 }, config: { p2pWeb: false, uploadPercent: 90 } };
    const { p2p } = await startSession((await publishWithRules({}, { rules })).uuid);
    expect(p2p?.rules).toMatchObject({ enabled: false, uploadPercent: 40 });
    expect(p2p?.sources).toMatchObject({
      enabled: { rule: "p2pWeb", source: "config" },
      uploadPercent: "custom",
      interISP: "default",
    });
  });

  it("is asked for the password before rules are checked", async () => {
    const video = await publishWithRules({ streaming: "refused" }, { passwordHash: "scrypt$1024$8$1$AA$AA" });
    expect((await startSession(video.uuid)).code).toBe("playback_password_required");
  });

  it("is judged by the socket's address, not by a header of an untrusted proxy", async () => {
    const open = await startEdgeHarness({ trustedProxies: [] });
    onTestFinished(() => open.close());
    const custom = { unauthorizedIPs: ["127.0.0.1"] };
    expect(await codeOf(custom, { on: open, address: US_ADDRESS })).toBe("playback_address_denied");
    expect(
      await codeOf({ unauthorizedIPs: [US_ADDRESS] }, { on: open, address: US_ADDRESS }),
    ).toBeUndefined();
  });

  it("is judged by IPv6 addresses and networks too", async () => {
    const custom = { unauthorizedIPs: ["2001:db8::/32", "::ffff:198.51.100.0/120"] };
    expect(await codeOf(custom, { address: "2001:db8:1::9" })).toBe("playback_address_denied");
    expect(await codeOf(custom, { address: "198.51.100.7" })).toBe("playback_address_denied");
    expect(await codeOf(custom, { address: "2001:db9::1" })).toBeUndefined();
  });

  it("is counted once, under the first reason for the refusal", async () => {
    const reasons = ["playback_address_denied", "playback_country_denied"];
    const before = await Promise.all(reasons.map(countRefusals));
    await codeOf({ unauthorizedIPs: ["8.8.8.0/24"], authorizedCountries: ["FR"] });
    const [address = 0, country = 0] = before;
    expect(await Promise.all(reasons.map(countRefusals))).toEqual([address + 1, country]);
  });

  it("counts as using a VPN only if the operator's list says so", async () => {
    const denied = { authorizedVPNs: false };
    expect(await codeOf(denied, { address: VPN_ADDRESS, on: edgeWithVpnList })).toBe("playback_vpn_denied");
    expect(await codeOf(denied, { address: "2001:db8::7", on: edgeWithVpnList })).toBe("playback_vpn_denied");
    expect(await codeOf(denied, { address: US_ADDRESS, on: edgeWithVpnList })).toBeUndefined();
    expect(await codeOf(denied, { address: VPN_ADDRESS })).toBeUndefined();
  });

  it("is refused by the client's own rules and its list of playable videos", async () => {
    const video = await publishWithRules();
    const set = (revision: number, changes: object) =>
      harness.api.setClient(createClientDescriptor(video.clientId, { revision, ...changes }));
    set(2, { rules: { unauthorizedCountries: ["US"] } });
    await eventually(async () =>
      expect((await startSession(video.uuid)).code).toBe("playback_country_denied"),
    );
    set(3, { authorizedVideos: [randomUUID()] });
    await eventually(async () =>
      expect((await startSession(video.uuid)).code).toBe("playback_streaming_off"),
    );
    set(4, { authorizedVideos: [video.uuid] });
    await eventually(async () => expect((await startSession(video.uuid)).status).toBe(200));
    // A list at a lower level replaces the client's, except for its bans.
    harness.api.set({
      ...video,
      revision: 2,
      rules: { custom: { authorizedIPs: [US_ADDRESS], unauthorizedIPs: [] } },
    });
    set(5, { rules: { unauthorizedIPs: ["8.8.8.0/24"] } });
    await eventually(async () =>
      expect((await startSession(video.uuid)).code).toBe("playback_address_denied"),
    );
  });
});

describe("a scene list", () => {
  const origins = (...customs: RuleSettings[]) => ({ origins: customs.map((custom) => ({ custom })) });
  const strangers: [string | undefined, RuleSettings[], PlayOptions][] = [
    [undefined, [{ authorizedCountries: ["US"] }, {}], {}],
    ["playback_country_denied", [{ authorizedCountries: ["US"] }, { authorizedCountries: ["FR"] }], {}],
    ["playback_address_denied", [{}, { unauthorizedIPs: [US_ADDRESS] }], {}],
    [
      "playback_website_denied",
      [{ authorizedWebsites: ["example.org"] }],
      { referrer: "https://evil.example/" },
    ],
    ["playback_vpn_denied", [{ authorizedVPNs: false }], { address: VPN_ADDRESS }],
    ["playback_authorization_required", [{ streaming: "token" }], {}],
    ["playback_streaming_off", [{ streaming: "refused" }], {}],
  ];

  it.each(strangers)(
    "returns %s if its videos have %o, for play calls, downloads and pictures",
    async (code, customs, how) => {
      const given = { ...origins(...customs), thumbnailObject: "p/list.jpg", download: true };
      await edgeWithVpnList.store.put("p/list.jpg", Buffer.from("a picture"));
      const uuid = (await publishWithRules({}, given, edgeWithVpnList)).uuid;
      const answer = await startSession(uuid, { ...how, on: edgeWithVpnList });
      expect(answer.code).toBe(code);
      const headers = {
        "x-forwarded-for": how.address ?? US_ADDRESS,
        ...(how.referrer ? { referer: how.referrer } : {}),
      };
      const picture = await fetch(`${edgeWithVpnList.edge.url}/thumbnails/${uuid}`, { headers });
      expect((await picture.text()) === "a picture").toBe(code === undefined);
      const host = how.referrer ? "evil.example" : null;
      const claims = {
        uuid,
        audience: "viewer",
        expiresAtMs: Date.now() + 60_000,
        access: "",
        host,
      } as const;
      const token = signDownload(claims, edgeWithVpnList.config.internalSecret);
      const file = await fetch(`${edgeWithVpnList.edge.url}/download/${token}/v0.mp4`, { headers });
      if (code !== undefined) expect(await file.json()).toMatchObject({ code });
    },
  );

  it("accepts a password that all of its videos share", async () => {
    const hashOf = (password: string) => {
      const salt = randomBytes(16);
      const key = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 });
      return `scrypt$1024$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
    };
    const same = await publishWithRules({}, { passwordHash: `${hashOf("sea-1234")} ${hashOf("sea-1234")}` });
    expect((await startSession(same.uuid, { password: "sea-1234" })).status).toBe(200);
    const different = await publishWithRules(
      {},
      { passwordHash: `${hashOf("sea-1234")} ${hashOf("land-1234")}` },
    );
    for (const password of ["sea-1234", "land-1234"])
      expect((await startSession(different.uuid, { password })).code).toBe("playback_password_wrong");
    const closed = await publishWithRules({}, { passwordHash: "none" });
    expect((await startSession(closed.uuid, { password: "none" })).code).toBe("playback_password_wrong");
  });

  it("disconnects its viewers when one of its videos is blocked", async () => {
    const video = await publishWithRules({}, origins({}));
    const session = await startSession(video.uuid);
    harness.api.set({ ...video, revision: 2, ...origins({ unauthorizedCountries: ["US"] }) });
    const url = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
    await eventually(async () => {
      const response = await fetch(url, { headers: { "x-forwarded-for": US_ADDRESS } });
      await response.body?.cancel();
      expect(response.status).toBe(403);
    });
  });
});

it("a session contains the peer rules, ICE servers and picture that the rules set", async () => {
  const ice = randomUUID();
  const video = await publishWithRules({
    ice,
    thumbnailURL: "https://pictures.example.org/a.jpg",
    uploadPercent: 20,
    savedSegments: 7,

    p2pWeb: false,
    interISP: false,
  });
  const iceServers = [{ urls: ["turn:turn.example.org"], username: "u", credential: "c" }];
  harness.api.setClient(
    createClientDescriptor(video.clientId, { revision: 2, iceSets: { [ice]: iceServers } }),
  );
  await eventually(async () => expect((await startSession(video.uuid)).p2p?.iceServers).toEqual(iceServers));
  const session = await startSession(video.uuid);
  expect(session.thumbnailUrl).toBe("https://pictures.example.org/a.jpg");
  const rules = { enabled: false, uploadPercent: 20, savedSegments: 7, interISP: false };
  expect(session.p2p?.rules).toMatchObject(rules);
});

/** Connects a viewer to the tracker. */
async function connectToTracker({ uuid }: { uuid: string }, how?: PlayOptions): Promise<TrackerPeer> {
  const { p2p } = await startSession(uuid, how);
  const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
  peer.send(joinRequest(p2p?.ticket ?? ""));
  await peer.next("joined");
  return peer;
}

it("media are refused to viewers who lost access, and served to all others", async () => {
  const video = await publishWithRules();
  const session = await startSession(video.uuid);
  const get = async (address: string) => {
    const url = session.hlsUrl?.replace(harness.config.publicUrl, harness.edge.url) ?? "";
    const playlist = await fetch(url, { headers: { "x-forwarded-for": address } });
    const segment = url.replace("master.m3u8", "v0/0.m4s");
    return [playlist.status, (await fetch(segment, { headers: { "x-forwarded-for": address } })).status];
  };
  expect(await get(US_ADDRESS)).toEqual([200, 200]);
  harness.api.set({ ...video, revision: 2, rules: { custom: { unauthorizedIPs: [US_ADDRESS] } } });
  await eventually(async () => expect(await get(US_ADDRESS)).toEqual([403, 403]));
  expect(await get("203.0.113.9")).toEqual([200, 200]);
});

describe("consent to share data", () => {
  it("is required for a ticket and peers if the rules ask for it", async () => {
    const { uuid, clientId } = await publishWithRules({ asksConsent: true });
    const consent = (isGiven: boolean) => ({ clientId, isGiven });
    const alone = {
      ticket: "",
      rules: { enabled: false, maxPeers: 0 },
      consent: consent(false),
      // Viewers without peers do not receive relay credentials.
      iceServers: [],
    };
    expect((await startSession(uuid)).p2p).toMatchObject(alone);
    expect((await startSession(uuid, { consent: false })).p2p).toMatchObject(alone);
    const agreed = (await startSession(uuid, { consent: true })).p2p;
    expect(agreed).toMatchObject({ rules: { enabled: true, maxPeers: 8 }, consent: consent(true) });
    expect(agreed?.iceServers).toEqual(harness.config.iceServers);
    // Viewers who have not agreed to share data get no id either.
    expect((await startSession(uuid)).beacon).not.toHaveProperty("viewerKey");
    expect((await startSession(uuid, { consent: true })).beacon).toMatchObject({ viewerKey: clientId });
    const peer = await connectToTracker({ uuid }, { consent: true });
    expect(peer.received("joined")[0]?.rules.enabled).toBe(true);
    peer.close();
  });

  it("is not needed if the rules do not ask for it, but a refusal is respected", async () => {
    const { uuid } = await publishWithRules();
    expect((await startSession(uuid)).p2p).not.toHaveProperty("consent");
    expect((await startSession(uuid)).p2p?.rules.enabled).toBe(true);
    expect((await startSession(uuid, { consent: false })).p2p?.rules).toMatchObject({
      enabled: false,
      maxPeers: 0,
    });
  });

  it("is required of current viewers within seconds, unless they had agreed", async () => {
    const video = await publishWithRules();
    const unasked = await connectToTracker(video);
    const agreed = await connectToTracker(video, { consent: true });
    harness.api.set({ ...video, revision: 2, rules: { custom: { asksConsent: true, uploadPercent: 5 } } });
    expect((await unasked.next("rules")).rules).toMatchObject({ enabled: false, maxPeers: 0 });
    expect((await agreed.next("rules")).rules).toMatchObject({ enabled: true, uploadPercent: 5 });
    unasked.close();
    agreed.close();
  });
});

describe("current viewers", () => {
  it("receive changed rules within seconds, and nothing else", async () => {
    const video = await publishWithRules();
    const peer = await connectToTracker(video);
    harness.api.set({ ...video, revision: 2, rules: { custom: { p2pWeb: false } } });
    expect((await peer.next("rules")).rules.enabled).toBe(false);
    harness.api.set({ ...video, revision: 3, rules: { custom: { uploadPercent: 5 } } });
    expect((await peer.next("rules")).rules).toMatchObject({ enabled: true, uploadPercent: 5 });
    expect(peer.received("session")).toEqual([]);
    peer.close();
  });

  it("cannot join with a ticket from before the rules blocked them", async () => {
    const video = await publishWithRules();
    const { p2p } = await startSession(video.uuid);
    const codeOfJoin = async () => {
      const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
      peer.send(joinRequest(p2p?.ticket ?? ""));
      const code = await Promise.race([peer.closed(), peer.next("joined").then(() => "joined")]);
      peer.close();
      return code;
    };
    expect(await codeOfJoin()).toBe("joined");
    harness.api.set({ ...video, revision: 2, rules: { custom: { unauthorizedIPs: [US_ADDRESS] } } });
    await eventually(async () => expect(await codeOfJoin()).toBe(TRACKER_CLOSE.ticketExpired));
    // The ticket stays rejected on a second attempt.
    expect(await codeOfJoin()).toBe(TRACKER_CLOSE.ticketExpired);
  });

  it("receive new rules when a collection's report expires", async () => {
    const reported = (reportedAtMs: number) => ({
      rules: { collection: { rules: { uploadPercent: 5 }, reportedAtMs } },
    });
    const video = await publishWithRules({}, reported(Date.now()));
    const peer = await connectToTracker(video);
    expect(peer.received("joined")[0]?.rules.uploadPercent).toBe(5);
    const soonMs = Date.now() + 1_000;
    harness.api.set({ ...video, revision: 2, ...reported(soonMs - 300_000) });
    await eventually(() => expect(peer.received("rules").at(-1)?.rules.uploadPercent).toBe(80));
    expect(Date.now()).toBeGreaterThanOrEqual(soonMs);
    peer.close();
  });

  it("meet only viewers of their site once the config closes it, and are counted there", async () => {
    const video = await publishWithRules();
    const watchFrom = async (address: string) => {
      const { p2p, beacon } = await startSession(video.uuid, { address });
      const peer = await TrackerPeer.open(`${harness.edge.url.replace("http", "ws")}/tracker`);
      peer.send(joinRequest(p2p?.ticket ?? ""));
      await peer.next("joined");
      return { peer, token: beacon?.token ?? "" };
    };
    const site = createSite({ publicIPs: [US_ADDRESS], exchange: "only" });
    const config = { uuid: randomUUID(), sites: [site] };
    const early = await watchFrom(US_ADDRESS);
    harness.api.set({ ...video, revision: 2, config });
    await early.peer.next("session");
    early.peer.close();
    await early.peer.closed();
    const [there, elsewhere] = [await watchFrom(US_ADDRESS), await watchFrom("203.0.113.9")];
    await elsewhere.peer.answered();
    expect([there, elsewhere].flatMap(({ peer }) => peer.received("peers"))).toEqual([]);
    const [, payload = ""] = there.token.split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
      configUuid: config.uuid,
      siteUuid: site.uuid,
      isSiteClosed: true,
    });
    for (const { peer } of [there, elsewhere]) peer.close();
  });

  it("request a new session when access rules change, and learn why they are refused", async () => {
    const video = await publishWithRules();
    const peer = await connectToTracker(video);
    harness.api.set({ ...video, revision: 2, rules: { custom: { unauthorizedIPs: [US_ADDRESS] } } });
    await peer.next("session");
    expect(await startSession(video.uuid)).toMatchObject({ status: 403, code: "playback_address_denied" });
    peer.close();
  });
});
