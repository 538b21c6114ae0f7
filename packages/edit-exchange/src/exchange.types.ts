import type { FrameRange, FrameRate, TimecodeFormat } from "@shoal/frames";

/** The colors that every edit suite has under some name. */
export const MARKER_COLORS = ["red", "yellow", "green", "cyan", "blue", "magenta"] as const;
export type MarkerColor = (typeof MARKER_COLORS)[number];

/** Identifies a comment where it was written, so that it is recognised when the file is imported again. */
export interface ExchangeMark {
  /** A UUID in lower case. */
  id: string;
  /** The id of the comment that it answers. */
  answers?: string;
  /** Whether the mark is hidden from guests. */
  isInternal: boolean;
}

export interface ExchangeComment {
  /** Frames of the video, from 0. */
  range: FrameRange;
  text: string;
  author: string;
  color: MarkerColor;
  isDone: boolean;
  mark?: ExchangeMark | undefined;
}

/** A video and its comments. */
export interface ExchangeTimeline {
  title: string;
  format: TimecodeFormat;
  /** Frames of the video. */
  frames: number;
  widthPx: number;
  heightPx: number;
  comments: readonly ExchangeComment[];
}

/** The maximum in a file to be read. */
export const MAX_EXCHANGE_COMMENTS = 10_000;
/** The maximum in a file to be written. */
export const MAX_WRITTEN_COMMENTS = 20_000;
/** Characters of a file that is read. */
export const MAX_EXCHANGE_CHARS = 16_000_000;
/** Characters of a comment. */
export const MAX_COMMENT_CHARS = 10_000;

export interface ReadOptions {
  format: TimecodeFormat;
  frames: number;
  /** For a file with another rate: reject it and name the rate, or convert its frames by time. */
  otherRate: "refuse" | "convert";
  /** The rate that the user chose for the file, since EDLs do not contain one. By default that of the video. */
  fileRate?: FrameRate;
  /**
   * Called with each comment that cannot be read or taken, by its line, while the others are read. Without it the first one refuses
   * the whole file.
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
  /** From 1; undefined when the whole file is meant, or the file has no lines. */
  line?: number;
  /** The offending content, shortened, or the rate found. */
  detail?: string;
}

/** With `lines`, the line of each comment in the file, from 1, or its index for a file without lines. */
export type ReadResult = { ok: true; comments: ExchangeComment[]; lines: number[] } | ExchangeFailure;
