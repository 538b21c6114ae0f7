import { queryObjects } from "node:v8";
import type { LiveUpdate } from "@shoal/contract/ingest";
import { expect, test } from "vitest";
import { writeAacEntry, writeAvcEntry } from "../../mp4/sample-entries.ts";
import { type FragmentSample, writeFragment, writeInit } from "../../mp4/write-cmaf.ts";
import { LiveWindow } from "../live-window.ts";
import { FPS, openLive, RENDITION_IDS, STARTED_AT_MS } from "../testing/encoded-harness.ts";
import type { EncoderFeed } from "./encoded-live.ts";

const HOUR_SEC = 3_600;
const GOP_DURATION_SEC = 2;
const VIDEO_TIMING = { timescale: 12_800, frameTicks: 12_800 / FPS };
const AUDIO_TIMING = { timescale: 48_000, frameTicks: 1_024 };
/** The maximum number of objects that the measurement itself may allocate. */
const MAX_OTHER_OBJECTS = 100;

const avcC = Buffer.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]);
const INIT_SEGMENTS = {
  picture: writeInit({
    kind: "video",
    timescale: VIDEO_TIMING.timescale,
    width: 640,
    height: 360,
    sampleEntry: writeAvcEntry({ width: 640, height: 360, avcC }),
  }),
  sound: writeInit({
    kind: "audio",
    timescale: AUDIO_TIMING.timescale,
    sampleEntry: writeAacEntry({ sampleRateHz: 48_000, channels: 2, config: Buffer.from([0x11, 0x90]) }),
  }),
};

/** Simulates an encoder's output for one rendition, one group of pictures at a time. */
class SimulatedRendition {
  readonly #id: string;
  readonly #feed: EncoderFeed;
  readonly #kind: typeof VIDEO_TIMING;
  #frames = 0;

  constructor(id: string, feed: EncoderFeed) {
    this.#id = id;
    this.#feed = feed;
    this.#kind = id.startsWith("v") ? VIDEO_TIMING : AUDIO_TIMING;
    feed.push(id, id.startsWith("v") ? INIT_SEGMENTS.picture : INIT_SEGMENTS.sound);
  }

  runTo(sec: number): void {
    const { timescale, frameTicks } = this.#kind;
    const from = this.#frames;
    const to = Math.floor((sec * timescale) / frameTicks);
    const samples = Array.from({ length: to - from }, (_, n): FragmentSample => {
      const isSync = this.#kind === AUDIO_TIMING || (from + n) % (GOP_DURATION_SEC * FPS) === 0;
      return { durationTicks: frameTicks, ctsTicks: 0, isSync, bytes: Buffer.alloc(9, n) };
    });
    this.#frames = to;
    this.#feed.push(this.#id, writeFragment(0, from * frameTicks, samples));
  }
}

test("a live of one day keeps as many objects in memory as one of an hour, on ingest and edge", async () => {
  const { live, objects } = openLive({ keptBytes: 1_000 });
  let mirror: LiveWindow | undefined;
  live.onNews((news: LiveUpdate) => {
    if (!mirror) mirror = LiveWindow.from(JSON.parse(JSON.stringify(live.window.toSnapshot())));
    else if (news.type === "step") mirror.addStep(news.step);
    else if (news.type === "segmentEnd") mirror.endSegment(news.sha256ById);
  });
  const feed = live.beginEncoder(STARTED_AT_MS);
  const renditions = RENDITION_IDS.map((id) => new SimulatedRendition(id, feed));
  const count = async (fromSec: number, toSec: number) => {
    for (let sec = fromSec; sec < toSec; sec += GOP_DURATION_SEC) {
      for (const rendition of renditions) rendition.runTo(sec + GOP_DURATION_SEC);
      // All writes to the store have finished by then.
      await new Promise(setImmediate);
    }
    expect(live.window.nextNumber).toBeGreaterThan(toSec / GOP_DURATION_SEC - 2);
    return { stored: objects.size, held: Number(queryObjects(Object, { format: "count" })) };
  };
  const hour = await count(0, HOUR_SEC);
  const day = await count(HOUR_SEC, 24 * HOUR_SEC);
  expect(day.stored).toBe(hour.stored);
  expect(Math.abs(day.held - hour.held)).toBeLessThan(MAX_OTHER_OBJECTS);
  expect(mirror?.nextNumber).toBe(live.window.nextNumber);
});
