import { randomUUID } from "node:crypto";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { pictureVersion } from "@shoal/domain/picture-version";
import { eventually } from "@shoal/testkit";
import { DOMParser } from "@xmldom/xmldom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const PUBLIC_URL = "https://play.example.com";
const PASSWORD_LOCK = { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" };
let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
});
afterAll(() => harness.close());

async function requestOembed(query: Record<string, string>) {
  const response = await fetch(`${harness.edge.url}/oembed?${new URLSearchParams(query)}`);
  return { status: response.status, html: "", code: "", ...((await response.json()) as object) };
}
const directLink = (uuid: string) => `${PUBLIC_URL}/v/${uuid}`;

describe("oEmbed", () => {
  it("describes how to embed a video, by its direct link or its embed address", async () => {
    const { uuid } = await harness.publish({ title: 'Sea & "shore"', thumbnailObject: "t.jpg" });
    const answer = await requestOembed({ url: `${directLink(uuid)}?t=4`, format: "json" });
    expect(answer).toMatchObject({
      status: 200,
      type: "video",
      version: "1.0",
      title: 'Sea & "shore"',

      provider_name: "Shoal",
      provider_url: PUBLIC_URL,
      width: 640,
      height: 360,
      duration: 8,
      thumbnail_url: `${PUBLIC_URL}/thumbnails/${uuid}?v=${pictureVersion("t.jpg")}`,

      thumbnail_width: 640,
      thumbnail_height: 360,
    });
    const { html } = answer;
    expect(html).toContain(`<iframe src="${PUBLIC_URL}/embed/${uuid}" width="640" height="360"`);
    expect(html).toContain('title="Sea &amp; &quot;shore&quot;"');
    expect(await requestOembed({ url: `${PUBLIC_URL}/embed/${uuid}` })).toMatchObject({ status: 200 });
  });

  it.each([
    [{ maxwidth: "320" }, { width: 320, height: 180 }],
    [{ maxheight: "90" }, { width: 160, height: 90 }],
    [
      { maxwidth: "1000", maxheight: "180" },
      { width: 320, height: 180 },
    ],
  ] as const)("keeps within %j", async (limits, size) => {
    const { uuid } = await harness.publish();
    expect(await requestOembed({ url: directLink(uuid), ...limits })).toMatchObject(size);
  });

  it("refuses other requests with the status that the standard requires", async () => {
    const { uuid } = await harness.publish();
    const codeOf = async (query: Record<string, string>) => {
      const { status, code } = await requestOembed(query);
      return [status, code];
    };
    expect(await codeOf({ url: directLink(uuid), format: "xml" })).toEqual([501, "format_not_supported"]);
    expect(await codeOf({})).toEqual([400, "bad_request"]);
    expect(await codeOf({ url: directLink(uuid), maxwidth: "wide" })).toEqual([400, "bad_request"]);
    expect(await codeOf({ url: `https://elsewhere.example/v/${uuid}` })).toEqual([404, "not_found"]);
    expect(await codeOf({ url: "no address" })).toEqual([404, "not_found"]);
    expect(await codeOf({ url: directLink(randomUUID()) })).toEqual([404, "video_not_found"]);
    const locked = await harness.publish(PASSWORD_LOCK);
    expect(await codeOf({ url: directLink(locked.uuid) })).toEqual([401, "playback_password_required"]);
  });
});

