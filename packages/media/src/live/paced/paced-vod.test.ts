import { createHash } from "node:crypto";
import type { ByteRange, Segment } from "@shoal/contract/stored-data";
import { ManualClock } from "@shoal/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { box } from "../../mp4/boxes.ts";
import { readFragment } from "../../mp4/read-fragment.ts";
import { type FragmentSample, writeFragment, writeInit } from "../../mp4/write-cmaf.ts";
import { createIndex, createPlaybackTrack } from "../../playlists/fixtures.ts";
import { readPlaylist } from "../fixtures.ts";
import { writeLivePlaylist } from "../live-hls.ts";
import { durationOf } from "../live-media.ts";

import { PacedVod } from "./paced-vod.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const AUDIO_HZ = 48_000;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Two segments of 4 s and one of 3 s, at 25 fps with a key frame every 2 s; audio in frames of 1024 samples. */
const SEGMENT_LENGTHS_SEC = [4, 4, 3];

class TestVideo {
  readonly #objects = new Map<string, Buffer>();
  readonly tracks = ["v0", "a0"].map((id) => {
    const init = this.#put(
      `${id}/init`,
      writeInit({ kind: "video", timescale: id === "v0" ? 12_800 : AUDIO_HZ, sampleEntry: box("avc1") }),
    );
    const segments = SEGMENT_LENGTHS_SEC.map((_, number) => this.#segment(id, number));
    return {
      track: createPlaybackTrack(id),
      index: createIndex(id, segments, { init, isEnded: true, targetDurationSec: 4 }),
    };
  });

  read = async ({ object, offset, length }: ByteRange): Promise<Uint8Array> => {
    const bytes = this.#objects.get(object);
    if (!bytes) throw new Error(`No ${object}`);
    return bytes.subarray(offset, offset + length);
  };

  #put(object: string, bytes: Buffer): ByteRange {
    this.#objects.set(object, bytes);
    return { object, offset: 0, length: bytes.length, sha256: sha256(bytes) };
  }

  #segment(id: string, number: number): Segment {
    const startSec = SEGMENT_LENGTHS_SEC.slice(0, number).reduce((sum, sec) => sum + sec, 0);
    const endSec = startSec + (SEGMENT_LENGTHS_SEC[number] ?? 0);
    const [from, samples] = id === "v0" ? videoSamples(startSec, endSec) : audioSamples(startSec, endSec);
    const range = this.#put(`${id}/${number}`, writeFragment(number, from, samples));
    return { ...range, number, startSec, durationSec: endSec - startSec };
  }
}

function videoSamples(startSec: number, endSec: number): [number, FragmentSample[]] {
  const samples = Array.from({ length: (endSec - startSec) * 25 }, (_, n) => {
    return { durationTicks: 512, ctsTicks: 0, isSync: n % 50 === 0, bytes: Buffer.alloc(20 + (n % 7), n) };
  });
  return [startSec * 12_800, samples];
}

function audioSamples(startSec: number, endSec: number): [number, FragmentSample[]] {
  const first = Math.ceil((startSec * AUDIO_HZ) / 1024);
  const end = Math.ceil((endSec * AUDIO_HZ) / 1024);
  const samples = Array.from({ length: end - first }, () => {
    return { durationTicks: 1_024, ctsTicks: 0, isSync: true, bytes: Buffer.alloc(5, 1) };
  });
  return [first * 1_024, samples];
}

let live: PacedVod;
let clock: ManualClock;
let playback: Promise<void>;

async function startLive(changes: { headStartSec?: number; keptBytes?: number } = {}): Promise<void> {
  clock = new ManualClock(STARTED_AT_MS);
  const video = new TestVideo();
  live = await PacedVod.open({
    tracks: video.tracks,
    read: video.read,
    clock,
    seekBackSec: 30,
    headStartSec: 0,
    ...changes,
  });
  playback = live.run();
}
afterEach(() => {
  live.close();
  return playback;
});

const runFor = (seconds: number) => clock.runUntil(STARTED_AT_MS + seconds * 1000);
const listOf = (trackId = "v0") => readPlaylist(writeLivePlaylist(live.window, trackId));

