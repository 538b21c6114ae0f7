import type { CaptionCue } from "@shoal/contract";

/** The cues between two times, clipped to them, on times that begin at the first. */
export function cutCues(cues: readonly CaptionCue[], fromMs: number, toMs: number): CaptionCue[] {
  return cues
    .filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)
    .map((cue) => ({
      ...cue,
      startMs: Math.max(cue.startMs, fromMs) - fromMs,
      endMs: Math.min(cue.endMs, toMs) - fromMs,
    }));
}
