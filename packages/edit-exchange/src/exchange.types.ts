import type { FrameRange, FrameRate, TimecodeFormat } from "@shoal/frames";

/** The colors that every edit suite has under some name. */
export const MARKER_COLOURS = ["red", "yellow", "green", "cyan", "blue", "magenta"] as const;
export type MarkerColour = (typeof MARKER_COLOURS)[number];

/** The id of a comment on the platform, so that it is recognised when the file is imported again. */
export interface ExchangeMark {
  /** A UUID in lower case. */
  id: string;
  /** The id of the comment to which it replies. */
  answers?: string;
  /** Whether the mark is hidden from guests. */
  isInternal: boolean;
}

export interface ExchangeComment {
  /** The commented frames of the video, counted from 0. */
  range: FrameRange;
  text: string;
  author: string;
  color: MarkerColour;
  isDone: boolean;
  mark?: ExchangeMark | undefined;
}

/** A video with its comments, as written to a file. */
export interface ExchangeTimeline {
  title: string;
  format: TimecodeFormat;
  /** The number of frames of the video. */
  frames: number;
  widthPx: number;
  heightPx: number;
  comments: readonly ExchangeComment[];
}

/** The maximum number of comments in a file that is read. */
export const MAX_EXCHANGE_COMMENTS = 10_000;
/** The number of comments that an exported file can contain. */
export const MAX_WRITTEN_COMMENTS = 20_000;
/** The maximum number of characters of a file that is read. */
export const MAX_EXCHANGE_CHARS = 16_000_000;
/** The maximum length of a comment's text, in characters. */
export const MAX_COMMENT_CHARS = 10_000;

export interface ReadOptions {
  format: TimecodeFormat;
  frames: number;
  /** Whether a file with another rate is rejected (the failure then contains that rate), or its frames are converted by time. */
  otherRate: "refuse" | "convert";
  /** The rate that the user chose for the file, since EDLs do not contain one. The video's rate by default. */
  fileRate?: FrameRate;
  /**
   * Called with each comment that cannot be read or imported, by its line, while the others are read. Without this callback,
   * the first such comment makes reading the whole file fail.
   */
  onRefused?: (failure: ExchangeFailure) => void;
}

export type ExchangeFault =
  | "too-large"
  | "too-many"
  | "too-long"
  | "empty"
  | "not-json"
  | "not-otio"
  | "no-columns"
  | "timecode"
  | "dropped-timecode"
  | "frames-above-rate"
  | "range"
  | "before-start"
  | "after-end"
  | "other-rate"
  | "other-drop-frame"
  | "rate";

export interface ExchangeFailure {
  ok: false;
  fault: ExchangeFault;
  /** The line, counted from 1; undefined if the failure concerns the whole file, or the file has no lines. */
  line?: number;
  /** The offending content, shortened, or the rate found. */
  detail?: string;
}

/** The comments, and in `lines` the line of each comment in the file, from 1, or its index for a file without lines. */
export type ReadResult = { ok: true; comments: ExchangeComment[]; lines: number[] } | ExchangeFailure;
