import { randomBytes, randomUUID, scryptSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { eventually, makeTokenSigner, signToken } from "@shoal/testkit";
import { type DownloadClaims, signDownload } from "@shoal/tokens";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { execFileAsync, publishRealMedia } from "../testing/real-media.ts";
import { unzip } from "../testing/unzip.ts";

let harness: EdgeHarness;
let video: PlaybackDescriptor;
beforeAll(async () => {
  harness = await startEdgeHarness();
  video = await publishRealMedia(harness, { title: 'L’été à "Brest" 1/2', download: true, durationSec: 8 });
});
afterAll(() => harness?.close());

const USER_UUID = randomUUID();

interface LinkOptions {
  audience?: DownloadClaims["audience"];
  lifeMs?: number;
  uuid?: string;
  userUuid?: string;
}
/** Creates the address of a file, as the api issues it to users of the client. */
function createLinkTo(file: string, options: LinkOptions = {}) {
  const { audience = "owner", lifeMs = 60_000, uuid = video.uuid, userUuid = USER_UUID } = options;
  const expiresAtMs = Date.now() + lifeMs;
  const token = signDownload({ audience, uuid, userUuid, expiresAtMs }, harness.config.internalSecret);
  return `${harness.edge.url}/download/${token}/${file}`;
}

/** Hashes a password. The result differs each time, because of its random salt. */
function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 });
  return `scrypt$1024$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

const bytesOfResponse = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** Returns the status of a request, with the code of a rejection. */
async function codeOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  const body = await bytesOfResponse(response);
  if (response.ok) return String(response.status);
  return `${response.status} ${(JSON.parse(body.toString()) as { code: string }).code}`;
}
/** Announces a changed state of the video, and waits until the edge has received it. */
async function changeVideo(changes: Partial<PlaybackDescriptor>): Promise<void> {
  video = { ...video, ...changes, revision: video.revision + 1 };
  harness.api.set(video);
}

test("stalled downloads of many addresses leave room for other downloads, playlists and play calls", async () => {
  const own = await startEdgeHarness({ downloadsMax: 6 });
  onTestFinished(() => own.close());
  const { uuid } = await publishRealMedia(own, { title: "Long", download: true, durationSec: 60 });
  const { hostname, port } = new URL(own.edge.url);
  const expiresAtMs = Date.now() + 60_000;
  const token = signDownload(
    { audience: "owner", uuid, userUuid: USER_UUID, expiresAtMs },
    own.config.internalSecret,
  );
  const closed: string[] = [];
  const open = (from: string) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined).on("close", () => closed.push(from));
    socket
      .pause()
      .write(`GET /download/${token}/v0.mp4 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`);
    onTestFinished(() => void socket.destroy());
  };
  const underWay = async () => {
    const text = await (await fetch(`${own.edge.internalUrl}/metrics`)).text();
    return Number(/^shoal_edge_downloads (\d+)$/m.exec(text)?.[1]);
  };
  for (const from of ["192.0.2.1", "192.0.2.2"]) for (let n = 0; n < 3; n += 1) open(from);
  await eventually(async () => expect(await underWay()).toBe(6));
  const file = await fetch(`${own.edge.url}/download/${token}/v0.mp4`, {
    headers: { "x-forwarded-for": "198.51.100.7", range: "bytes=0-999" },
  });
  expect([file.status, (await bytesOfResponse(file)).length]).toEqual([206, 1_000]);
  await eventually(async () => expect(await underWay()).toBe(5));
  const { hlsUrl } = await own.play(uuid);
  for (const path of ["master.m3u8", "v0/index.m3u8", "v0/0.m4s"])
    expect((await fetch(hlsUrl.replace("master.m3u8", path))).status).toBe(200);
});

describe("a rendition as a file", () => {
  test("starts with its index, plays from start to end, and has the video's name", async () => {
    const response = await fetch(createLinkTo("v0.mp4"));
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"L_ete a _Brest_ 1_2 360p.mp4\"; filename*=UTF-8''L%E2%80%99%C3%A9t%C3%A9%20%C3%A0%20_Brest_%201_2%20360p.mp4",
    );
    const bytes = await bytesOfResponse(response);
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect([bytes.toString("latin1", 4, 8), bytes.toString("latin1", 36, 40)]).toEqual(["ftyp", "moov"]);
    const path = join(harness.folder, "whole.mp4");
    await writeFile(path, bytes);
    const counts = ["-count_frames", "-show_entries", "stream=codec_type,nb_read_frames,start_time"];
    const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...counts, "-of", "csv=p=0", path]);
    expect(stdout.trim().split("\n")).toEqual(["video,0.000000,200", expect.stringMatching(/^audio,0\.0/)]);
  });

  test("continues where it stopped, and restarts if the file has changed", async () => {
    const whole = await bytesOfResponse(await fetch(createLinkTo("v0.mp4")));
    const etag = (await fetch(createLinkTo("v0.mp4"), { method: "HEAD" })).headers.get("etag") ?? "";
    const cuts = [0, 10, 3_000, Math.floor(whole.length / 2), whole.length];
    const parts: Buffer[] = [];
    for (const [n, start] of cuts.slice(0, -1).entries()) {
      const headers = { range: `bytes=${start}-${(cuts[n + 1] ?? 0) - 1}`, "if-range": etag };
      const response = await fetch(createLinkTo("v0.mp4"), { headers });
      expect(response.status).toBe(206);
      parts.push(await bytesOfResponse(response));
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    const statusOf = async (headers: Record<string, string>) => {
      const response = await fetch(createLinkTo("v0.mp4"), { headers });
      await bytesOfResponse(response);
      return response.status;
    };
    expect(await statusOf({ range: "bytes=10-", "if-range": '"another"' })).toBe(200);
    expect(await statusOf({ range: `bytes=${whole.length}-` })).toBe(416);
    expect(await statusOf({ "if-none-match": etag })).toBe(304);
  });

  test.each(["v0.mp4", "dash.zip"])("answers HEAD with its length and type (%s)", async (file) => {
    const [whole, head] = [
      await fetch(createLinkTo(file)),
      await fetch(createLinkTo(file), { method: "HEAD" }),
    ];
    const bytes = await bytesOfResponse(whole);
    for (const name of ["content-type", "content-disposition", "etag", "access-control-allow-origin"])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
    expect((await bytesOfResponse(head)).length).toBe(0);
    const headers = { range: "bytes=10-19" };
    const part = file.endsWith("mp4") ? "10" : String(bytes.length);
    expect((await fetch(createLinkTo(file), { method: "HEAD", headers })).headers.get("content-length")).toBe(
      part,
    );
  });

  test("is planned again after a restart of the edge", async () => {
    const before = await bytesOfResponse(await fetch(createLinkTo("v0.mp4")));
    await harness.restart();
    expect((await bytesOfResponse(await fetch(createLinkTo("v0.mp4")))).equals(before)).toBe(true);
  });
});

describe("download permissions", () => {
  test("viewers get links while the video allows downloads; its owner always gets them", async () => {
    const { downloads } = await harness.play(video.uuid);
    expect(downloads).toMatchObject([{ id: "v0", width: 640, height: 360 }]);
    expect(await codeOf(downloads[0]?.url ?? "")).toBe("200");
    await changeVideo({ download: false });
    await expect.poll(() => codeOf(downloads[0]?.url ?? "")).toBe("403 playback_denied");
    expect((await harness.play(video.uuid)).downloads).toEqual([]);
    expect(await codeOf(createLinkTo("v0.mp4"))).toBe("200");
    await changeVideo({ download: true });
  });

  test("viewers who may not watch are refused with the same reason; users of the client may download", async () => {
    const viewers = createLinkTo("v0.mp4", { audience: "viewer" });
    const american = { "x-forwarded-for": "8.8.8.8" };
    await changeVideo({
      rules: { custom: { unauthorizedIPs: ["127.0.0.0/8"], authorizedCountries: ["FR"] } },
    });
    await expect.poll(() => codeOf(viewers)).toBe("403 playback_address_denied");
    expect(await codeOf(viewers, american)).toBe("403 playback_country_denied");
    expect(await codeOf(createLinkTo("v0.mp4"), american)).toBe("200");
    await changeVideo({ rules: { custom: { streaming: "refused" } } });
    await expect.poll(() => codeOf(viewers, american)).toBe("403 playback_streaming_off");
    await changeVideo({ rules: {} });
  });

  test("a link proves the checks that its viewer passed: a later password, start, website or token rule refuses it", async () => {
    const given = async (body: object = {}) => (await harness.play(video.uuid, body)).downloads[0]?.url ?? "";
    const free = await given({ referrer: "https://example.org/a" });
    expect(await codeOf(free)).toBe("200");
    const passwordHash = hashPassword("sea-1234");
    await changeVideo({ passwordHash });
    await expect.poll(() => codeOf(free)).toBe("401 playback_password_required");
    const typed = await given({ password: "sea-1234" });
    expect(await codeOf(typed)).toBe("200");
    await changeVideo({ passwordHash: hashPassword("sea-1234") });
    await expect.poll(() => codeOf(typed)).toBe("401 playback_password_required");
    await changeVideo({ passwordHash: null, startsAt: new Date(Date.now() + 3_600_000).toISOString() });
    await expect.poll(() => codeOf(free)).toBe("403 playback_not_started");
    await changeVideo({ startsAt: null, rules: { custom: { authorizedWebsites: ["example.net"] } } });
    await expect.poll(() => codeOf(free)).toBe("403 playback_website_denied");
    await changeVideo({ rules: { custom: { authorizedWebsites: ["example.org"] } } });
    await expect.poll(() => codeOf(free)).toBe("200");
    await changeVideo({ rules: { custom: { streaming: "token" } } });
    await expect.poll(() => codeOf(free)).toBe("401 playback_authorization_required");
    await changeVideo({ rules: {} });
    await expect.poll(() => codeOf(free)).toBe("200");
  });

  test("a link issued for a streaming token is refused once the token's key is deleted", async () => {
    const backend = makeTokenSigner();
    harness.api.setClient(
      createClientDescriptor(video.clientId, { revision: 2, streamingKeys: [backend.key] }),
    );
    await changeVideo({ rules: { custom: { streaming: "token" } } });
    const authorization = signToken(backend, { video: video.uuid });
    const url = await eventually(async () => {
      const session = await harness.play(video.uuid, { authorization }).catch(() => undefined);
      return session?.downloads[0]?.url ?? false;
    });
    expect(await codeOf(url)).toBe("200");
    harness.api.setClient(createClientDescriptor(video.clientId, { revision: 3, streamingKeys: [] }));
    await expect.poll(() => codeOf(url)).toBe("401 playback_authorization_required");
    await changeVideo({ rules: {} });
  });

  test("a user's link is refused once the user has lost the right to the video", async () => {
    const [leaver, stayer] = [randomUUID(), randomUUID()];
    const links = ["v0.mp4", "dash.zip"].map((file) => createLinkTo(file, { userUuid: leaver }));
    const statuses = () => Promise.all(links.map((link) => codeOf(link)));
    expect(await statuses()).toEqual(["200", "200"]);
    harness.api.withoutRights.add(leaver);
    await expect.poll(statuses).toEqual(["403 token_invalid", "403 token_invalid"]);
    expect(await codeOf(createLinkTo("v0.mp4", { userUuid: stayer }))).toBe("200");
  });

  test("a user's link returns 503 while the api is unreachable", async () => {
    const link = createLinkTo("v0.mp4", { userUuid: randomUUID() });
    await harness.api.stop();
    expect(await codeOf(link)).toBe("503 unavailable");
    await harness.api.start();
    await expect.poll(() => codeOf(link)).toBe("200");
  });

  test("a link that is forged, expired or for a missing file is refused", async () => {
    expect(await codeOf(createLinkTo("v0.mp4", { lifeMs: -1 }))).toBe("403 token_invalid");
    expect(await codeOf(createLinkTo("v0.mp4").replace("/o.", "/v."))).toBe("403 token_invalid");
    expect(await codeOf(`${harness.edge.url}/download/x/v0.mp4`)).toBe("403 token_invalid");
    expect(await codeOf(createLinkTo("v7.mp4"))).toBe("404 not_found");
    expect(await codeOf(createLinkTo("a0.mp4"))).toBe("404 not_found");
    expect(await codeOf(createLinkTo("dash.zip", { audience: "viewer" }))).toBe("404 not_found");
    const growing = await harness.publish({ isEnded: false });
    expect(await codeOf(createLinkTo("v0.mp4", { uuid: growing.uuid }))).toBe("409 playback_not_ready");
    harness.api.remove(growing.uuid);
    await expect
      .poll(() => codeOf(createLinkTo("v0.mp4", { uuid: growing.uuid })))
      .toBe("404 video_not_found");
  });
});

test("the bundle is an archive of the manifest and every file that it references", async () => {
  const response = await fetch(createLinkTo("dash.zip"));
  const archive = await bytesOfResponse(response);
  expect(response.headers.get("content-length")).toBe(String(archive.length));
  const files = unzip(archive);
  const manifest = files.get("manifest.mpd")?.toString() ?? "";
  expect(manifest).toContain('type="static"');
  expect([...manifest.matchAll(/initialization="([^"]+)"/g)].every(([, name = ""]) => files.has(name))).toBe(
    true,
  );
  const named: string[] = ["manifest.mpd"];
  for (const { id, indexObject } of video.tracks) {
    const index = JSON.parse(Buffer.from(await harness.store.read(indexObject)).toString());
    const [first] = index.segments;
    named.push(
      `${id}/init.m4s`,
      ...index.segments.map((_: unknown, number: number) => `${id}/${number}.m4s`),
    );
    expect(files.get(`${id}/0.m4s`)?.equals(Buffer.from(await harness.store.read(first.object, first)))).toBe(
      true,
    );
  }
  expect([...files.keys()].toSorted()).toEqual(named.toSorted());
});
