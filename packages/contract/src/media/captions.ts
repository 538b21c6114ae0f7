import { z } from "zod";
import { MAX_DURATION_SEC } from "../constants.ts";
import { Text } from "../text.ts";

/** The maximum size of a captions file; the captions of a three-hour video take about 200 kB. */
export const MAX_CAPTIONS_FILE_BYTES = 5_000_000;
/** The maximum number of cues in a track; a three-hour video has about 2,500. */
export const MAX_CAPTION_CUES = 20_000;
/** The maximum size of a request with cues: the maximum number of cues, each of an ordinary length. */
export const MAX_CAPTION_CUES_BYTES = 8_000_000;
export const MAX_CAPTION_TEXT_LENGTH = 2_000;
export const MAX_CAPTION_LABEL_LENGTH = 100;
/** Maximum number of tracks per video. */
export const MAX_CAPTIONS = 100;
const MAX_CAPTION_TIME_MS = MAX_DURATION_SEC * 1_000;

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A BCP 47 language tag in its usual spelling: `PT-br` becomes `pt-BR`, `fre` becomes `fr`. */
export const LanguageTag = z
  .string()
  .min(2)
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, {
    error: "must be a language tag such as fr or pt-BR",
    abort: true,
  })
  .refine(isLanguage, { message: "must be a language tag such as fr or pt-BR" })
  .transform((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag);

/**
 * `sdh` also describes sounds, for deaf and hard-of-hearing viewers; `forced` is shown where viewers would not understand the
 * speech.
 */
export const CAPTION_KINDS = ["subtitles", "sdh", "forced"] as const;
export type CaptionKind = (typeof CAPTION_KINDS)[number];

/** The WebVTT settings of a cue, such as `line:0 align:start`; "" for the default. */
const CueSettings = z
  .string()
  .max(200)
  .regex(
    /^(?:(?:vertical|line|position|size|align):[\w.,%-]+(?: (?:vertical|line|position|size|align):[\w.,%-]+)*)?$/,
    "must be WebVTT settings as line:0 align:start",
  );

/**
 * A cue: text shown from one time to another. The text may contain `<i>`, `<b>`, `<u>`, `<v>`, `<c>`, `<lang>` and `<ruby>`.
 */
export const CaptionCue = z
  .strictObject({
    startMs: z
      .number()
      .int()
      .min(0)
      .max(MAX_CAPTION_TIME_MS - 1),
    endMs: z.number().int().min(1).max(MAX_CAPTION_TIME_MS),
    text: Text.trim().min(1).max(MAX_CAPTION_TEXT_LENGTH),
    settings: CueSettings.default(""),
  })
  // An invalid start is already reported by its own field, so it is not reported here again.
  .refine(({ startMs, endMs }) => endMs > startMs || startMs >= MAX_CAPTION_TIME_MS, {
    path: ["endMs"],
    message: "must be after its start",
  });
export type CaptionCue = z.infer<typeof CaptionCue>;

export const CaptionLabel = Text.trim().min(1).max(MAX_CAPTION_LABEL_LENGTH);

/** A track of captions without its cues. */
export const CaptionTrack = z.object({
  uuid: z.string(),
  language: z.string(),
  label: z.string(),
  kind: z.enum(CAPTION_KINDS),
  /** Whether the track is shown to viewers who have not chosen a track; one track of a video at most. */
  isDefault: z.boolean(),
  /** `cut`: copied from the video that this video was cut from. */
  origin: z.enum(["uploaded", "extracted", "cut"]),
  cueCount: z.number(),
  /** The revision of the whole track; a change states the revision it is based on. */
  revision: z.number(),
  /** The revision of the track's cues only, for players. */
  version: z.number(),
  createdAt: z.string(),
  modifiedAt: z.string(),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

/** Why a stream of the source could not become a track: pictures contain no text. */
export const SUBTITLE_FAULTS = ["bitmap", "unreadable", "too_large", "empty"] as const;

/** A subtitle stream of a source that could not become a track. */
export const UnconvertibleSubtitle = z.strictObject({
  streamIndex: z.number().int(),
  codec: z.string(),
  language: z.string(),
  title: z.string(),
  reason: z.enum(SUBTITLE_FAULTS),
});
export type UnconvertibleSubtitle = z.infer<typeof UnconvertibleSubtitle>;

/**
 * Corrections to an uploaded captions file, reported to its owner.
 * - `no_length`: the cue's end is not after its start, so it would never be shown; omitted.
 * - `second_header`: another file starts here; its cues are included.
 * - `moved`: the header maps its times to another clock (`X-TIMESTAMP-MAP`), and the cues are shifted accordingly.
 * - `before_start`: after shifting, the cue ends before the video starts; omitted.
 */
export const CAPTION_NOTES = ["no_length", "second_header", "moved", "before_start"] as const;

export const CaptionNote = z.object({
  kind: z.enum(CAPTION_NOTES),
  /** The line of the file, from 1. */
  line: z.number().int(),
  /** How much later the cues are shown than the times in the file; only for `moved`. */
  movedSec: z.number().optional(),
});
export type CaptionNote = z.infer<typeof CaptionNote>;
