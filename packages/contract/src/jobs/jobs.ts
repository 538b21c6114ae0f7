import { z } from "zod";
import { MAX_CHAPTERS } from "../constants.ts";
import { CAPTION_KINDS, UnconvertibleSubtitle } from "../media/captions.ts";
import { AssetFault, PictureFile } from "../media/picture.ts";
import { Chapter, InputQualities } from "../media/video.ts";
import { WaveformFacts } from "../media/waveform.ts";
import { PackedAlignment } from "../projects/alignment.ts";
import { MAX_CHAT_WAVEFORM_LENGTH } from "../projects/chat.ts";
import { ByteRange, EncodePlan, TrackOutput, VideoFault } from "../stored-data/media.ts";

/** The file that a job reads, in the media store. */
const SourceFile = z.strictObject({
  object: z.string(),
  sizeBytes: z.number().int(),
  /** The number of bytes that have arrived from the start without a gap; equal to `sizeBytes` when the upload is complete. */
  availableBytes: z.number().int(),
  originalName: z.string(),
});
const VideoJobBase = z.strictObject({
  videoUuid: z.string(),
  generation: z.number().int(),
  source: SourceFile,
});
const PlannedJobBase = VideoJobBase.extend({ plan: EncodePlan });

/** The kinds of a client's objects, apart from videos, that jobs process. */
export const ASSET_KINDS = ["picture", "chat-file", "attachment"] as const;
export const AssetRef = z.strictObject({ kind: z.enum(ASSET_KINDS), uuid: z.string() });
export type AssetRef = z.infer<typeof AssetRef>;
const AssetJobBase = z.strictObject({ asset: AssetRef });

/** A file to preview, as far as it is known before it is opened. */
const PreviewJob = AssetJobBase.extend({
  /** The uploaded file, as an object in the media store. */
  object: z.string(),
  /** Video and audio use the same containers: the job determines which of the two the file is. */
  kind: z.enum(["picture", "media", "pdf"]),
  /** The name under which the thumbnail is stored. */
  preview: z.string(),
});

/** The published tracks of the source video, and the range to cut, aligned to its frames. */
const CutJob = z.strictObject({
  videoUuid: z.string(),
  generation: z.number().int(),
  tracks: z.array(
    z.strictObject({ trackId: z.string(), kind: z.enum(["video", "audio"]), indexObject: z.string() }),
  ),
  inSec: z.number(),
  outSec: z.number(),
  /** The plan of the cut: the rungs and audio tracks of the source video, as they are encoded at the edges of the cut. */
  plan: EncodePlan,
});

/** Accepted picture formats for thumbnails. */
export const UPLOADED_PICTURE_FORMATS = ["png", "jpeg", "webp"] as const;
export type UploadedPictureFormat = (typeof UPLOADED_PICTURE_FORMATS)[number];

/** The source of a thumbnail: a moment of a segment, on the segment's own clock, or an uploaded picture. */
const ThumbnailSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("frame"), init: ByteRange, segment: ByteRange, mediaSec: z.number() }),
  z.strictObject({
    kind: z.literal("picture"),
    object: z.string(),
    format: z.enum(UPLOADED_PICTURE_FORMATS),
  }),
]);

const OpeningJob = VideoJobBase.extend({
  qualities: InputQualities,
  firstPass: z.boolean(),
  encoding: z.enum(["encoding", "passthrough"]),
});
const AudioJob = PlannedJobBase.extend({ partIndex: z.number().int().optional() });
/**
 * The maximum duration of audio, over all tracks, that is encoded in the queue for quick jobs: this takes a minute of CPU at most. Longer
 * audio becomes a separate job.
 */
export const MAX_SHORT_SOUND_SEC = 600;

/** The maximum number of frames that one `make-stills` job draws, which takes some seconds. */
export const STILLS_OF_A_JOB = 20;

