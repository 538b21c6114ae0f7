import { createHash, randomBytes } from "node:crypto";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { SegmentIndex } from "@shoal/contract/stored-data";
import { signDownload } from "@shoal/tokens";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { publishRealMedia } from "../testing/real-media.ts";

/** A segment size that the edge does not cache in memory, in bytes. */
const STREAMED_SEGMENT_BYTES = 17_000_000;

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
});
afterAll(() => harness.close());

async function readIndexOf({ tracks }: PlaybackDescriptor, trackId: string): Promise<SegmentIndex> {
  const object = tracks.find(({ id }) => id === trackId)?.indexObject ?? "";
  return SegmentIndex.parse(JSON.parse(Buffer.from(await harness.store.read(object)).toString()));
}

/** Flips one bit of a byte in the store. */
async function flipBit(range: { object: string; offset: number; length: number }, at = range.length - 1) {
  const place = { offset: range.offset + at, length: 1 };
  const [byte = 0] = await harness.store.read(range.object, place);
  await harness.store.writeAt(range.object, place.offset, Buffer.from([byte ^ 1]));
}

const fetchStatus = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
  const response = await fetch(url, { headers, method });
  await response.arrayBuffer();
  return response.status;
};

describe("a segment with a damaged byte", () => {
  it.each([
    ["small", 40_000],
    ["too large for memory", STREAMED_SEGMENT_BYTES],
  ])(
    "that is %s is refused, whole or in part, while other segments of its object are served",
    async (_, sizeBytes) => {
      const video = await harness.publish({}, [randomBytes(30_000), randomBytes(sizeBytes)]);
      const { hlsUrl } = await harness.play(video.uuid);
      const url = (file: string) => hlsUrl.replace("master.m3u8", `v0/${file}.m4s`);
      const { segments } = await readIndexOf(video, "v0");
      await flipBit(segments[1] ?? { object: "", offset: 0, length: 0 });
      expect(await fetchStatus(url("1"))).toBe(503);
      expect(await fetchStatus(url("1"), { range: "bytes=0-99" })).toBe(503);
      expect(await fetchStatus(url("1"), {}, "HEAD")).toBe(503);
      expect([await fetchStatus(url("0")), await fetchStatus(url("init"))]).toEqual([200, 200]);
      const whole = await fetch(hlsUrl.replace("master.m3u8", "a0/1.m4s"));
      const digest = createHash("sha256")
        .update(Buffer.from(await whole.arrayBuffer()))
        .digest("hex");
      expect(whole.headers.get("etag")).toBe(`"${digest}"`);
    },
  );

  it("is reported to the operator", async () => {
    const video = await harness.publish();
    const { hlsUrl } = await harness.play(video.uuid);
    await flipBit((await readIndexOf(video, "v0")).init);
    const inside = (path: string) => fetch(harness.edge.internalUrl + path);
    const read = async () => {
      const { damagedMedia } = (await (await inside("/readyz")).json()) as { damagedMedia: number };
      const metrics = await (await inside("/metrics")).text();
      return [damagedMedia, Number(/^shoal_edge_media_damaged_total (\d+)/m.exec(metrics)?.[1])];
    };
    const [known = 0, total = 0] = await read();
    for (let time = 0; time < 2; time++)
      expect(await fetchStatus(hlsUrl.replace("master.m3u8", "v0/init.m4s"))).toBe(503);
    expect(await read()).toEqual([known + 1, total + 1]);
  });
});

it("an index that does not match the hash in its name is refused", async () => {
  const video = await harness.publish();
  const [track] = video.tracks;
  const bytes = Buffer.from(await harness.store.read(track?.indexObject ?? ""));
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const named = async (text: Buffer) => {
    const indexObject = `videos/${video.uuid}/1/index/v0.${text.length}.${digest}.json`;
    await harness.store.put(indexObject, text);
    const copy = { ...video, uuid: crypto.randomUUID(), tracks: [{ ...video.tracks[0], indexObject }] };
    harness.api.set(copy as PlaybackDescriptor);
    const { hlsUrl } = await harness.play(copy.uuid);
    return fetchStatus(hlsUrl.replace("master.m3u8", "v0/index.m3u8"));
  };
  expect(await named(bytes)).toBe(200);
  expect(await named(Buffer.concat([bytes, Buffer.from(" ")]))).toBe(500);
});

it("a download stops before damaged media, and does not start if they come first", async () => {
  const video = await publishRealMedia(harness, { download: true, durationSec: 8 });
  const claims = {
    audience: "owner",
    uuid: video.uuid,
    userUuid: crypto.randomUUID(),
    expiresAtMs: Date.now() + 60_000,
  } as const;
  const link = (file: string) =>
    `${harness.edge.url}/download/${signDownload(claims, harness.config.internalSecret)}/${file}`;
  const whole = Buffer.from(await (await fetch(link("v0.mp4"))).arrayBuffer());
  const { init, segments } = await readIndexOf(video, "v0");
  const last = segments.at(-1) ?? init;
  const place = whole.indexOf(
    await harness.store.read(last.object, { offset: last.offset + last.length - 64, length: 64 }),
  );
  // An edge trusts verified media for an hour. A restart makes it verify them again.
  await harness.restart();
  await flipBit(last);
  const bytes = await fetch(link("v0.mp4"))
    .then((response) => response.arrayBuffer())
    .then(Buffer.from, () => "broken off");
  expect(bytes).toBe("broken off");
  const end = { range: `bytes=${place}-${place + 9}` };
  expect(await fetchStatus(link("v0.mp4"), end)).toBe(503);
  const zip = fetch(link("dash.zip")).then((response) => response.arrayBuffer());
  await expect(zip).rejects.toThrow();
});
