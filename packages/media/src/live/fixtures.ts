import type { LivePart, LiveStep, LiveWindowOptions } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { createPlaybackTrack } from "../playlists/fixtures.ts";
import { LiveWindow } from "./live-window.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const TRACKS = [createPlaybackTrack("v0"), createPlaybackTrack("v1"), createPlaybackTrack("a0")];

/** Adds steps of two video renditions and one audio rendition to a window, like an encoder. */
export class TestFeed {
  readonly window: LiveWindow;
  #sec = 0;
  #segment = 0;
  #offset = 0;
  #encoder = 0;
  #isAnew = true;

  constructor(changes: Partial<LiveWindowOptions> = {}) {
    const defaults = { tracks: TRACKS, partTargetSec: 0.5, targetDurationSec: 2, seekBackSec: 30 };
    this.window = new LiveWindow({ ...defaults, ...changes });
  }

  step(durationSec = 0.5): this {
    const parts = TRACKS.map(({ id }): [string, LivePart] => [id, this.#part(id, durationSec)]);
    const step: LiveStep = {
      programDateTimeMs: STARTED_AT_MS + this.#sec * 1000,
      parts: Object.fromEntries(parts),
      ...(this.#isAnew ? { inits: this.#inits() } : {}),
    };
    this.window.addStep(step);
    this.#isAnew = false;
    this.#offset += 100;
    this.#sec += durationSec;
    return this;
  }

  endSegment(): this {
    this.window.endSegment(Object.fromEntries(TRACKS.map(({ id }) => [id, `${id}/${this.#segment}`])));
    this.#segment += 1;
    this.#offset = 0;
    return this;
  }

  /** Adds complete segments of these parts. */
  segments(count: number, partsSec: readonly number[] = [0.5, 0.5, 0.5, 0.5]): this {
    for (let n = 0; n < count; n++) {
      for (const durationSec of partsSec) this.step(durationSec);
      this.endSegment();
    }
    return this;
  }

  /** Makes the next step come from another encoder. */
  beginAnew(): this {
    this.#encoder += 1;
    this.#isAnew = true;
    return this;
  }

  #part(id: string, durationSec: number): LivePart {
    const sha256 = `${id}/${this.#segment}.${this.#offset}`;
    const range = { object: `${id}/${this.#segment}`, offset: this.#offset, length: 100, sha256 };
    return { durationSec, isIndependent: this.#offset === 0, mediaTimeSec: this.#sec, range };
  }

  #inits(): Record<string, ByteRange> {
    const init = (id: string) => ({ object: id, offset: 0, length: 9, sha256: `${id}-${this.#encoder}` });
    return Object.fromEntries(TRACKS.map(({ id }) => [id, init(id)]));
  }
}

export interface ReadSegment {
  number: number;
  uri: string;
  durationSec: number;
  partsSec: number[];
  isDiscontinuity: boolean;
}

/** Parses a media playlist as a client would. */
export function readPlaylist(text: string) {
  const tag = (name: string) => new RegExp(`^#EXT-X-${name}:(.*)$`, "m").exec(text)?.[1];
  const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(text)?.[1] ?? 0);
  const first = Number(tag("MEDIA-SEQUENCE"));
  const segments: ReadSegment[] = [];
  let [partsSec, partUris, isDiscontinuity, durationSec] = [[] as number[], [] as string[], false, 0];
  for (const line of text.split("\n")) {
    if (line === "#EXT-X-DISCONTINUITY") isDiscontinuity = true;
    if (line.startsWith("#EXTINF:")) durationSec = Number.parseFloat(line.slice(8));
    if (line.startsWith("#EXT-X-PART:")) {
      partsSec.push(Number(/DURATION=([\d.]+)/.exec(line)?.[1]));
      partUris.push(/URI="([^"]+)"/.exec(line)?.[1] ?? "");
    }
    if (line === "" || line.startsWith("#")) continue;
    const number = first + skipped + segments.length;
    segments.push({ number, uri: line, durationSec, partsSec, isDiscontinuity });
    [partsSec, isDiscontinuity] = [[], false];
  }
  return {
    tag,
    first,
    skipped,
    segments,
    partUris,
    discontinuitySequence: Number(tag("DISCONTINUITY-SEQUENCE")),
    openPartsSec: partsSec,
    hint: /PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text)?.[1],
    totalSec: segments.reduce((sum, segment) => sum + segment.durationSec, 0),
  };
}
