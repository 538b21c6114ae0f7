import { z } from "zod";
import { VIDEO_ERROR_TYPES } from "../media/video.ts";

const Fraction = z.strictObject({ num: z.number().int().positive(), den: z.number().int().positive() });
export type Fraction = z.infer<typeof Fraction>;

/** How colours are interpreted, in ffmpeg's names. */
export const MediaColours = z.strictObject({
  matrix: z.string(),
  primaries: z.string(),
  transfer: z.string(),
  range: z.enum(["tv", "pc"]),
});
export type MediaColours = z.infer<typeof MediaColours>;

/** The result of probing a source. `startSec` is the first presentation time of the file. */
export const MediaInfo = z.strictObject({
  container: z.string(),
  durationSec: z.number().positive(),
  startSec: z.number(),
  sizeBytes: z.number().int(),
  bitrateKbps: z.number(),
  video: z.strictObject({
    streamIndex: z.number().int(),
    codec: z.string(),
    /** The displayed size: after rotation and with square pixels. */
    width: z.number().int(),
    height: z.number().int(),
    fps: Fraction,
    isVariableFrameRate: z.boolean(),
    rotationDeg: z.number(),
    isInterlaced: z.boolean(),
    isHdr: z.boolean(),
    pixelFormat: z.string(),
    frameCount: z.number().int(),
    /** The start of the first frame and the end of the last one, relative like `durationSec`; unknown in older plans. */
    startSec: z.number().optional(),
    endSec: z.number().optional(),
    /** The timecode of the first frame, as stored in the file; not checked. */
    timecode: z.string().optional(),
    /** The source's colours, assumed if the file does not specify them; absent from older plans, whose rungs are not tagged. */
    colours: MediaColours.optional(),
  }),
  audio: z.array(
    z.strictObject({
      streamIndex: z.number().int(),
      codec: z.string(),
      channels: z.number().int(),
      sampleRateHz: z.number().int(),
      language: z.string(),
      title: z.string(),
      /** The side of a mono stream that is one side of stereo. */
      side: z.enum(["left", "right"]).optional(),
    }),
  ),
  /** Whether the index of the file comes before its media, so that it can play while it arrives. */
  isFaststart: z.boolean(),
  /** Whether the file does not state its length. The length and other facts are then read from its repackaged copy. */
  isLengthUnknown: z.literal(true).optional(),
});
export type MediaInfo = z.infer<typeof MediaInfo>;

/** A video rendition of the plan. Ids `v0`, `v1`, … by ascending height; the unmodified source comes last. */
export const PlannedRung = z.strictObject({
  id: z.string(),
  /** The mode; `copy` repackages the source's own samples. */
  mode: z.enum(["copy", "encode"]),
  width: z.number().int(),
  height: z.number().int(),
  fps: Fraction,
  crf: z.number().nullable(),
  maxBitrateKbps: z.number(),
});
export type PlannedRung = z.infer<typeof PlannedRung>;

/** An audio track of the plan: `a0`, `a1`, …, in the order of the source. */
export const PlannedAudio = z.strictObject({
  id: z.string(),
  mode: z.enum(["copy", "encode"]),
  streamIndex: z.number().int(),
  /** The stream of the right side, if each side is a separate mono stream. */
  rightStreamIndex: z.number().int().optional(),
  channels: z.number().int(),
  sampleRateHz: z.number().int(),
  bitrateKbps: z.number(),
  language: z.string(),
  title: z.string(),
});
export type PlannedAudio = z.infer<typeof PlannedAudio>;

/** A time range that one worker encodes in one job; `[segmentFrom, segmentTo)` on the segment grid. */
export const Piece = z.strictObject({
  index: z.number().int(),
  segmentFrom: z.number().int(),
  segmentTo: z.number().int(),
  startSec: z.number(),
  endSec: z.number(),
  /** The number of the source's bytes that must have arrived before the piece can be made. */
  sourceEndByte: z.number().int(),
});
export type Piece = z.infer<typeof Piece>;

/** The audio of the segments `[segmentFrom, segmentTo)`, which is still encoded from the beginning of the source. */
export const AudioPart = Piece.pick({ segmentFrom: true, segmentTo: true, sourceEndByte: true });
export type AudioPart = z.infer<typeof AudioPart>;