describe("a paced video", () => {
  it("publishes each part when its last frame would have been captured", async () => {
    await startLive();
    await runFor(0.31);
    expect(listOf().openPartsSec).toEqual([]);
    await runFor(0.32);
    expect(listOf().openPartsSec).toEqual([0.32]);
    await runFor(2);
    // The 50 frames make six parts of eight frames and one of two.
    expect(listOf().segments).toMatchObject([
      { durationSec: 2, partsSec: [0.32, 0.32, 0.32, 0.32, 0.32, 0.32, 0.08] },
    ]);
  });

  it("publishes its head start at once", async () => {
    await startLive({ headStartSec: 4 });
    await runFor(0);
    expect(listOf().segments).toHaveLength(2);
  });

  it("cuts the segments of all renditions at the same key frames, up to the last frame", async () => {
    await startLive();
    await runFor(11);
    expect(listOf().segments.map(({ durationSec }) => durationSec)).toEqual([2, 2, 2, 2, 2, 1]);
    const sound = listOf("a0").segments;
    expect(sound).toHaveLength(6);
    // Audio segments may differ from video segments by less than an audio frame.
    for (const { durationSec, number } of sound)
      expect(Math.abs(durationSec - (number === 5 ? 1 : 2))).toBeLessThan(0.0214);
    expect(sound.reduce((sum, { durationSec }) => sum + durationSec, 0)).toBeCloseTo(
      (516 * 1_024) / AUDIO_HZ,
      4,
    );
  });

  it("makes parts of 85 to 100 % of the target, except for the last one of a segment", async () => {
    await startLive();
    await runFor(40);
    const { partTargetSec } = live.window.options;
    for (const id of ["v0", "a0"])
      for (const { media } of live.window.listed) {
        const parts = media[id]?.parts.slice(0, -1) ?? [];
        for (const { durationSec } of parts) {
          expect(durationSec).toBeLessThanOrEqual(partTargetSec);
          expect(durationSec).toBeGreaterThanOrEqual(0.85 * partTargetSec);
        }
      }
  });

  it("repeats the video after a discontinuity, with the same init segment and continuous wall-clock times", async () => {
    await startLive();
    await runFor(12.9);
    expect(
      listOf()
        .segments.map(({ isDiscontinuity }) => isDiscontinuity)
        .indexOf(true),
    ).toBe(-1);
    await runFor(13);
    expect(listOf().segments.at(-1)).toMatchObject({ number: 6, isDiscontinuity: true });
    const text = writeLivePlaylist(live.window, "a0");
    expect(text).toContain(
      '5.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init.m4s"\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:11.000Z',
    );
  });

  it("serves segments and parts that match their hashes and durations", async () => {
    await startLive();
    await runFor(4);
    for (const id of ["v0", "a0"]) {
      const segment = live.window.listed[1];
      const range = live.window.findRange(id, 1);
      if (!segment || !range) throw new Error("No segment");
      const whole = await live.read(range);
      expect(sha256(whole)).toBe(range.sha256);
      const parts = await Promise.all((segment.media[id]?.parts ?? []).map((part) => live.read(part.range)));
      expect(Buffer.concat(parts).equals(whole)).toBe(true);
      const samples = parts.flatMap((part) => readFragment(part).samples);
      const ticks = samples.reduce((sum, { durationTicks }) => sum + durationTicks, 0);
      expect(ticks / (id === "v0" ? 12_800 : AUDIO_HZ)).toBeCloseTo(durationOf(segment.media[id]), 6);
      expect(readFragment(parts[0] ?? Buffer.alloc(0)).samples[0]?.isSync).toBe(true);
    }
    const init = live.window.findInit("v0", 0);
    expect(init && sha256(await live.read(init))).toBe(init?.sha256);
  });

  it("regenerates segments that were dropped from memory, byte for byte", async () => {
    await startLive({ keptBytes: 1 });
    await runFor(60);
    for (const number of [live.window.oldestNumber, live.window.nextNumber - 1])
      for (const id of ["v0", "a0"]) {
        const range = live.window.findRange(id, number);
        expect(range && sha256(await live.read(range))).toBe(range?.sha256);
      }
  });

  it("rejects when the video cannot be read", async () => {
    const { tracks, read } = new TestVideo();
    clock = new ManualClock(STARTED_AT_MS);
    const broken = await PacedVod.open({
      tracks,
      clock,
      seekBackSec: 30,
      read: (range) =>
        range.object === "v0/1" ? Promise.reject(new Error("The store is away")) : read(range),
    });
    const run = broken.run();
    const failure = expect(run).rejects.toThrow("The store is away");
    void clock.runUntil(STARTED_AT_MS + 4_000);
    await failure;
  });
});
