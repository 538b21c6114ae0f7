import { z } from "zod";
import { EncodePlan, TrackOutput, VideoFault } from "./media.ts";
import { InputQualities } from "./video.ts";

/** The file that a job reads, in the media store. */
const Source = z.strictObject({
  object: z.string(),
  sizeBytes: z.number().int(),
  /** Bytes that have arrived from the start without a hole; equal to `sizeBytes` when the upload is complete. */
  availableBytes: z.number().int(),
  originalName: z.string(),
});
const Base = z.strictObject({ videoUuid: z.string(), generation: z.number().int(), source: Source });
const Planned = Base.extend({ plan: EncodePlan });

/** Where the published tracks of the video stand that is cut, and which part of it is wanted, on its frames. */
const Cut = z.strictObject({
  videoUuid: z.string(),
  generation: z.number().int(),
  tracks: z.array(
    z.strictObject({ trackId: z.string(), kind: z.enum(["video", "audio"]), indexObject: z.string() }),
  ),
  inSec: z.number(),
  outSec: z.number(),
  /** Of the cut: the rungs and sound tracks of the video that it is cut from, as they are encoded at its edges. */
  plan: EncodePlan,
});

/**
 * Work for the worker: one payload a job name. Every job may run twice and must then give the same result.
 *
 * - `open-video`: probe, plan, and make the first segment of `plan.firstRungId` and of the audio. While the file is still
 *   arriving it answers `not-yet` unless the file is faststart and its source qualifies as a rung.
 * - `encode-piece`: all `encode` rungs of one piece from one decode (piece 0: all but the rung that opening made).
 * - `copy-piece`: the `copy` rung of one piece; needs no decode.
 * - `encode-audio`: every audio track, whole.
 * - `make-storyboard`: thumbnail, sprites and WebVTT from the key frames of the lowest rung.
 * - `verify-source`: reads the whole source once to find a truncation that opening could not see.
 * - `cut-video`: some rungs of a cut: whole segments by reference, pictures at its edges encoded anew.
 * - `cut-audio`: every sound track of a cut, encoded anew to the sample.
 */
export const JOBS = {
  "open-video": Base.extend({
    qualities: InputQualities,
    firstPass: z.boolean(),
    encoding: z.enum(["encoding", "passthrough"]),
  }),
  "encode-piece": Planned.extend({ pieceIndex: z.number().int() }),
  "copy-piece": Planned.extend({ pieceIndex: z.number().int() }),
  "encode-audio": Planned,
  "make-storyboard": Planned.extend({ lowestRung: TrackOutput }),
  "verify-source": Planned,
  "cut-video": Cut.extend({ pieceIndex: z.number().int(), rungIds: z.array(z.string()).min(1) }),
  "cut-audio": Cut,
} as const;
export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]>;

/** pg-boss priorities: what a viewer waits for comes first. */
export const JOB_PRIORITY = {
  "open-video": 1_000,
  "cut-video": 950,
  "cut-audio": 950,
  "encode-audio": 900,
  "copy-piece": 800,
  "encode-piece": 100,
  "make-storyboard": 90,
  "verify-source": 10,
} as const satisfies Record<JobName, number>;

/** The queue on which workers report; the api consumes it. */
export const RESULT_QUEUE = "encoding-results";
/** PostgreSQL channel that wakes workers; the payload is the queue's name. */
export const JOBS_CHANNEL = "shoal_jobs";

const Result = z.strictObject({ videoUuid: z.string(), generation: z.number().int() });
export const JobResult = z.discriminatedUnion("type", [
  Result.extend({ type: z.literal("not-yet"), minBytes: z.number().int() }),
  Result.extend({ type: z.literal("opened"), plan: EncodePlan, outputs: z.array(TrackOutput) }),
  Result.extend({
    type: z.literal("piece"),
    job: z.enum(["encode-piece", "copy-piece"]),
    pieceIndex: z.number().int(),
    outputs: z.array(TrackOutput),
  }),
  Result.extend({ type: z.literal("audio"), outputs: z.array(TrackOutput) }),
  Result.extend({
    type: z.literal("storyboard"),
    /** WebP or JPEG, 16:9 card size. */
    thumbnailObject: z.string(),
    sprites: z.array(z.string()),
    vttObject: z.string(),
  }),
  Result.extend({ type: z.literal("verified"), frameCount: z.number().int() }),
  Result.extend({ type: z.literal("failed"), job: z.string(), fault: VideoFault }),
]);
export type JobResult = z.infer<typeof JobResult>;

/** Lossy progress of one running job; the answer says whether to go on. */
export const JobProgress = z.strictObject({
  videoUuid: z.string(),
  generation: z.number().int(),
  job: z.string(),
  pieceIndex: z.number().int().nullable(),
  fraction: z.number().min(0).max(1),
});
export type JobProgress = z.infer<typeof JobProgress>;
export const JobProgressAnswer = z.object({ isWanted: z.boolean() });
