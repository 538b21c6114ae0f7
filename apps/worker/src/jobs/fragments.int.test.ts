import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { readFragment, writeFragment } from "@shoal/media";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

/** The number of samples per part: a third of a second, as in a live. */
const SAMPLES_PER_PART = 8;
const jobs = useJobHarness();

interface EncodedMedia {
  picture: SegmentIndex;
  sound: SegmentIndex;
}
let source: JobPayload<"open-video">["source"];
let plan: EncodePlan;
/** Two encodings of the same samples, one with a fragment per segment, and one with a fragment per part. */
let wholeSegments: EncodedMedia;
let partedSegments: EncodedMedia;
beforeAll(async () => {
  const args = [...testPicture({ durationSec: 9 }), ...testTone(9), "-af", "volume='t/9':eval=frame"];
  const path = await jobs.clips.make("parts.mkv", [...args, ...H264, "-c:a", "aac"]);
  source = await jobs.harness.addSource(path, "parts");
  const opened = openedOf(await jobs.harness.open(source));
  const indexes = await jobs.harness.finish(source, opened);
  plan = opened.plan;
  wholeSegments = { picture: indexes.get("v0") as SegmentIndex, sound: indexes.get("a0") as SegmentIndex };
  partedSegments = {
    picture: await splitIntoParts(wholeSegments.picture),
    sound: await splitIntoParts(wholeSegments.sound),
  };
});

/** Rewrites a track so that its segments have a fragment for every few samples. */
async function splitIntoParts(index: SegmentIndex): Promise<SegmentIndex> {
  const segments: Segment[] = [];
  for (const segment of index.segments) {
    const bytes = partsOf(await jobs.harness.store.read(segment.object, segment), segment.number);
    const object = `${segment.object}-${segment.number}-parts`;
    await jobs.harness.store.put(object, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    segments.push({ ...segment, object, offset: 0, length: bytes.length, sha256 });
  }
  return { ...index, segments };
}

function partsOf(segment: Uint8Array, number: number): Buffer {
  const { baseTicks, samples } = readFragment(segment);
  const parts: Buffer[] = [];
  let ticks = baseTicks;
  for (let from = 0; from < samples.length; from += SAMPLES_PER_PART) {
    const part = samples.slice(from, from + SAMPLES_PER_PART);
    parts.push(writeFragment(number * 100 + parts.length, ticks, part));
    ticks += part.reduce((sum, { durationTicks }) => sum + durationTicks, 0);
  }
  expect(parts.length).toBeGreaterThan(1);
  return Buffer.concat(parts);
}

const readText = async (object: string) => Buffer.from(await jobs.harness.store.read(object)).toString();

describe("segments with several fragments, as in lives, give the same result as with one fragment", () => {
  it("for the waveform and its loudness", async () => {
    const [one, many] = await Promise.all(
      [wholeSegments, partedSegments].map(async ({ sound }, n) => {
        const indexObject = `index-${n}.json`;
        await jobs.harness.store.put(indexObject, Buffer.from(JSON.stringify(sound)));
        const made = await jobs.harness.run("make-waveform", {
          ...videoIdentity,
          indexObject,
          job: "make-waveform",
        });
        if (made.type !== "waveform") throw new Error(JSON.stringify(made));
        const pairs = new Int8Array(gunzipSync(await jobs.harness.store.read(made.object)));
        return { loudness: made.loudnessLufs, pairs: [...pairs] };
      }),
    );
    expect(one?.pairs.length).toBeGreaterThan(300);
    expect(many).toEqual(one);
  });

  it("for the storyboard and the thumbnail", async () => {
    const made: { vtt: string; pictures: string[] }[] = [];
    for (const { picture } of [wholeSegments, partedSegments]) {
      const { version: _version, isEnded: _isEnded, ...lowestRung } = picture;
      const board = await jobs.harness.run("make-storyboard", {
        ...videoIdentity,
        source,
        plan,
        lowestRung,
        isWhole: true,
      });
      if (board.type !== "storyboard") throw new Error(JSON.stringify(board));
      const objects = [...board.sprites, board.thumbnailObject];
      const digests = objects.map(async (object) =>
        createHash("sha256")
          .update(await jobs.harness.store.read(object))
          .digest("hex"),
      );
      made.push({
        pictures: await Promise.all(digests),
        vtt: (await readText(board.vttObject)).replaceAll(/\S+\.(?:webp|jpg)/g, "sprite"),
      });
    }
    expect(made[0]?.pictures.length).toBeGreaterThan(1);
    expect(made[1]).toEqual(made[0]);
  });

  it("for a thumbnail at any time", async () => {
    const draw = async ({ picture }: EncodedMedia, sec: number) => {
      const segment = picture.segments.findLast(({ startSec }) => startSec <= sec) as Segment;
      const object = `thumbnail-${Math.random()}.jpg`;
      const { offset, length, sha256 } = segment;
      const made = await jobs.harness.run("make-thumbnail", {
        ...videoIdentity,
        thumbnailId: "1",
        object,
        from: {
          kind: "frame",
          init: picture.init,
          segment: { object: segment.object, offset, length, sha256 },
          mediaSec: sec,
        },
      });
      expect(made).toMatchObject({ type: "thumbnail", isMade: true });
      return Buffer.from(await jobs.harness.store.read(object)).toString("base64");
    };
    const drawn = new Set<string>();
    for (const sec of [0.1, 1.7, 3.5, 8.2]) {
      const one = await draw(wholeSegments, sec);
      expect(await draw(partedSegments, sec)).toBe(one);
      drawn.add(one);
    }
    expect(drawn.size).toBe(4);
  });
});