/**
 * Work for the worker: one payload per job name. Every job may run twice and must then produce the same result. Jobs that cannot
 * fail their video have their name in `job`, for results where only the payload is left.
 * - `open-video`: probes, plans, and makes the first segment of `plan.firstRungId` and of the audio. While the file is still arriving, it
 *   returns `not-yet` unless the file is faststart and enough of it is there. It returns `takes-long` if it would hold up other jobs, and
 *   runs again as `open-long-video`.
 * - `encode-piece`: all `encode` rungs of one piece from one decode (piece 0: all but the rung that opening made).
 * - `copy-piece`: the `copy` rung of one piece; needs no decode.
 * - `encode-audio`: every audio track in full, or one of the plan's `audioParts`; `encode-long-audio`: the same for long audio.
 * - `make-storyboard`: thumbnail, sprites and WebVTT from the key frames of the lowest rung.
 * - `make-waveform`: peaks and loudness of a published audio track.
 * - `verify-source`: reads the whole source once to find a truncation that opening could not detect.
 * - `make-thumbnail`: the chosen thumbnail; if it fails, the video stays as it is.
 * - `make-picture`: an uploaded picture, upright, in several widths, as WebP and AVIF, without metadata.
 * - `cut-video`: some rungs and audio tracks of a cut: whole segments by reference, re-encoding only at the edges.
 * - `cut-audio`: the `encode` audio tracks of a cut, re-encoded in full with sample accuracy; silence for a track that the video
 * lacks; `cut-long-audio`: the same for long audio.
 * - `fetch-source`: fetches a file from a URL into the media store, resuming where an earlier attempt ended.
 * - `align-versions`: maps the frames of a project version to those of the previous version, from the lowest rung of both. Each video is
 *   decoded once: its signatures are stored with its media.
 * - `preview-chat-file`, `preview-attachment`: the thumbnail, length and waveform of a file sent in chat or a comment.
 * - `make-stills`: single frames of a published rung as JPEG, for documents. A frame that cannot be drawn becomes an empty
 * object.
 * - `extract-captions`: the text subtitles embedded in the source, as WebVTT, and its chapters.
 */
export const JOBS = {
  "open-video": OpeningJob,
  "open-long-video": OpeningJob,
  "encode-piece": PlannedJobBase.extend({ pieceIndex: z.number().int() }),
  "copy-piece": PlannedJobBase.extend({ pieceIndex: z.number().int() }),
  "encode-audio": AudioJob,
  "encode-long-audio": AudioJob,
  "make-storyboard": PlannedJobBase.extend({
    job: z.literal("make-storyboard").optional(),
    lowestRung: TrackOutput,
    /** Whether the rung has all of its segments, so that this storyboard is the last one. */
    isWhole: z.boolean().default(true),
  }),
  "make-waveform": z.strictObject({
    job: z.literal("make-waveform").optional(),
    videoUuid: z.string(),
    generation: z.number().int(),
    /** The location of the audio track's segment index. */
    indexObject: z.string(),
  }),
  "verify-source": PlannedJobBase.extend({ job: z.literal("verify-source").optional() }),
  "extract-captions": VideoJobBase.extend({ job: z.literal("extract-captions") }),
  "make-thumbnail": z.strictObject({
    videoUuid: z.string(),
    generation: z.number().int(),
    /** The id of this request: earlier requests are obsolete. */
    thumbnailId: z.string(),
    /** The name of the picture in the media store. */
    object: z.string(),
    from: ThumbnailSource,
  }),
  "cut-video": CutJob.extend({
    pieceIndex: z.number().int(),
    rungIds: z.array(z.string()).min(1),
    audioIds: z.array(z.string()).default([]),
  }),
  "cut-audio": CutJob,
  "cut-long-audio": CutJob,
  "make-picture": AssetJobBase.extend({ object: z.string() }),
  "preview-chat-file": PreviewJob.extend({ job: z.literal("preview-chat-file") }),
  "preview-attachment": PreviewJob.extend({ job: z.literal("preview-attachment") }),
  "align-versions": z.strictObject({
    job: z.literal("align-versions"),
    /** Identifies the current request; results of earlier requests are discarded. */
    alignmentUuid: z.string(),
    videoUuid: z.string(),
    generation: z.number().int(),
    /** The location of the segment index of the lowest rung. */
    indexObject: z.string(),
    /** The video and segment index of the previous version. */
    old: z.strictObject({
      videoUuid: z.string(),
      generation: z.number().int(),
      indexObject: z.string(),
    }),
  }),
  "make-stills": z.strictObject({
    job: z.literal("make-stills"),
    videoUuid: z.string(),
    generation: z.number().int(),
    /** The location of the rung's segment index. */
    indexObject: z.string(),
    /** The frames to draw, each with its time in the video and its name in the store. */
    stills: z
      .array(z.strictObject({ sec: z.number().min(0), object: z.string() }))
      .min(1)
      .max(STILLS_OF_A_JOB),
  }),
  "fetch-source": z.strictObject({
    videoUuid: z.string(),
    generation: z.number().int(),
    /**
     * The URL, encrypted for this video with the installation's secret: it may contain credentials, which must not be readable in the
     * queue.
     */
    sealedUrl: z.string(),
    /** The destination of the file in the media store. */
    object: z.string(),
  }),
} as const;
/** The purpose of the key that seals `sealedUrl`. */
export const SOURCE_URLS = "source URLs";

