import { randomUUID } from "node:crypto";
import { DEFAULT_THEME, type ErrorBody } from "@shoal/contract";
import type { ExportLinkDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { eventually, VIEWER_AGENT } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const PUBLIC_URL = "https://play.example.com";
const PASSWORD_LOCK = { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" };
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterAll(() => harness.close());

type LinkOptions = Partial<Omit<ExportLinkDescriptor, "videoUuid">>;

function createLink(
  video: { uuid: string; clientId: string },
  changes: LinkOptions = {},
): ExportLinkDescriptor {
  const made = {
    uuid: randomUUID(),
    clientId: video.clientId,
    videoUuid: video.uuid,
    revision: 1,

    isPaused: false,
    endsAt: null,
    sites: [],
    ...changes,
  };
  harness.api.setLink(made);
  return made;
}

async function startSession(uuid: string, body: object = {}) {
  const response = await fetch(`${harness.edge.url}/play/x/${uuid}`, {
    method: "POST",
    headers: { "user-agent": VIEWER_AGENT },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Partial<PlaySession> & Partial<ErrorBody>;
  return { status: response.status, text: JSON.stringify(answer), ...answer };
}
const toEdgeUrl = (url = "") => url.replace(PUBLIC_URL, harness.edge.url);
const fetchStatus = async (url: string) => (await fetch(url)).status;

describe("a video through an export link", () => {
  it("plays under the link's id, and its session never contains the video's uuid", async () => {
    const video = await harness.publish({ thumbnailObject: "t.jpg" });
    const { uuid } = createLink(video);
    const session = await startSession(uuid);
    expect(session).toMatchObject({ status: 200, uuid, isLink: true, title: "A shoal" });
    const master = await (await fetch(toEdgeUrl(session.hlsUrl))).text();
    const running = { sessionId: session.sessionId, beaconToken: session.beacon?.token };
    const renewed = await startSession(uuid, running);
    expect(renewed).toMatchObject({ status: 200, sessionId: session.sessionId });
    const ticket = Buffer.from(session.p2p?.ticket.split(".")[1] ?? "", "base64url").toString();
    expect(ticket).toContain("swarm");
    const bare = Buffer.from(video.uuid.replaceAll("-", ""), "hex").toString("base64url");
    for (const told of [session.text, master, ticket, renewed.text]) {
      expect(told).not.toContain(video.uuid);
      expect(told).not.toContain(bare);
    }
  });

  it("shares media and peers with viewers of the video's own address", async () => {
    const video = await harness.publish();
    const [own, linked] = [await harness.play(video.uuid), await startSession(createLink(video).uuid)];
    const afterToken = (url = "") => url.split("/m/")[1]?.replace(/^[^/]+/, "");
    expect(afterToken(linked.hlsUrl)).toBe(afterToken(own.hlsUrl));
    const swarmIn = (ticket = "") =>
      JSON.parse(Buffer.from(ticket.split(".")[1] ?? "", "base64url").toString()).swarm;
    expect(swarmIn(linked.p2p?.ticket)).toBe(swarmIn(own.p2p.ticket));
  });

  it("is refused with a separate reason if it is unknown, paused, expired, or its video was deleted", async () => {
    const video = await harness.publish();
    const gone = await harness.publish({ state: "deleted" });
    expect(await startSession(randomUUID())).toMatchObject({ status: 404, code: "not_found" });
    expect(await startSession(video.uuid)).toMatchObject({ status: 404, code: "not_found" });
    expect(await startSession(createLink(video, { isPaused: true }).uuid)).toMatchObject({
      status: 410,
      code: "link_expired",
    });
    const over = createLink(video, { endsAt: new Date(Date.now() - 1).toISOString() });
    expect(await startSession(over.uuid)).toMatchObject({ status: 410, code: "link_expired" });
    expect(await startSession(createLink(gone).uuid)).toMatchObject({ status: 404, code: "video_not_found" });
  });

  it("respects the video's start and password", async () => {
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const later = await harness.publish({ startsAt, thumbnailObject: "t.jpg", hasSentThumbnail: true });
    const { uuid } = createLink(later);
    const refused = await startSession(uuid);
    expect(refused).toMatchObject({
      status: 403,
      code: "playback_not_started",
      preview: { startsAt, thumbnailUrl: expect.stringContaining(`${PUBLIC_URL}/x/${uuid}/thumbnail?v=`) },
    });
    expect(refused.text).not.toContain(later.uuid);
    const locked = await harness.publish(PASSWORD_LOCK);
    expect(await startSession(createLink(locked).uuid)).toMatchObject({
      status: 401,
      code: "playback_password_required",
    });
  });

  it("plays only on the link's sites, which browsers enforce for frames", async () => {
    const video = await harness.publish();
    const { uuid } = createLink(video, { sites: ["example.org"] });
    const codeFrom = async (referrer?: string) =>
      (await startSession(uuid, referrer ? { referrer } : {})).code;
    expect(await codeFrom("https://www.example.org/page")).toBeUndefined();
    expect(await codeFrom("https://example.org.evil.com/")).toBe("playback_denied");
    expect(await codeFrom()).toBe("playback_denied");
    const policyOf = async (path: string) =>
      (await fetch(`${harness.edge.url}${path}`)).headers.get("content-security-policy");
    expect(await policyOf(`/x/${uuid}/embed`)).toContain("frame-ancestors example.org:* *.example.org:*");
    expect(await policyOf(`/x/${createLink(video).uuid}/embed`)).toContain("frame-ancestors *");
  });
});

describe("when a link is revoked", () => {
  it.each([
    [
      "paused",
      (made: ExportLinkDescriptor) => harness.api.setLink({ ...made, isPaused: true, revision: 2 }),
      410,
    ],
    ["deleted", (made: ExportLinkDescriptor) => harness.api.remove(made.uuid, "link"), 404],
  ])(
    "because it is %s, its sessions can neither start nor be renewed, and their media are refused",
    async (_, revoke, status) => {
      const video = await harness.publish();
      const [made, other] = [createLink(video), createLink(video)];
      const { sessionId, hlsUrl } = await startSession(made.uuid);
      const segment = toEdgeUrl(hlsUrl).replace("master.m3u8", "v0/0.m4s");
      const [own, others] = [await harness.play(video.uuid), await startSession(other.uuid)];
      expect(await fetchStatus(segment)).toBe(200);
      revoke(made);
      await eventually(async () => expect(await fetchStatus(segment)).toBe(410));
      expect(await fetchStatus(toEdgeUrl(hlsUrl))).toBe(410);
      expect((await startSession(made.uuid)).status).toBe(status);
      expect((await startSession(made.uuid, { sessionId })).status).toBe(status);
      expect([await fetchStatus(own.hlsUrl), await fetchStatus(toEdgeUrl(others.hlsUrl))]).toEqual([
        200, 200,
      ]);
    },
  );

  it("its viewers continue after it is resumed", async () => {
    const made = createLink(await harness.publish(), { isPaused: true });
    expect((await startSession(made.uuid)).status).toBe(410);
    harness.api.setLink({ ...made, isPaused: false, revision: 2 });
    await eventually(async () => expect((await startSession(made.uuid)).status).toBe(200));
  });

  it("expires without a call to the api, also for media being watched", async () => {
    const endsAtMs = Date.now() + 90_000;
    const made = createLink(await harness.publish(), { endsAt: new Date(endsAtMs).toISOString() });
    const { hlsUrl } = await startSession(made.uuid);
    expect(await fetchStatus(toEdgeUrl(hlsUrl))).toBe(200);
    vi.setSystemTime(endsAtMs);
    try {
      expect(await fetchStatus(toEdgeUrl(hlsUrl))).toBe(410);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("pages of a link", () => {
  const page = async (path: string) => (await fetch(`${harness.edge.url}${path}`)).text();
  const oembed = async (path: string) =>
    (
      await fetch(`${harness.edge.url}/oembed?url=${encodeURIComponent(`${PUBLIC_URL}${path}`)}`)
    ).json() as Promise<{
      html?: string;
      code?: string;
      thumbnail_url?: string;
    }>;

  it("describe the video to other sites under the link's addresses, and are hidden from search engines", async () => {
    const video = await harness.publish({ thumbnailObject: "t.jpg" });
    const { uuid } = createLink(video);
    const text = await page(`/x/${uuid}`);
    expect(text).toContain('<meta property="og:title" content="A shoal" />');
    expect(text).toContain(`<meta property="og:video:url" content="${PUBLIC_URL}/x/${uuid}/embed" />`);
    expect(text).toContain(`content="${PUBLIC_URL}/x/${uuid}/thumbnail?v=`);
    expect(text).toContain("noindex");
    expect(text).not.toContain("ld+json");
    expect(text).not.toContain(video.uuid);
    for (const path of [`/x/${uuid}`, `/x/${uuid}/embed`]) {
      const answer = await oembed(path);
      expect(answer.html).toContain(`src="${PUBLIC_URL}/x/${uuid}/embed"`);
      expect(answer.thumbnail_url).toContain(`${PUBLIC_URL}/x/${uuid}/thumbnail?v=`);
    }
  });

  it("can be framed only on the link's sites", async () => {
    await harness.store.put("t.jpg", Buffer.from("a frame"));
    const { uuid } = createLink(await harness.publish({ thumbnailObject: "t.jpg" }), {
      sites: ["news.example"],
    });
    const check = async (referer: string) =>
      (await fetch(`${harness.edge.url}/x/${uuid}/thumbnail`, { headers: { referer } })).text();
    expect(await check("https://www.news.example/")).toBe("a frame");
    expect(await check("https://other.example/")).not.toBe("a frame");
    expect(await page(`/x/${uuid}`)).toContain(`content="${PUBLIC_URL}/pictures/neutral.png"`);
  });

  it("reveal nothing about the video of a paused link", async () => {
    const { uuid } = createLink(await harness.publish(), { isPaused: true });
    expect(await page(`/x/${uuid}`)).not.toContain("og:");
    expect(await oembed(`/x/${uuid}`)).toMatchObject({ code: "not_found" });
    expect(await fetchStatus(`${harness.edge.url}/x/${uuid}/thumbnail`)).toBe(410);
  });
});

describe("the theme of a client", () => {
  it("is part of every session and preview of its videos, and a change makes viewers renew once", async () => {
    const clientId = randomUUID();
    const theme = { accent: "#ffe600", background: "#101820", hasTitle: false };
    harness.api.setClient(createClientDescriptor(clientId, { theme }));
    const [one, two] = [await harness.publish({ clientId }), await harness.publish({ clientId })];
    const shown = { ...theme, accentInk: "#04211f", accentText: "#ffe600" };
    expect((await harness.play(one.uuid)).theme).toEqual(shown);
    expect((await startSession(createLink(two).uuid)).theme).toEqual(shown);
    const locked = await harness.publish({ clientId, ...PASSWORD_LOCK });
    expect((await startSession(createLink(locked).uuid)).preview?.theme).toEqual(shown);
    // The clock is fixed, so that an edge on a busy machine does not consider the stream silent.
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    const asked = harness.api.asked;
    harness.api.setClient(
      createClientDescriptor(clientId, { revision: 2, theme: { ...theme, accent: "#1a1aa6" } }),
    );
    await eventually(async () =>
      expect((await harness.play(one.uuid)).theme).toMatchObject({ accent: "#1a1aa6", accentInk: "#ffffff" }),
    );
    expect((await harness.play(two.uuid)).theme.accent).toBe("#1a1aa6");
    expect(harness.api.asked).toBe(asked);
  });

  it("falls back to the product's picture if the client's is unavailable", async () => {
    expect((await harness.play((await harness.publish()).uuid)).theme).toMatchObject(DEFAULT_THEME);
  });
});
