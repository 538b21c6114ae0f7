import { frameRate } from "@shoal/frames";
import { expect, test } from "vitest";
import type { VersionMedia } from "./exchange.repository.ts";
import { createStills } from "./stills.ts";

const FRAME_RATE = frameRate(25);
const sampleRung = (id: string, height: number) => ({
  id,
  kind: "video",
  height,
  indexObject: `index-${id}`,
});
const versionMedia = (...heights: number[]): VersionMedia => ({
  uuid: "video",
  generation: 2,
  status: "encoded",
  is_deleted: false,
  trashed_at: null,
  tracks: heights.map((height) => sampleRung(`v${height}`, height)) as never,
});

/** Creates stills over a store that contains these objects, with a short time limit. */
function createSetup(objects: Record<string, Uint8Array> = {}) {
  const jobs: { indexObject: string; objects: string[] }[] = [];
  const stills = createStills({
    db: undefined as never,
    store: {
      findSize: async (name) => objects[name]?.length,
      read: async (name) => objects[name] ?? new Uint8Array(),
    },
    queue: {
      send: async (_, __, ...sent) => {
        for (const { payload } of sent) {
          const { indexObject, stills: wanted } = payload as unknown as {
            indexObject: string;
            stills: { object: string }[];
          };
          jobs.push({ indexObject, objects: wanted.map(({ object }) => object) });
        }
      },
    },
    patienceMs: 0,
  });
  const collect = (found: VersionMedia | undefined, frames: number[]) =>
    stills.collect(
      { clientUuid: "client", media: found, rate: FRAME_RATE, frames },
      new AbortController().signal,
    );
  return { jobs, collect };
}

test("existing frames are read, and a frame that is not ready in time is reported as such", async () => {
  const there = new Uint8Array([1]);
  const { jobs, collect } = createSetup({ "videos/video/2/stills/4.jpg": there });
  const read = await collect(versionMedia(360, 720, 1_080), [4, 5]);
  expect(await read(4)).toEqual({ bytes: there });
  expect(await read(5)).toEqual({ reason: "notReady" });
  expect(await read(6)).toEqual({ reason: "tooMany" });
  expect(jobs).toEqual([{ indexObject: "index-v720", objects: ["videos/video/2/stills/5.jpg"] }]);
});

test("many frames are split over several jobs, which use the highest rung if none is high enough", async () => {
  const { jobs, collect } = createSetup();
  await collect(
    versionMedia(360, 240),
    Array.from({ length: 45 }, (_, frame) => frame),
  );
  expect(jobs.map(({ indexObject, objects }) => [indexObject, objects.length])).toEqual([
    ["index-v360", 20],
    ["index-v360", 20],
    ["index-v360", 5],
  ]);
});

test("no frame of a deleted video is requested", async () => {
  const { jobs, collect } = createSetup();
  expect(await (await collect(undefined, [1]))(1)).toEqual({ reason: "videoGone" });
  expect(jobs).toEqual([]);
});
