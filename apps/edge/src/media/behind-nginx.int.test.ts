import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { type FrontNginx, startFrontNginx } from "../testing/front-nginx.ts";

let harness: EdgeHarness;
let folder: string;
/** Two nginx processes in front of the edge, one with permits and one without. */
let nginxWithPermits: FrontNginx;
let nginxWithoutPermits: FrontNginx;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-permits-"));
  const [permits, written] = [join(folder, "permits"), join(folder, "segments")];
  harness = await startEdgeHarness({
    isCacheInFront: true,
    permitsDir: permits,
    segmentFiles: { folder: written, maxBytes: 10_000_000 },
  });
  [nginxWithPermits, nginxWithoutPermits] = await Promise.all([
    startFrontNginx(harness.edge.url, join(harness.folder, "front"), { permits, segments: written }),
    startFrontNginx(harness.edge.url, join(harness.folder, "asking"), { segments: written }),
  ]);
});
afterAll(async () => {
  await Promise.all([nginxWithPermits.stop(), nginxWithoutPermits.stop()]);
  await harness.close();
  // The edge removes its permits when it closes.
  expect(await readdir(join(folder, "permits"))).toEqual([]);
  await rm(folder, { recursive: true });
});

const segments = [randomBytes(60_000), randomBytes(40_000)];
const getViaNginx = (url: string | URL, by = nginxWithPermits) => by.url + new URL(url).pathname;
const BOTH_SETUPS = [
  ["with permits", () => nginxWithPermits],
  ["without permits", () => nginxWithoutPermits],
] as const;
/** Loads a segment, and waits until the edge has written it to a file. */
async function loadAndAwaitWrite(url: string | URL, by = nginxWithPermits): Promise<Response> {
  const answer = await fetch(getViaNginx(url, by));
  const [media, generation, track, file] = new URL(url).pathname.split("/").slice(3);
  const name = `${media},${generation},${track},${file?.replace(".m4s", ".v")}`;
  await eventually(() => stat(join(folder, "segments/files", name)));
  return answer;
}
/** Returns how many segments the edge itself has sent. */
async function countSentByEdge(): Promise<number> {
  const text = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
  return Number(/^shoal_edge_segments_total (\d+)/m.exec(text)?.[1] ?? 0);
}

test.each(BOTH_SETUPS)(
  "nginx %s sends segments from files to every admitted viewer; the edge sends each once",
  async (_, of) => {
    const by = of();
    const { uuid } = await harness.publish({}, segments);
    const before = await countSentByEdge();
    for (const viewer of [1, 2, 3]) {
      const { hlsUrl } = await harness.play(uuid);
      const answer = await loadAndAwaitWrite(new URL("v0/0.m4s", hlsUrl), by);
      expect(answer.status, `viewer ${viewer}`).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(segments[0] as Buffer)).toBe(true);
    }
    const { hlsUrl } = await harness.play(uuid);
    const part = await fetch(getViaNginx(new URL("v0/0.m4s", hlsUrl), by), {
      headers: { range: "bytes=10-19" },
    });
    expect([
      part.status,
      Buffer.from(await part.arrayBuffer()).equals((segments[0] as Buffer).subarray(10, 20)),
    ]).toEqual([206, true]);
    expect((await countSentByEdge()) - before).toBe(1);
    expect((await (await fetch(getViaNginx(hlsUrl, by))).text()).startsWith("#EXTM3U")).toBe(true);
  },
);

test.each(BOTH_SETUPS)(
  "nginx %s responds with the edge's headers, also to HEAD, range, conditional and preflight requests",
  async (_, of) => {
    const by = of();
    const { uuid } = await harness.publish({}, segments);
    const { hlsUrl } = await harness.play(uuid);
    const url = new URL("v0/0.m4s", hlsUrl);
    const before = await countSentByEdge();
    const ofEdge = await loadAndAwaitWrite(url, by);
    const ofFile = await fetch(getViaNginx(url, by));
    expect((await countSentByEdge()) - before).toBe(1);
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !["date", "etag", "last-modified"].includes(name)));
    expect(headersOf(ofFile)).toEqual(headersOf(ofEdge));

    const ask = async (method: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(getViaNginx(url, by), { method, headers });
      return [answer.status, (await answer.arrayBuffer()).byteLength];
    };
    expect(await ask("HEAD")).toEqual([200, 0]);
    expect(await ask("GET", { "if-none-match": ofFile.headers.get("etag") ?? "" })).toEqual([304, 0]);
    expect(await ask("GET", { range: "bytes=10-19" })).toEqual([206, 10]);
    expect((await ask("GET", { range: "bytes=60000-" }))[0]).toBe(416);
    // The edge's ETag differs from the ETag that nginx derives from the file, so a player that started a segment at the edge loads
    // it again.
    const etag = ofEdge.headers.get("etag") ?? "";
    expect(await ask("GET", { range: "bytes=10-19", "if-range": etag })).toEqual([200, 60_000]);
    const preflight = await fetch(getViaNginx(url, by), {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "GET" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  },
);

test.each(BOTH_SETUPS)(
  "nginx %s passes refused requests to the edge for the reason, even if the segment's file exists",
  async (_, of) => {
    const by = of();
    const video = await harness.publish({}, segments);
    const { hlsUrl } = await harness.play(video.uuid);
    const url = new URL("v0/1.m4s", hlsUrl);
    expect((await loadAndAwaitWrite(url, by)).status).toBe(200);
    const forged = url.pathname.replace(/^\/m\/[^/]+/, (token) => `${token.slice(0, -4)}AAAA`);
    const ofEdge = await fetch(harness.edge.url + forged);
    const refused = await fetch(by.url + forged);
    expect([refused.status, await refused.json()]).toEqual([ofEdge.status, await ofEdge.json()]);
    // Once its cached positive check has expired, nginx rejects requests for the segment.
    harness.api.set({ ...video, state: "deleted", revision: video.revision + 1 });
    await eventually(async () => (await fetch(getViaNginx(url, by))).status === 404);
  },
);
