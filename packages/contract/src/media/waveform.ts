import { z } from "zod";

/** The peaks of an audio track, as stored in the media store. */
export const WaveformFacts = z.strictObject({
  /** The object with the minimum and maximum sample of each section as signed bytes, gzipped. */
  object: z.string(),
  /** The number of sections per second. */
  pairsPerSec: z.number().positive(),
  /** The integrated loudness by EBU R 128; null for silence. */
  loudnessLufs: z.number().nullable(),
});
export type WaveformFacts = z.infer<typeof WaveformFacts>;

/**
 * The audio of a video for timelines.
 * - `ready`: the peaks are included.
 * - `pending`: it is being computed; request it again.
 * - `none`: the video has no audio.
 * - `failed`: it could not be computed.
 */
export const WaveformView = z.object({
  state: z.enum(["ready", "pending", "none", "failed"]),
  pairsPerSec: z.number(),
  loudnessLufs: z.number().nullable(),
  /** Base64 of pairs of signed bytes, the minimum and maximum sample of each section; empty unless the state is `ready`. */
  peaks: z.string(),
});
export type WaveformView = z.infer<typeof WaveformView>;