export type JobName = keyof typeof JOBS;
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]>;

/** The location of a plan in the media store, as JSON: the plan of a long video is too large to repeat in each job. */
export const PlanObject = z.strictObject({ object: z.string() });
export type PlanObject = z.infer<typeof PlanObject>;
/** A payload as queued: the worker reads the plan that it refers to. */
export type QueuedPayload<N extends JobName> =
  JobPayload<N> extends { plan: EncodePlan }
    ? Omit<JobPayload<N>, "plan"> & { plan: EncodePlan | PlanObject }
    : JobPayload<N>;

/** A text stream of the source as WebVTT in the media store. */
const ExtractedSubtitle = z.strictObject({
  streamIndex: z.number().int(),
  /** The stream's language tag, such as `fre`; "" or `und` if untagged. */
  language: z.string(),
  title: z.string(),
  kind: z.enum(CAPTION_KINDS),
  isDefault: z.boolean(),
  object: z.string(),
});
export type ExtractedSubtitle = z.infer<typeof ExtractedSubtitle>;

/** The queue on which workers report; the api consumes it. */
export const RESULT_QUEUE = "encoding-results";
/** PostgreSQL channel that wakes workers; the payload is the queue's name. */
export const JOBS_CHANNEL = "shoal_jobs";

const VideoResultBase = z.strictObject({ videoUuid: z.string(), generation: z.number().int() });
/** The result of a job about a video. */
export const VideoJobResult = z.discriminatedUnion("type", [
  VideoResultBase.extend({ type: z.literal("not-yet"), minBytes: z.number().int() }),
  /**
   * Opening the file requires copying all of it first. It is opened by a separate job, so that it does not hold up the queue of short
   * jobs.
   */
  VideoResultBase.extend({ type: z.literal("takes-long") }),
  VideoResultBase.extend({ type: z.literal("opened"), plan: EncodePlan, outputs: z.array(TrackOutput) }),
  VideoResultBase.extend({
    type: z.literal("piece"),
    job: z.enum(["encode-piece", "copy-piece"]),
    pieceIndex: z.number().int(),
    outputs: z.array(TrackOutput),
  }),
  VideoResultBase.extend({
    type: z.literal("audio"),
    partIndex: z.number().int().optional(),
    outputs: z.array(TrackOutput),
  }),
  VideoResultBase.extend({
    type: z.literal("storyboard"),
    /** The thumbnail as WebP or JPEG, in the 16:9 size of cards. */
    thumbnailObject: z.string(),
    sprites: z.array(z.string()),
    vttObject: z.string(),
    /** Whether the storyboard covers the whole video, not only its beginning. */
    isWhole: z.boolean().default(true),
  }),
  VideoResultBase.extend({
    type: z.literal("thumbnail"),
    thumbnailId: z.string(),
    /** Whether the thumbnail could be made. */
    isMade: z.boolean(),
    /** Whether the thumbnail is an uploaded picture rather than a frame of the video. */
    isSent: z.boolean().default(false),
  }),
  VideoResultBase.extend({ type: z.literal("waveform"), ...WaveformFacts.shape }),
  VideoResultBase.extend({
    type: z.literal("aligned"),
    alignmentUuid: z.string(),
    /** The alignment; null if one of the versions has too many frames. */
    alignment: PackedAlignment.nullable(),
  }),
  /** Whether each requested frame was drawn, or is known to be impossible to draw. */
  VideoResultBase.extend({ type: z.literal("stills") }),
  VideoResultBase.extend({ type: z.literal("verified"), frameCount: z.number().int() }),
  /** The source has been fetched completely into the media store. */
  VideoResultBase.extend({ type: z.literal("fetched"), sizeBytes: z.number().int() }),
  VideoResultBase.extend({
    type: z.literal("captions"),
    subtitles: z.array(ExtractedSubtitle),
    unconvertible: z.array(UnconvertibleSubtitle),
    /** The chapters of the source, by ascending start; absent from older workers. */
    chapters: z.array(Chapter).max(MAX_CHAPTERS).optional(),
  }),
  VideoResultBase.extend({ type: z.literal("failed"), job: z.string(), fault: VideoFault }),
]);
export type VideoJobResult = z.infer<typeof VideoJobResult>;

