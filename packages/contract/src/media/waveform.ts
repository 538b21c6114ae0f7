import { z } from "zod";

/** Peaks of a sound track, as the media store holds them. */
export const WaveformFacts = z.strictObject({
  /** Signed bytes, the least and the greatest sample of each stretch, in gzip. */
  object: z.string(),
  /** Stretches a second. */
  pairsPerSec: z.number().positive(),
  /** Integrated, by EBU R 128; null for silence. */
  loudnessLufs: z.number().nullable(),
});
export type WaveformFacts = z.infer<typeof WaveformFacts>;

/**
 * The sound of a video as a timeline draws it.
 * - `ready`: here it is.
 * - `pending`: it is being made; ask again.
 * - `none`: the video has no sound.
 * - `failed`: it could not be made.
 */
export const WaveformView = z.object({
  state: z.enum(["ready", "pending", "none", "failed"]),
  pairsPerSec: z.number(),
  loudnessLufs: z.number().nullable(),
  /** Base64 of pairs of signed bytes, the least and the greatest sample of each stretch; empty unless it is ready. */
  peaks: z.string(),
});
export type WaveformView = z.infer<typeof WaveformView>;
