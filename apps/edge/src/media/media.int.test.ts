import { createHash, randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";
import type { ErrorBody } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import type { Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { pictureVersion } from "@shoal/domain/picture-version";
import { eventually } from "@shoal/testkit";
import { signPicture } from "@shoal/tokens";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFragment } from "../../../../packages/media/src/mp4/read-fragment.ts";
import { readSampleDefaults } from "../../../../packages/media/src/mp4/read-fragment-table.ts";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const VTT_TEXT = "WEBVTT\n\n00:00:01.000 --> 00:00:06.000\nA <b>word</b> & more\n";
const ENGLISH_CAPTIONS = {
  id: "english",
  version: 3,
  language: "en",
  label: "English",

  kind: "subtitles" as const,
  isDefault: false,
  object: "p/en.vtt",
};
const segments = [randomBytes(50_000), randomBytes(40_000)];
const [first = Buffer.alloc(0)] = segments;
let harness: EdgeHarness;
let session: PlaySession;
let base: string;

beforeAll(async () => {
  harness = await startEdgeHarness();
  await harness.store.put("p/thumb.jpg", Buffer.from("a picture"));
  await harness.store.put("p/sprite-0.jpg", Buffer.from("sprites"));
  await harness.store.put(
    "p/board.vtt",
    Buffer.from("WEBVTT\n\n00:00.000 --> 00:05.000\nsprite-0.jpg#xywh=0,0,1,1\n"),
  );
  await harness.store.put("p/en.vtt", Buffer.from(VTT_TEXT));
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  const { uuid } = await harness.publish(
    {
      clientId,
      thumbnailObject: "p/thumb.jpg",
      storyboard: { vttObject: "p/board.vtt", sprites: ["p/sprite-0.jpg"] },
      captions: [
        ENGLISH_CAPTIONS,
        { ...ENGLISH_CAPTIONS, id: "other", language: "fr", label: 'Fr"', kind: "sdh", isDefault: true },
      ],
    },
    segments,
  );
  session = await harness.play(uuid);
  base = session.hlsUrl.replace("/master.m3u8", "");
});
afterAll(() => harness.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}/${path}`, { headers });
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
const codeOf = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code];

/** Sends a path unchanged, as an attacker could, because `fetch` normalises paths. */
const rawStatus = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(harness.edge.url);
    request({ hostname, port, path }, (res) => resolve(res.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

describe("playlists", () => {
  it("lead from the master to every segment by relative names without a token", async () => {
    const master = await (await get("master.m3u8")).text();
    expect(master).toContain("v0/index.m3u8");
    const media = await (await get("v0/index.m3u8")).text();
    expect(media).toContain('URI="init.m4s"');
    expect(media).toContain("\n1.m4s\n#EXT-X-ENDLIST");
    const manifest = await (await get("manifest.mpd")).text();
    expect(manifest).toContain('type="static"');
    for (const text of [master, media, manifest]) expect(text).not.toContain(session.token);
  });

  it("have their content type, are readable by every page and compressed", async () => {
    const response = await get("master.m3u8", { "accept-encoding": "br", origin: "https://a.example" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/vnd.apple.mpegurl",
      "content-encoding": "br",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      vary: "Accept-Encoding",
    });
    const etag = response.headers.get("etag") ?? "";
    expect((await get("master.m3u8", { "if-none-match": etag })).status).toBe(304);
    expect((await get("manifest.mpd")).headers.get("content-type")).toBe("application/dash+xml");
  });

  it("of a growing video are cached for a second, and end with the video", async () => {
    const { uuid, tracks } = await harness.publish({ isEnded: false });
    const { hlsUrl } = await harness.play(uuid);
    const url = hlsUrl.replace("master.m3u8", "v0/index.m3u8");
    const growing = await fetch(url);
    expect(growing.headers.get("cache-control")).toBe("public, max-age=1");
    expect(await growing.text()).toContain("EVENT");
    expect(tracks).toHaveLength(2);
    await harness.publish({ uuid, isEnded: true, revision: 2 });
    await eventually(async () => expect(await (await fetch(url)).text()).toContain("ENDLIST"));
  });

  it("include a list with the hash of every segment", async () => {
    const hashes = await (await fetch(session.p2p.hashesUrl)).json();
    const sha256 = segments.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
    expect(hashes).toMatchObject({ v0: { segments: sha256 }, a0: { segments: sha256 } });
  });
});

describe("segments", () => {
  it("are immutable, have their hash as ETag and are open to every page", async () => {
    const response = await get("v0/0.m4s");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": "50000",
      "cache-control": "public, max-age=31536000, immutable",
      etag: `"${createHash("sha256").update(first).digest("hex")}"`,
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "timing-allow-origin": "*",
    });
    expect(response.headers.get("access-control-expose-headers")).toContain("Content-Range");
    expect(await readBytes(response)).toEqual(first);
    expect((await readBytes(await get("a0/init.m4s"))).toString()).toBe("init segment");
  });

  it("are sent in the requested range", async () => {
    const middle = await get("v0/0.m4s", { range: "bytes=100-199" });
    expect([middle.status, middle.headers.get("content-range")]).toEqual([206, "bytes 100-199/50000"]);
    expect(await readBytes(middle)).toEqual(first.subarray(100, 200));
    const end = await get("v0/0.m4s", { range: "bytes=-1" });
    expect(await readBytes(end)).toEqual(first.subarray(-1));
    const beyond = await get("v0/0.m4s", { range: "bytes=50000-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */50000"]);
    const changed = await get("v0/0.m4s", { range: "bytes=0-0", "if-range": '"other"' });
    expect(changed.status).toBe(200);
  });

  it("are not sent to callers that have them, nor for HEAD", async () => {
    const etag = (await get("v0/0.m4s")).headers.get("etag") ?? "";
    expect((await get("v0/0.m4s", { "if-none-match": etag })).status).toBe(304);
    const head = await fetch(`${base}/v0/0.m4s`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "50000"]);
  });

  it("too large for the cache are streamed, also in ranges", async () => {
    const huge = Buffer.alloc(16_000_001, "x");
    const { uuid } = await harness.publish({}, [huge]);
    const url = (await harness.play(uuid)).hlsUrl.replace("master.m3u8", "v0/0.m4s");
    expect((await readBytes(await fetch(url))).equals(huge)).toBe(true);
    const part = await fetch(url, { headers: { range: "bytes=16000000-" } });
    expect([part.status, (await readBytes(part)).toString()]).toEqual([206, "x"]);
  });

  it("answer a preflight", async () => {
    const response = await fetch(`${base}/v0/0.m4s`, { method: "OPTIONS" });
    expect([response.status, response.headers.get("access-control-allow-headers")]).toEqual([
      204,
      expect.stringContaining("Range"),
    ]);
  });

  it.each(["v0/2.m4s", "v9/0.m4s", "v0/other.m4s", "nothing"])("%s returns 404", async (path) => {
    expect(await codeOf(await get(path))).toEqual([404, "not_found"]);
  });
});

describe("captions", () => {
  it("are listed by version for HLS and DASH, under the session's URLs", async () => {
    const master = await (await get("master.m3u8")).text();
    expect(master).toContain(
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="captions/english/3/index.m3u8"',
    );
    expect(master).toMatch(/NAME="Fr ",LANGUAGE="fr",DEFAULT=YES,.*transcribes-spoken-dialog.*other/);
    expect(master).toMatch(/EXT-X-STREAM-INF:.*SUBTITLES="subtitles"/);
    const manifest = await (await get("manifest.mpd")).text();
    expect(manifest).toContain('<AdaptationSet contentType="text" mimeType="text/vtt" lang="en">');
    expect(manifest).toContain("<BaseURL>captions/other/3/captions.vtt</BaseURL>");
    const file = await fetch(session.captions[0]?.url ?? "");
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
    });
    expect(await file.text()).toBe(VTT_TEXT);
  });

  it("state for HLS at which media time they begin", async () => {
    const playlist = await (await get("captions/english/3/index.m3u8")).text();
    expect(playlist).toContain("#EXTINF:8.000000,\nhls.vtt\n#EXT-X-ENDLIST");
    const text = await (await get("captions/english/3/hls.vtt")).text();
    expect(text).toContain("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:01.000 -->");
  });

  it("of another version return the current one, cached briefly; unknown files return 404", async () => {
    const other = await get("captions/english/2/captions.vtt");
    expect([other.headers.get("cache-control"), await other.text()]).toEqual(["public, max-age=1", VTT_TEXT]);
    for (const path of ["captions/german/3/captions.vtt", "captions/english/3/period-1.m4s", "captions/0"])
      expect((await get(path)).status).toBe(404);
  });

  it("of a restricted video must be revalidated by caches", async () => {
    const { uuid } = await publishWithThumbnail({
      captions: [ENGLISH_CAPTIONS],
      rules: { custom: { unauthorizedIPs: [OTHER_ADDRESS] } },
    });
    const { captions } = await harness.play(uuid);
    const file = await fetch(captions[0]?.url ?? "");
    expect([file.headers.get("cache-control"), await file.text()]).toEqual(["private, no-cache", VTT_TEXT]);
  });

  it("of a cut use the cut's own times, clipped to each period", async () => {
    const { uuid, tracks } = await harness.publish({ captions: [ENGLISH_CAPTIONS] });
    for (const { indexObject } of tracks) {
      const index = JSON.parse(Buffer.from(await harness.store.read(indexObject)).toString()) as SegmentIndex;
      const cut = { ...index, mediaOffsetSec: 20.5, segments: index.segments.map(withDiscontinuity) };
      await harness.store.put(indexObject, Buffer.from(JSON.stringify(cut)));
    }
    const { captions } = await harness.play(uuid);
    const read = (file: string) => fetch(String(captions[0]?.url.replace("captions.vtt", file)));
    const textOf = async (file: string) => (await read(file)).text();
    expect(await textOf("hls.vtt")).toContain("MPEGTS:1845000,LOCAL:00:00:00.000\n");
    expect(await textOf("captions.vtt")).toBe(VTT_TEXT);
    const init = await read("init.m4s");
    expect(init.headers.get("content-type")).toBe("application/mp4");
    const defaults = readSampleDefaults(await readBytes(init));
    const beginningOf = async (file: string) =>
      readFragment(await readBytes(await read(file)), defaults).baseTicks;
    expect([await beginningOf("period-0.m4s"), await beginningOf("period-1.m4s")]).toEqual([20_500, 24_500]);
    const samplesOf = async (file: string) =>
      readFragment(await readBytes(await read(file)), defaults).samples.map(({ durationTicks, bytes }) => [
        durationTicks,
        Buffer.from(bytes).toString().split("payl")[1],
      ]);
    const shown = "A <b>word</b> &amp; more";
    expect(await samplesOf("period-0.m4s")).toEqual([
      [1_000, undefined],
      [3_000, shown],
    ]);
    expect(await samplesOf("period-1.m4s")).toEqual([
      [2_000, shown],
      [2_000, undefined],
    ]);
  });
});

const withDiscontinuity = (segment: Segment): Segment =>
  segment.number > 0 ? { ...segment, isSeam: true } : segment;

const OTHER_ADDRESS = "203.0.113.77";
/** Publishes a video with a thumbnail, and loads its client into the edge's cache. */
async function publishWithThumbnail(changes: Partial<PlaybackDescriptor>): Promise<PlaybackDescriptor> {
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  const storyboard = { vttObject: "p/board.vtt", sprites: ["p/sprite-0.jpg"] };
  return harness.publish({ clientId, thumbnailObject: "p/thumb.jpg", storyboard, ...changes });
}
/** Returns the picture at a public address, and how long caches may keep it. */
async function fetchThumbnail(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${harness.edge.url}/thumbnails/${address}`, { headers });
  return [await response.text(), response.headers.get("cache-control")];
}
const readPngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe("pictures", () => {
  it("are served under the session's URLs", async () => {
    const thumbnail = await get("thumbnail");
    expect([thumbnail.headers.get("content-type"), await thumbnail.text()]).toEqual([
      "image/jpeg",
      "a picture",
    ]);
    expect(await (await fetch(session.storyboardUrl ?? "")).text()).toContain(
      "\nstoryboard/0#xywh=0,0,1,1\n",
    );
    expect(await (await get("storyboard/0")).text()).toBe("sprites");
    expect((await get("storyboard/1")).status).toBe(404);
  });

  it("are public if everyone may watch, and revalidated before each use", async () => {
    const { uuid } = await publishWithThumbnail({});
    expect(await fetchThumbnail(uuid)).toEqual(["a picture", "public, no-cache"]);
    const { thumbnailUrl, storyboardUrl, hlsUrl } = await harness.play(uuid);
    expect(thumbnailUrl?.startsWith(`${harness.edge.url}/thumbnails/${uuid}?v=`)).toBe(true);
    for (const url of [thumbnailUrl, storyboardUrl, hlsUrl.replace("master.m3u8", "storyboard/0")])
      expect((await fetch(url ?? "")).headers.get("cache-control")).toBe("public, no-cache");
  });

  it.each<[string, Partial<PlaybackDescriptor>]>([
    ["a password", { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" }],
    ["a start that is still to come", { startsAt: new Date(Date.now() + 3_600_000).toISOString() }],
    ["tokens", { rules: { custom: { streaming: "token" } } }],
    ["no streaming", { rules: { custom: { streaming: "refused" } } }],
    ["websites", { rules: { custom: { authorizedWebsites: ["shop.example"], unknownWebsites: false } } }],
    [
      "addresses",
      { rules: { collection: { rules: { authorizedIPs: [OTHER_ADDRESS] }, reportedAtMs: null } } },
    ],
  ])("are neutral for strangers of a video with %s", async (_, changes) => {
    const { uuid } = await publishWithThumbnail(changes);
    const url = `${harness.edge.url}/thumbnails/${uuid}?v=${pictureVersion("p/thumb.jpg")}`;
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    expect(readPngSize(await readBytes(response))).toEqual([640, 360]);
  });

  it("are shown to viewers whose address and page alone grant access", async () => {
    const seen = ["a picture", "private, no-cache"];
    const addresses = await publishWithThumbnail({ rules: { custom: { authorizedIPs: [OTHER_ADDRESS] } } });
    expect(await fetchThumbnail(addresses.uuid, { "x-forwarded-for": OTHER_ADDRESS })).toEqual(seen);
    const custom = { authorizedWebsites: ["shop.example"], unknownWebsites: false };
    const pages = await publishWithThumbnail({ rules: { custom } });
    expect(await fetchThumbnail(pages.uuid, { referer: "https://www.shop.example/films" })).toEqual(seen);
    expect(await fetchThumbnail(pages.uuid, { referer: "https://other.example/" })).not.toContain(
      "a picture",
    );
  });

  it("are shown to users of the client by signed addresses, and not by forged ones", async () => {
    const lock = "0123456789ab";
    const { uuid } = await publishWithThumbnail({
      rules: { custom: { streaming: "refused" } },
      pictureLock: lock,
    });
    const secret = harness.config.internalSecret;
    const sign = (of: string, by = secret) => signPicture({ uuid: of, lock }, by, Date.now());
    const [version, signature] = [pictureVersion("p/thumb.jpg"), sign(uuid)];
    const forGood = "private, max-age=31536000, immutable";
    expect(await fetchThumbnail(`${uuid}?v=${version}&s=${signature}`)).toEqual(["a picture", forGood]);
    expect(await fetchThumbnail(`${uuid}?v=former&s=${signature}`)).toEqual([
      "a picture",
      "private, no-cache",
    ]);
    for (const forged of [sign(session.uuid), sign(uuid, "another"), ""])
      expect(await fetchThumbnail(`${uuid}?v=${version}&s=${forged}`)).not.toContain("a picture");
  });

  it("are not shown by an address signed before the access conditions changed", async () => {
    const [before, after] = ["0123456789ab", "ba9876543210"];
    const passwordHash = "scrypt$1024$8$1$c2FsdA$a2V5";
    const video = await publishWithThumbnail({ pictureLock: before });
    const signed = (lock: string) =>
      `${video.uuid}?s=${signPicture({ uuid: video.uuid, lock }, harness.config.internalSecret, Date.now())}`;
    expect(await fetchThumbnail(signed(before))).toEqual(["a picture", "private, no-cache"]);
    harness.api.set({ ...video, passwordHash, pictureLock: after, revision: video.revision + 1 });
    await expect.poll(() => fetchThumbnail(signed(after))).toEqual(["a picture", "private, no-cache"]);
    expect(await fetchThumbnail(signed(before))).not.toContain("a picture");
  });

  it("are public if uploaded, and an earlier address returns the current picture", async () => {
    const { uuid } = await publishWithThumbnail({
      hasSentThumbnail: true,
      rules: { custom: { streaming: "token" } },
    });
    const forGood = ["a picture", "public, max-age=31536000, immutable"];
    expect(await fetchThumbnail(`${uuid}?v=${pictureVersion("p/thumb.jpg")}`)).toEqual(forGood);
    expect(await fetchThumbnail(`${uuid}?v=former`)).toEqual(["a picture", "public, max-age=60"]);
  });

  it("are sent with an admitted session, but not to shared caches", async () => {
    const { uuid } = await publishWithThumbnail({ rules: { custom: { unauthorizedIPs: [OTHER_ADDRESS] } } });
    const { thumbnailUrl, storyboardUrl, hlsUrl } = await harness.play(uuid);
    expect(thumbnailUrl).toContain(`${hlsUrl.replace("/master.m3u8", "")}/thumbnail?v=`);
    for (const url of [thumbnailUrl, storyboardUrl, hlsUrl.replace("master.m3u8", "storyboard/0")]) {
      const response = await fetch(url ?? "");
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    }
  });

  it("are withdrawn when the rules change, also from clients that have them cached", async () => {
    await eventually(() => expect(harness.api.followers).toBe(1));
    const video = await publishWithThumbnail({});
    const url = `${harness.edge.url}/thumbnails/${video.uuid}`;
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    const again = async () => (await fetch(url, { headers: { "if-none-match": etag } })).status;
    expect(await again()).toBe(304);
    harness.api.set({ ...video, revision: 2, rules: { custom: { streaming: "refused" } } });
    await eventually(async () => expect(await again()).toBe(200));
    expect(await fetchThumbnail(video.uuid)).not.toContain("a picture");
  });
});

describe("a media URL is refused", () => {
  it("if its token was changed, for playlists and segments alike", async () => {
    const forged = session.token.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
    for (const path of ["master.m3u8", "v0/0.m4s", "hashes.json"])
      expect(await codeOf(await fetch(`${base.replace(session.token, forged)}/${path}`))).toEqual([
        403,
        "token_invalid",
      ]);
  });

  it("if the token is for another video", async () => {
    const sessions = [session, await harness.play((await harness.publish()).uuid)];
    const [mediaId, other] = sessions.map(({ hlsUrl }) => hlsUrl.split("/")[5] ?? "");
    const stranger = base.replace(mediaId ?? "", other ?? "");
    expect(stranger).not.toBe(base);
    for (const path of ["master.m3u8", "v0/0.m4s"])
      expect(await codeOf(await fetch(`${stranger}/${path}`))).toEqual([403, "token_invalid"]);
  });

  it("if the video has a new generation", async () => {
    const { uuid } = await harness.publish();
    const { hlsUrl } = await harness.play(uuid);
    await harness.publish({ uuid, generation: 2, revision: 2 });
    await eventually(async () => expect((await fetch(hlsUrl)).status).toBe(404));
    expect((await fetch(hlsUrl.replace("/1/master", "/2/master"))).status).toBe(403);
    expect((await harness.play(uuid)).generation).toBe(2);
  });

  it.each([
    "..%2f..%2fetc%2fpasswd",
    "../../../etc/passwd",
    "v0/..%2f..%2f0.m4s",
    "%00/0.m4s",
    "v0/%",
    "..;/0.m4s",
  ])("if it tries to leave its folder: %s", async (path) => {
    const { pathname } = new URL(base);
    expect(await rawStatus(`${pathname}/${path}`)).toBeGreaterThanOrEqual(400);
    expect(await rawStatus(`/player/${path}`)).toBeGreaterThanOrEqual(400);
  });

  it("if its token expired longer ago than the video lasts", async () => {
    const brief = await startEdgeHarness({ tokenTtlMs: 1_000 });
    try {
      const { uuid } = await brief.publish({ durationSec: 0 });
      const { hlsUrl, token } = await brief.play(uuid);
      await eventually(async () => expect(await codeOf(await fetch(hlsUrl))).toEqual([403, "token_invalid"]));
      expect(await codeOf(await fetch(hlsUrl.replace("master.m3u8", "v0/0.m4s")))).toEqual([
        403,
        "token_invalid",
      ]);
      const { sessionId, token: renewed } = await brief.play(uuid);
      expect([sessionId.length, renewed === token]).toEqual([36, false]);
      const long = await brief.publish({ durationSec: 3_600 });
      const film = await brief.play(long.uuid);
      await eventually(() => expect(Date.parse(film.tokenExpiresAt)).toBeLessThan(Date.now()));
      expect((await fetch(film.hlsUrl)).status).toBe(200);
    } finally {
      await brief.close();
    }
  });
});
