import {
  type JournalSegment,
  LIVE_JOURNAL_PAGE_SEGMENTS,
  type LiveJournalPage,
  type LiveSegment,
  liveJournalPageOf,
} from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { durationOf } from "../live-media.ts";
import type { LiveStream } from "../live-stream.ts";
import { journalSegmentOf } from "./live-journal.ts";

export interface LiveClipOptions {
  /** The minimum length of the clip, if the live has run for that long. Whole segments are copied. */
  seconds: number;
  /** The name prefix of the clip's objects, which ends in `/`. */
  folder: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Copies the last seconds of a live, within its window, and writes their journal, from which `planArchive` makes a video. The
 * clip does not depend on objects of the live.
 * @returns its length in seconds; 0 if no segment is complete yet.
 */
export async function writeLiveClip(
  live: LiveStream,
  { seconds, folder, put }: LiveClipOptions,
): Promise<number> {
  const { window } = live;
  const [{ id: leadId } = { id: "" }] = window.options.tracks;
  const lengthOf = ({ media }: LiveSegment) => durationOf(media[leadId]);
  const taken = lastOf(window.listed, { seconds, lengthOf });
  const sources = taken.map((segment) => journalSegmentOf(window, segment));
  const copied = new Map<string, Promise<ByteRange>>();
  const copy = (range: ByteRange, name: string) => {
    const copying = copied.get(name) ?? copyRange(live, range, { name, put });
    copied.set(name, copying);
    return copying;
  };
  const segments: JournalSegment[] = [];
  // Segments are copied one at a time, so disk access for a clip does not slow the live down.
  for (const source of sources) segments.push(await copySegment(source, folder, copy));
  for (let page = 0; page * LIVE_JOURNAL_PAGE_SEGMENTS < segments.length; page++) {
    const from = page * LIVE_JOURNAL_PAGE_SEGMENTS;
    const written: LiveJournalPage = {
      tracks: [...window.options.tracks],
      segments: segments.slice(from, from + LIVE_JOURNAL_PAGE_SEGMENTS),
    };
    await put(liveJournalPageOf(folder, page), Buffer.from(JSON.stringify(written)));
  }
  return taken.reduce((sum, segment) => sum + lengthOf(segment), 0);
}

function lastOf(
  segments: readonly LiveSegment[],
  { seconds, lengthOf }: { seconds: number; lengthOf: (segment: LiveSegment) => number },
): LiveSegment[] {
  let sum = 0;
  let from = segments.length;
  while (from > 0 && sum < seconds) sum += lengthOf(segments[--from] as LiveSegment);
  return segments.slice(from);
}

type CopyRange = (range: ByteRange, name: string) => Promise<ByteRange>;

/** Objects keep the ends of their names: the rendition, and the segment or init segment. */
async function copySegment(source: JournalSegment, folder: string, copy: CopyRange): Promise<JournalSegment> {
  const nameOf = ({ object }: ByteRange) => `${folder}${object.split("/").slice(-2).join("/")}`;
  const copyAll = async <R extends ByteRange>(ranges: Record<string, R>): Promise<Record<string, R>> => {
    const all = Object.entries(ranges).map(async ([id, range]) => [
      id,
      { ...range, ...(await copy(range, nameOf(range))) },
    ]);
    return Object.fromEntries(await Promise.all(all)) as Record<string, R>;
  };
  return { ...source, inits: await copyAll(source.inits), media: await copyAll(source.media) };
}

async function copyRange(
  live: LiveStream,
  { object, offset, length, sha256 }: ByteRange,
  { name, put }: { name: string; put: LiveClipOptions["put"] },
): Promise<ByteRange> {
  await put(name, await live.read({ object, offset, length, sha256 }));
  return { object: name, offset: 0, length, sha256 };
}
