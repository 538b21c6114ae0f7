import { createHash } from "node:crypto";
import type { JournalSegment, LiveJournalPage } from "@shoal/contract/ingest";
import type { ByteRange, ListedTrack } from "@shoal/contract/stored-data";
import { writeAvcEntry } from "../../mp4/sample-entries.ts";
import { writeFragment, writeInit } from "../../mp4/write-cmaf.ts";

/** The size and codec configuration of the picture: bars of grey on dark grey, 640 × 360, BT.709, Main profile. */
const WIDTH = 640;
const HEIGHT = 360;
const AVC_CONFIG = Buffer.from(
  "014d4016ffe1001c674d4016dc0a02ff97016a02020280000003008000000301078b17c001000568ee0b2c80",
  "hex",
);
/** Two encodings of the same picture, because two consecutive key frames must have different numbers. */
const PICTURE_ENCODINGS = [
  "AAAAfmWIhD/+5UXmWPvXwhL0y71qP9cSPA0QFnAAAAMAAAMAAQqDOa9P9K9k8AAAAwJ0AK0FcsRedh1wahlKMi4joFH0mVwMh6AHn6u7T7oCdmy8xEQLRMzAQuhrM7PMmiF/ZjIAAAMAAcstQTC8h+6oDagAXgzAqQAAAwAAAwAH3Q==",
  "AAAAf2WIgg///uVF5lj718IS9Mu9aj/XEjwNEBZwAAADAAADAAEKgzmvT/SvZPAAAAMCdACtBXLEXnYdcGoZSjIuI6BR9JlcDIegB5+ru0+6AnZsvMREC0TMwELoazOzzJohf2YyAAADAAHLLUEwvIfuqA2oAF4MwKkAAAMAAAMAB9w=",
].map((text) => Buffer.from(text, "base64"));
const TICKS_PER_SEC = 90_000;
/** The frame rate. With one frame per second, a seek finds a frame nearby. */
const FPS = 1;
/** The upper bound of the bit rate: a fragment with one frame per second takes less than 300 bytes. */
const BANDWIDTH_BPS = 2_400;

/** The recording of an audio-only live, with a still picture as its video. */
export interface StillJournal {
  pages: LiveJournalPage[];
  /** The bytes of the picture, and the name under which they must be stored. */
  object: { name: string; bytes: Uint8Array };
}

/**
 * Adds a still picture to an audio-only recording, which makes it an ordinary video whose segments begin where those of the audio
 * do.
 * @param folder the prefix of the recording, which ends in `/`.
 * @returns undefined for a recording with video, and for an empty one.
 */
export function withStillPicture(
  pages: readonly LiveJournalPage[],
  folder: string,
): StillJournal | undefined {
  const [lead] = pages[0]?.tracks ?? [];
  if (lead?.kind !== "audio") return undefined;
  const name = `${folder}still.m4s`;
  const chunks: Buffer[] = [];
  let offset = 0;
  const append = (bytes: Buffer): ByteRange => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const range = { object: name, offset, length: bytes.length, sha256 };
    chunks.push(bytes);
    offset += bytes.length;
    return range;
  };
  const sampleEntry = writeAvcEntry({ width: WIDTH, height: HEIGHT, avcC: AVC_CONFIG });
  const init = append(
    writeInit({ kind: "video", timescale: TICKS_PER_SEC, sampleEntry, width: WIDTH, height: HEIGHT }),
  );
  const withPicture = (segment: JournalSegment): JournalSegment => {
    const { mediaTimeSec = 0, durationSec = 0 } = segment.media[lead.id] ?? {};
    const range = append(fragmentOf(segment.number, mediaTimeSec, durationSec));
    return {
      ...segment,
      inits: { ...segment.inits, [STILL_TRACK.id]: init },
      media: { ...segment.media, [STILL_TRACK.id]: { ...range, mediaTimeSec, durationSec } },
    };
  };
  const pictured = pages.map((page) => ({
    ...page,
    tracks: [STILL_TRACK, ...page.tracks],
    segments: page.segments.map(withPicture),
  }));
  return { pages: pictured, object: { name, bytes: Buffer.concat(chunks) } };
}

const STILL_TRACK: ListedTrack = {
  id: "v0",
  kind: "video",
  codecs: `avc1.${AVC_CONFIG.toString("hex", 1, 4)}`,
  language: null,
  name: null,
  width: WIDTH,
  height: HEIGHT,
  fps: FPS,
  bandwidthBps: BANDWIDTH_BPS,
  averageBandwidthBps: BANDWIDTH_BPS,
};

/** Makes a fragment with one frame per second, at least one. Times are rounded once, so that segments are contiguous. */
function fragmentOf(number: number, fromSec: number, durationSec: number): Buffer {
  const count = Math.max(1, Math.round(durationSec * FPS));
  const ticksAt = (n: number) => Math.round((fromSec + (durationSec * n) / count) * TICKS_PER_SEC);
  const samples = Array.from({ length: count }, (_, n) => ({
    durationTicks: ticksAt(n + 1) - ticksAt(n),
    ctsTicks: 0,
    isSync: true,
    bytes: PICTURE_ENCODINGS[(number * count + n) % PICTURE_ENCODINGS.length] ?? Buffer.alloc(0),
  }));
  return writeFragment(number, ticksAt(0), samples);
}
