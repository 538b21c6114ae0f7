import type { CaptionCue } from "@shoal/contract";
import { box, u16 } from "./boxes.ts";
import { writeFragment, writeInit } from "./write-cmaf.ts";

/** The ticks per second of captions, which are written in milliseconds. */
export const CAPTIONS_TIMESCALE = 1_000;

/** Writes the init segment of captions in fragments: WebVTT in samples (ISO 14496-30), the same for every track. */
export function writeCaptionsInit(): Buffer {
  const config = box("vttC", Buffer.from("WEBVTT"));
  const sampleEntry = box("wvtt", Buffer.alloc(6), u16(1), config);
  return writeInit({ kind: "text", timescale: CAPTIONS_TIMESCALE, sampleEntry });
}

/**
 * Writes one segment of captions: a sample for each period in which the same cues are shown, without gaps from 0.
 * @param cues as WebVTT text, with times relative to the segment; none ends after it.
 * @param lengthMs the length of the segment, more than 0.
 * @param mediaTimeMs the time inside the segment at which it starts.
 */
export function writeCaptionsFragment(
  cues: readonly CaptionCue[],
  { lengthMs, mediaTimeMs }: { lengthMs: number; mediaTimeMs: number },
): Buffer {
  const edges = new Set([0, lengthMs, ...cues.flatMap(({ startMs, endMs }) => [startMs, endMs])]);
  const waiting = cues.toSorted((one, other) => one.startMs - other.startMs);
  const stretches = [...edges].sort((one, other) => one - other);
  let next = 0;
  let shown: CaptionCue[] = [];
  const samples = stretches.slice(1).map((endMs, at) => {
    const startMs = stretches[at] ?? 0;
    shown = shown.filter((cue) => cue.endMs > startMs);
    for (let cue = waiting[next]; cue && cue.startMs <= startMs; cue = waiting[next]) {
      shown.push(cue);
      next += 1;
    }
    return { durationTicks: endMs - startMs, ctsTicks: 0, isSync: true, bytes: sampleOf(shown) };
  });
  return writeFragment(0, mediaTimeMs, samples);
}

const sampleOf = (shown: readonly CaptionCue[]): Buffer =>
  shown.length === 0 ? box("vtte") : Buffer.concat(shown.map(cueBox));

const cueBox = ({ text, settings }: CaptionCue): Buffer =>
  box("vttc", ...(settings ? [box("sttg", Buffer.from(settings))] : []), box("payl", Buffer.from(text)));