/** The result of a job about another object of a client: its failure ends no video. */
export const AssetJobResult = z.discriminatedUnion("type", [
  AssetJobBase.extend({
    type: z.literal("picture"),
    /** The size of the upright uploaded picture, in px. */
    width: z.number().int(),
    height: z.number().int(),
    files: z.array(PictureFile).min(1),
  }),
  AssetJobBase.extend({
    type: z.literal("preview"),
    job: z.enum(["preview-chat-file", "preview-attachment"]),
    kind: z.enum(["picture", "video", "audio", "pdf"]),
    /**
     * The size of the file, or of the first page as rendered, upright, in px; null for audio, and for a PDF that requires a
     * password.
     */
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    /** The size of the preview; 0 if there is none. */
    sizeBytes: z.number().int(),
    /** The length; null for pictures, and if unknown. */
    durationMs: z.number().int().nullable(),
    /** The waveform of audio: values from 0 to 100. */
    waveform: z.array(z.number().int()).max(MAX_CHAT_WAVEFORM_LENGTH).nullable(),
  }),
  AssetJobBase.extend({ type: z.literal("asset-failed"), job: z.string(), fault: AssetFault }),
]);
export type AssetJobResult = z.infer<typeof AssetJobResult>;
export type PreviewResult = Extract<AssetJobResult, { type: "preview" }>;

export const JobResult = z.union([VideoJobResult, AssetJobResult]);
export type JobResult = z.infer<typeof JobResult>;

/** How much of a file is stored permanently; `total` is null while unknown. */
export const FetchedBytes = z.strictObject({
  available: z.number().int().min(0),
  total: z.number().int().min(0).nullable(),
});
export type FetchedBytes = z.infer<typeof FetchedBytes>;

/** The progress of a running job, which may be lost; the response states whether to continue. */
export const JobProgress = z.strictObject({
  videoUuid: z.string(),
  generation: z.number().int(),
  job: z.string(),
  pieceIndex: z.number().int().nullable(),
  fraction: z.number().min(0).max(1),
  /** The number of bytes of a fetched file that have arrived. */
  bytes: FetchedBytes.optional(),
});
export type JobProgress = z.infer<typeof JobProgress>;
export const JobProgressAnswer = z.object({ isWanted: z.boolean() });
