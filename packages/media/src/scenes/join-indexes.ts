import type { ByteRange, Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { contiguousSegments } from "../playlists/segment-index.ts";

/** The track of one scene, and the scene's length on the list's timeline. */
export interface ScenePart {
  index: SegmentIndex;
  durationSec: number;
}

/**
 * Joins the scenes' tracks into one by reference. Each scene starts with a seam, and keeps its init segments and the times inside
 * its segments.
 * @param parts the scenes' tracks in order; every track has the same scenes, with the same number of segments.
 */
export function joinIndexes(trackId: string, parts: readonly ScenePart[], version: number): SegmentIndex {
  const inits = new InitSegments();
  const segments: Segment[] = [];
  let sceneStartSec = 0;
  for (const { index, durationSec } of parts) {
    for (const [order, segment] of contiguousSegments(index).entries()) {
      const initNumber = inits.numberOf(initOf(index, segment));
      const moved = { ...segment, number: segments.length, startSec: sceneStartSec + segment.startSec };
      segments.push({
        ...removePosition(moved),
        ...(initNumber > 0 ? { initNumber } : {}),
        ...((order === 0 && segments.length > 0) || segment.isSeam ? { isSeam: true as const } : {}),
        ...offsetOf((segment.mediaOffsetSec ?? index.mediaOffsetSec ?? 0) - sceneStartSec),
      });
    }
    sceneStartSec += durationSec;
  }
  const targets = parts.flatMap(({ index }) => index.targetDurationSec ?? []);
  return {
    trackId,
    version,
    isEnded: true,
    segments,
    ...inits.written(),
    codecs: widestCodecs(parts.map(({ index }) => index.codecs)),
    ...(targets.length > 0 ? { targetDurationSec: Math.max(...targets) } : {}),
  };
}

const initOf = (index: SegmentIndex, { initNumber = 0 }: Segment): ByteRange =>
  index.moreInits?.[initNumber - 1] ?? index.init;

function removePosition({
  initNumber: _initNumber,
  isSeam: _isSeam,
  mediaOffsetSec: _offset,
  ...segment
}: Segment): Segment {
  return segment;
}

/** Returns an offset rounded to the microsecond, since sums of seconds have rounding errors. */
function offsetOf(sec: number): Pick<Segment, "mediaOffsetSec"> {
  const mediaOffsetSec = Math.round(sec * 1e6) / 1e6;
  return mediaOffsetSec === 0 ? {} : { mediaOffsetSec };
}

/** The init segments of a track without repetitions. The first one is the default. */
class InitSegments {
  readonly #ranges: ByteRange[] = [];

  numberOf(init: ByteRange): number {
    const known = this.#ranges.findIndex(({ sha256 }) => sha256 === init.sha256);
    return known < 0 ? this.#ranges.push(init) - 1 : known;
  }

  written(): Pick<SegmentIndex, "init" | "moreInits"> {
    const [init, ...moreInits] = this.#ranges;
    if (!init) throw new Error("A scene list has a segment at least");
    return { init, ...(moreInits.length > 0 ? { moreInits } : {}) };
  }
}

const AVC_CODEC_PATTERN = /^avc1\.([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/**
 * Returns what a decoder must support to play all of these codecs: the highest H.264 profile and level.
 * @example widestCodecs(["avc1.64001f", "avc1.4d4028"]) // "avc1.640028"
 */
export function widestCodecs(codecs: readonly string[]): string {
  const [first = ""] = codecs;
  if (codecs.every((each) => each === first)) return first;
  const parsed = codecs.map((each) =>
    AVC_CODEC_PATTERN.exec(each)
      ?.slice(1)
      .map((hex) => Number.parseInt(hex, 16)),
  );
  if (!parsed.every((each) => each !== undefined))
    throw new Error(`Codecs that do not join: ${codecs.join()}`);
  const largest = (at: number) => Math.max(...parsed.map((each) => each[at] ?? 0));
  const [profile, level] = [largest(0), largest(2)];
  const constraints = parsed.find((each) => each[0] === profile)?.[1] ?? 0;
  return `avc1.${[profile, constraints, level].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
