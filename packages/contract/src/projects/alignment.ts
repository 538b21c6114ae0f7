import { z } from "zod";
import { FrameNumber } from "./comment.ts";

/**
 * Maximum number of frames per version: 66 minutes at 25 frames a second. Longer versions are not compared: at this length, a comparison
 * holds about 650 MB in memory.
 */
export const MAX_ALIGNMENT_FRAMES = 100_000;
/** Maximum number of stored runs per comparison; only fully discontinuous versions have one run per frame. */
export const MAX_ALIGNMENT_PIECES = 50_000;
/** Maximum number of open comments of earlier versions in one response. */
export const MAX_CARRIED_COMMENTS = 2_000;

/** How frames of a version relate to the previous version's frames. */
export const ALIGNMENT_KINDS = [
  "same",
  "moved",
  /** The remaining frames of the shot were removed. */
  "shortened",
  "regraded",
  /** The frames show a cropped or shifted version of the old frames. */
  "reframed",
  /** A part of the frame differs, such as a logo that was added or an object that was removed. */
  "retouched",
  "new",
] as const;
export type AlignmentKind = (typeof ALIGNMENT_KINDS)[number];

/** A comparison as `packages/align` stores it. */
export const PackedAlignment = z.strictObject({
  oldFrames: z.number().int().min(0).max(MAX_ALIGNMENT_FRAMES),
  pieces: z
    .array(
      z.tuple([
        z.number().int().min(1),
        z.number().int().min(-1),
        z.number().int().min(0).max(1),
        z
          .number()
          .int()
          .min(0)
          .max(ALIGNMENT_KINDS.length - 1),
        z.number().int().min(0).max(1),
      ]),
    )
    .max(MAX_ALIGNMENT_PIECES),
});
export type PackedAlignment = z.infer<typeof PackedAlignment>;

/**
 * - `waiting`: a video is not ready, or a worker has not compared them yet.
 * - `ready`
 * - `failed`: `reason` has the cause.
 * - `none`: there is nothing to compare; `reason` has the cause.
 * - `unrelated`: compared, but with nothing in common: two different videos.
 */
export const ALIGNMENT_STATES = ["waiting", "ready", "failed", "none", "unrelated"] as const;
export type AlignmentState = (typeof ALIGNMENT_STATES)[number];
/**
 * - `first_version`: there is no previous version.
 * - `video_missing`: the video of one of the two is in the trash, deleted, or failed to encode.
 * - `no_picture`: one of the two has only audio, or a single frame.
 * - `too_long`: one of the two has more than 100,000 frames.
 * - `unreadable`: a worker could not compare them.
 */
export const ALIGNMENT_REASONS = [
  "first_version",
  "video_missing",
  "no_picture",
  "too_long",
  "unreadable",
] as const;
export type AlignmentReason = (typeof ALIGNMENT_REASONS)[number];

/** A frame rate as a fraction. */
const FrameRate = z.object({ num: z.number(), den: z.number() });

/** Frame numbers at each version's own rate, both ends inclusive, like in comments. */
export const AlignmentView = z.object({
  state: z.enum(ALIGNMENT_STATES),
  reason: z.enum(ALIGNMENT_REASONS).nullable(),
  version: z.number(),
  /** The version that this version is compared with; null for the first version. */
  previous: z.number().nullable(),
  /** The frame rate of this version; null until the comparison is `ready`. */
  rate: FrameRate.nullable(),
  previousRate: FrameRate.nullable(),
  frames: z.number(),
  previousFrames: z.number(),
  /** The version from its first to its last frame; empty until it is `ready`. */
  ranges: z.array(
    z.object({
      frame: z.number(),
      endFrame: z.number(),
      kind: z.enum(ALIGNMENT_KINDS),
      /** The frames of the previous version; null for new frames. */
      previousFrame: z.number().nullable(),
      previousEndFrame: z.number().nullable(),
      /** Whether the match is certain; false if the frames are ambiguous: stills, black, or repeated scenes. */
      isSure: z.boolean(),
    }),
  ),
  /** The frames that only the previous version has. */
  gone: z.array(
    z.object({
      previousFrame: z.number(),
      previousEndFrame: z.number(),
      /** The frame of this version at the position of the removed frames. */
      frame: z.number(),
    }),
  ),
});
export type AlignmentView = z.infer<typeof AlignmentView>;

/**
 * - `same`: shows the frame that was commented on.
 * - `changed`: shows that frame graded, cropped or retouched, or only part of the range.
 * - `gone`: the frame no longer exists, or was missing in a version in between; the frame at its position is shown.
 * - `whole`: the comment is about the version as a whole.
 * - `unplaced`: two versions in between are not compared (yet), or have nothing in common.
 */
export const CARRIED_KINDS = ["same", "changed", "gone", "whole", "unplaced"] as const;
export type CarriedKind = (typeof CARRIED_KINDS)[number];

/**
 * An open comment of an earlier version, at the matching frame of this one. It is carried version by version; the comment
 * itself is unchanged.
 */
export const CarriedComment = z.object({
  uuid: z.string(),
  /** The version and the frame where the comment was written. */
  previousVersion: z.number(),
  previousFrame: z.number().nullable(),
  previousEndFrame: z.number().nullable(),
  text: z.string(),
  hasDrawing: z.boolean(),
  isInternal: z.boolean(),
  author: z.object({ name: z.string(), isGuest: z.boolean() }),
  createdAt: z.string(),
  kind: z.enum(CARRIED_KINDS),
  /** The frame; null if there is none: for `whole`, `unplaced`, and `gone` if a later version is not compared. */
  frame: z.number().nullable(),
  endFrame: z.number().nullable(),
  /** Whether the matching frames were unambiguous in every version since the comment was written, or since a user last placed it. */
  isSure: z.boolean(),
  /** The first version without the frame; null unless it is `gone`. */
  goneIn: z.number().nullable(),
  /** The user who confirmed or moved the comment's place in this version, and when; null if the comparison placed it. */
  placedBy: z.string().nullable(),
  placedAt: z.string().nullable(),
});
export type CarriedComment = z.infer<typeof CarriedComment>;

export const PlaceCarried = z
  .strictObject({
    /** The matching frame; null if there is none. */
    frame: FrameNumber.nullable(),
    /** The last frame of a range. */
    endFrame: FrameNumber.nullable().default(null),
  })
  .refine(({ frame, endFrame }) => endFrame === null || (frame !== null && endFrame >= frame), {
    path: ["endFrame"],
    message: "must not be before the first frame",
  });
export type PlaceCarried = z.infer<typeof PlaceCarried>;