/**
 * Everything that determines the output of one generation's encoding, so that each piece depends only on the plan. `segmentStartsSec` has
 * the start of each segment, and the end of the last one.
 */
export const EncodePlan = z.strictObject({
  version: z.literal(1),
  info: MediaInfo,
  rungs: z.array(PlannedRung).min(1),
  audio: z.array(PlannedAudio),
  segmentStartsSec: z.array(z.number()),
  gopFrames: z.number().int(),
  pieces: z.array(Piece).min(1),
  /**
   * The parts in which the audio of a file that was opened during its upload is encoded. If absent, one job encodes each track in full.
   */
  audioParts: z.array(AudioPart).min(1).optional(),
  /** The rung whose first segment is made before everything else. */
  firstRungId: z.string(),
});
export type EncodePlan = z.infer<typeof EncodePlan>;

/** A byte range of an object in the media store. */
export const ByteRange = z.strictObject({
  object: z.string(),
  offset: z.number().int(),
  length: z.number().int(),
  sha256: z.string(),
});
export type ByteRange = z.infer<typeof ByteRange>;

export const Segment = ByteRange.extend({
  /** The segment's position on the segment grid, which is the number in its URL. */
  number: z.number().int(),
  startSec: z.number(),
  durationSec: z.number(),
  /** The number of the init segment that the segment needs instead of `init`; it is `moreInits[initNumber - 1]` of its track. */
  initNumber: z.number().int().positive().optional(),
  /** Whether the preceding segment was encoded separately. Playlists then mark a discontinuity, in all tracks at the same segment. */
  isSeam: z.literal(true).optional(),
  /** The offset that replaces the track's own `mediaOffsetSec`: a scene list joins parts of several videos. */
  mediaOffsetSec: z.number().optional(),
});
export type Segment = z.infer<typeof Segment>;

/** The output of one piece for one track. */
export const TrackOutput = z.strictObject({
  trackId: z.string(),
  codecs: z.string(),
  init: ByteRange,
  segments: z.array(Segment),
  /** The plan's upper bound for segment lengths, rounded: an HLS playlist must not change it while segments are added. */
  targetDurationSec: z.number().int().optional(),
  /** The init segments of parts that were encoded separately. */
  moreInits: z.array(ByteRange).optional(),
  /** Segment times minus video times: media cut from a video keep their original times. */
  mediaOffsetSec: z.number().optional(),
});
export type TrackOutput = z.infer<typeof TrackOutput>;

/**
 * The segment index of one track, from which playlists, byte ranges and hashes are derived. Stored in the media store under a
 * name that contains its version, so that it never changes.
 */
export const SegmentIndex = z.strictObject({
  trackId: z.string(),
  version: z.number().int(),
  codecs: z.string(),
  init: ByteRange,
  isEnded: z.boolean(),
  segments: z.array(Segment),
  /** The following three fields have the same meaning as in `TrackOutput`. */
  targetDurationSec: z.number().int().optional(),
  moreInits: z.array(ByteRange).optional(),
  mediaOffsetSec: z.number().optional(),
});
export type SegmentIndex = z.infer<typeof SegmentIndex>;

export const VideoFault = z.strictObject({ errorType: z.enum(VIDEO_ERROR_TYPES), detail: z.string() });
export type VideoFault = z.infer<typeof VideoFault>;

/** The attributes of a track in playlists and manifests. */
export const ListedTrack = z.strictObject({
  id: z.string(),
  kind: z.enum(["video", "audio"]),
  codecs: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  fps: z.number().nullable(),
  language: z.string().nullable(),
  name: z.string().nullable(),
  /** The measured bandwidth, in bits per second. */
  bandwidthBps: z.number().int(),
  averageBandwidthBps: z.number().int(),
  /** The number of audio channels; two if unknown. */
  channels: z.number().int().exactOptional(),
  /** Whether a live's track is not encoded, so that its bandwidth is an estimate until it is measured. */
  isCopied: z.boolean().exactOptional(),
});
export type ListedTrack = z.infer<typeof ListedTrack>;