describe("the direct link's page", () => {
  const page = async (uuid: string, room = "v") =>
    (await fetch(`${harness.edge.url}/${room}/${uuid}`)).text();
  const jsonLdIn = (text: string) => /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1];

  it("contains metadata for other sites and search engines", async () => {
    const { uuid } = await harness.publish({
      thumbnailObject: "t.jpg",
      chapters: [{ startSec: 2, title: "Reef" }],
    });
    const text = await page(uuid);
    const encoded = encodeURIComponent(directLink(uuid));
    expect(text).toContain("<title>A shoal</title>");
    expect(text).not.toContain("noindex");
    expect(text).toContain(
      `<link rel="alternate" type="application/json+oembed" href="${PUBLIC_URL}/oembed?format=json&amp;url=${encoded}"`,
    );
    expect(text).toContain('<meta property="og:title" content="A shoal" />');
    expect(text).toContain('<meta property="og:description" content="Fish that move as one" />');
    expect(text).toContain(`<meta property="og:video:url" content="${PUBLIC_URL}/embed/${uuid}" />`);
    expect(text).toContain(`<meta name="twitter:player" content="${PUBLIC_URL}/embed/${uuid}" />`);
    expect(JSON.parse(jsonLdIn(text) ?? "")).toMatchObject({
      "@type": "VideoObject",

      name: "A shoal",
      description: "Fish that move as one",
      duration: "PT8S",

      uploadDate: "2026-01-02T03:04:05.000Z",
      thumbnailUrl: [`${PUBLIC_URL}/thumbnails/${uuid}?v=${pictureVersion("t.jpg")}`],
      hasPart: [{ "@type": "Clip", name: "Reef", startOffset: 2, endOffset: 8 }],
    });
    expect(await page(uuid, "embed")).not.toContain("og:title");
  });

  it("escapes titles and descriptions", async () => {
    const title = `</title><script>alert("1")</script>$&`;
    const { uuid } = await harness.publish({
      title,
      description: "</script><b>'\"",
      thumbnailObject: "t.jpg",
    });
    const text = await page(uuid);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<b>");
    expect(JSON.parse(jsonLdIn(text) ?? "")).toMatchObject({ name: title, description: "</script><b>'\"" });
  });

  /** The texts and the duration of the video, which only public pages may contain. */
  const WORDS = ["A shoal", "Fish that move", "Start", "PT8S"];
  const wordsIn = (text: string) => WORDS.filter((word) => text.includes(word));

  it("reveals nothing about a restricted video", async () => {
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const restricted: Partial<PlaybackDescriptor>[] = [
      PASSWORD_LOCK,
      { ...PASSWORD_LOCK, startsAt },
      { startsAt, rules: { custom: { authorizedCountries: ["FR"] } } },
      { rules: { custom: { authorizedWebsites: ["example.org"] } } },
      { rules: { custom: { unauthorizedIPs: ["192.0.2.1"] } } },
      { rules: { custom: { streaming: "refused" } } },
      { rules: { custom: { streaming: "token" } } },
      { rules: { custom: { authorizedVPNs: false } } },
      { state: "error" },
    ];
    for (const changes of restricted) {
      const { uuid } = await harness.publish({ thumbnailObject: "t.jpg", ...changes });
      const text = await page(uuid);
      expect([changes, wordsIn(text)]).toEqual([changes, []]);
      expect(text).not.toContain(pictureVersion("t.jpg"));
      const answer = await requestOembed({ url: directLink(uuid) });
      expect([changes, wordsIn(JSON.stringify(answer))]).toEqual([changes, []]);
      expect(answer).not.toHaveProperty("duration");
    }
    // The oEmbed endpoint still returns a video that only some websites may embed.
    const { uuid } = await harness.publish({ rules: { custom: { authorizedWebsites: ["example.org"] } } });
    const { status, html } = await requestOembed({ url: directLink(uuid) });
    expect([status, html]).toEqual([200, expect.stringContaining(`src="${PUBLIC_URL}/embed/${uuid}"`)]);
  });

  it("reveals nothing about a deleted video, nor through an export link for certain sites", async () => {
    const deleted = await harness.publish({ state: "deleted" });
    expect(wordsIn(await page(deleted.uuid))).toEqual([]);
    expect(await requestOembed({ url: directLink(deleted.uuid) })).toMatchObject({ status: 404 });
    const { uuid, clientId } = await harness.publish();
    const link = randomUUID();
    harness.api.setLink({
      uuid: link,
      clientId,
      videoUuid: uuid,
      revision: 1,

      isPaused: false,
      endsAt: null,
      sites: ["example.org"],
    });
    expect(wordsIn(await page(link, "x"))).toEqual([]);
    expect(wordsIn(JSON.stringify(await requestOembed({ url: `${PUBLIC_URL}/x/${link}` })))).toEqual([]);
  });

  it("shows the title of a video that everyone may watch later, like its countdown", async () => {
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const { uuid } = await harness.publish({ startsAt, thumbnailObject: "t.jpg" });
    const text = await page(uuid);
    expect(wordsIn(text)).toEqual(["A shoal"]);
    expect(text).not.toContain(pictureVersion("t.jpg"));
    const answer = await requestOembed({ url: directLink(uuid) });
    expect(wordsIn(JSON.stringify(answer))).toEqual(["A shoal"]);
    expect(answer).toMatchObject({ thumbnail_url: `${PUBLIC_URL}/pictures/neutral.png` });
  });

  it("hides restricted and future videos from search engines, and their player from link previews", async () => {
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    for (const changes of [PASSWORD_LOCK, { startsAt }]) {
      const { uuid } = await harness.publish(changes);
      const text = await page(uuid);
      expect(text).toContain("noindex");
      expect(text).toContain('content="summary_large_image"');
      expect(text).not.toContain("og:video");
      expect(text).not.toContain("scrypt");
      expect(jsonLdIn(text)).toBeUndefined();
    }
  });

  it("shows a neutral picture in cards of a restricted video, unless one was uploaded", async () => {
    const rules = { custom: { authorizedCountries: ["FR"] } };
    const { uuid } = await harness.publish({ thumbnailObject: "t.jpg", rules });
    const text = await page(uuid);
    const neutral = `${PUBLIC_URL}/pictures/neutral.png`;
    for (const name of ['property="og:image"', 'name="twitter:image"'])
      expect(text).toContain(`<meta ${name} content="${neutral}" />`);
    expect(text).not.toContain(pictureVersion("t.jpg"));
    expect(text).toContain("noindex");
    expect(await requestOembed({ url: directLink(uuid) })).toMatchObject({ thumbnail_url: neutral });
    const { status, headers } = await fetch(`${harness.edge.url}/pictures/neutral.png`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    const sent = await harness.publish({ thumbnailObject: "t.jpg", hasSentThumbnail: true, rules });
    expect(await page(sent.uuid)).toContain(`/thumbnails/${sent.uuid}?v=${pictureVersion("t.jpg")}`);
  });

  it("shows a triangle in cards of a public video without a picture, and no video to search engines", async () => {
    const { uuid } = await harness.publish();
    const text = await page(uuid);
    for (const name of ['property="og:image"', 'name="twitter:image"'])
      expect(text).toContain(`<meta ${name} content="${PUBLIC_URL}/pictures/play.png" />`);
    expect(jsonLdIn(text)).toBeUndefined();
    const { status, headers } = await fetch(`${harness.edge.url}/pictures/play.png`);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("is the plain player page for a missing video", async () => {
    const text = await page(randomUUID());
    expect(text).toContain("<title>Shoal</title>");
    expect(text).not.toContain("og:");
  });
});

describe("the sitemap of a client", () => {
  const sitemap = async (path: string) => {
    const response = await fetch(`${harness.edge.url}/sitemaps/${path}.xml`);
    return { status: response.status, text: await response.text() };
  };
  /**
   * Returns the children of each element with this name.
   * @throws if the text is not valid XML.
   */
  function listIn(text: string, name: "url" | "sitemap"): Record<string, string>[] {
    const onError = (level: string, message: string) => {
      throw new Error(`${level}: ${message}`);
    };
    const xml = new DOMParser({ errorHandler: onError }).parseFromString(text, "text/xml");
    return Array.from(xml.getElementsByTagName(name), (element) =>
      Object.fromEntries(
        Array.from(element.getElementsByTagName("*"))
          .filter(({ tagName }) => tagName !== "video:video")
          .map(({ tagName, textContent }) => [tagName, textContent ?? ""]),
      ),
    );
  }
  /**
   * Publishes videos of one client.
   * @returns the videos with the latest first.
   */
  async function publishAll(...all: Partial<PlaybackDescriptor>[]) {
    const clientId = randomUUID();
    harness.api.setClient(createClientDescriptor(clientId));
    const videos: PlaybackDescriptor[] = [];
    for (const changes of all) videos.push(await harness.publish({ clientId, ...changes }));
    const uuids = videos.map(({ uuid }) => uuid);
    harness.api.sitemapVideos.set(clientId, uuids);
    return { clientId, uuids, videos };
  }

  it("lists only the pages of videos that everyone may watch", async () => {
    const { clientId, uuids } = await publishAll(
      { title: "Reef & \u0000shore <1>", thumbnailObject: "t.jpg" },
      { title: "Secret", ...PASSWORD_LOCK },
      { title: "Secret", rules: { custom: { authorizedCountries: ["FR"] } } },
      { title: "Secret", startsAt: new Date(Date.now() + 60_000).toISOString() },
      { title: "Without a picture" },
    );
    const { status, text } = await sitemap(clientId);
    expect(status).toBe(200);
    expect(text).not.toContain("Secret");
    expect(listIn(text, "url")).toEqual([
      {
        loc: directLink(uuids[0] ?? ""),
        "video:thumbnail_loc": `${PUBLIC_URL}/thumbnails/${uuids[0]}?v=${pictureVersion("t.jpg")}`,
        "video:title": "Reef & shore <1>",
        "video:description": "Fish that move as one",
        "video:player_loc": `${PUBLIC_URL}/embed/${uuids[0]}`,
        "video:duration": "8",
        "video:publication_date": "2026-01-02T03:04:05.000Z",
      },
      { loc: directLink(uuids[4] ?? "") },
    ]);
  });

  it.each<[string, Partial<PlaybackDescriptor>]>([
    ["a password", PASSWORD_LOCK],
    ["a rule", { rules: { custom: { authorizedCountries: ["FR"] } } }],
    ["the trash", { state: "deleted" }],
  ])("says no more of a video that it has listed once that has %s", async (_, changes) => {
    const { clientId, uuids, videos } = await publishAll({ title: "Reef", thumbnailObject: "t.jpg" }, {});
    expect((await sitemap(clientId)).text).toContain("Reef");
    harness.api.set({ ...(videos[0] as PlaybackDescriptor), ...changes, revision: 2 });
    await eventually(async () => expect((await sitemap(clientId)).text).not.toContain(uuids[0]));
    expect((await sitemap(clientId)).text).toContain(uuids[1]);
  });

  it("omits a video once a rule of its client refuses viewers", async () => {
    const { clientId, uuids } = await publishAll({});
    expect((await sitemap(clientId)).text).toContain(uuids[0]);
    harness.api.setClient(createClientDescriptor(clientId, { revision: 2, rules: { streaming: "token" } }));
    await eventually(async () => expect((await sitemap(clientId)).text).not.toContain(uuids[0]));
  });

  it("has an index and pages for many videos", async () => {
    const { clientId, uuids } = await publishAll({ thumbnailObject: "t.jpg" });
    const others = Array.from({ length: 200 }, () => randomUUID());
    harness.api.sitemapVideos.set(clientId, [...others, ...uuids]);
    const { text } = await sitemap(clientId);
    expect(listIn(text, "sitemap")).toEqual([
      { loc: `${PUBLIC_URL}/sitemaps/${clientId}/1.xml` },
      { loc: `${PUBLIC_URL}/sitemaps/${clientId}/2.xml` },
    ]);
    expect(listIn((await sitemap(`${clientId}/2`)).text, "url")).toMatchObject([
      { loc: directLink(uuids[0] ?? "") },
    ]);
  });

  it("returns 404, like an unknown client's, once the client opts out of search engines", async () => {
    const { clientId, uuids } = await publishAll({});
    expect((await sitemap(clientId)).status).toBe(200);
    const page = async () => (await fetch(`${harness.edge.url}/v/${uuids[0]}`)).text();
    expect(await page()).not.toContain("noindex");
    harness.api.setClient({ ...createClientDescriptor(clientId), revision: 2, isIndexed: false });
    await eventually(async () => expect((await sitemap(clientId)).status).toBe(404));
    expect(await page()).toContain("noindex");
    expect(await page()).not.toContain("application/ld+json");
    expect((await sitemap(randomUUID())).status).toBe(404);
    expect((await sitemap("robots")).status).toBe(400);
    expect((await sitemap(`${clientId}/0`)).status).toBe(400);
  });
});
