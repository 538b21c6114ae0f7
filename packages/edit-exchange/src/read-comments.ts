import { convertRange, type FrameRange, type FrameRate, isSameRate, rateName } from "@shoal/frames";
import { cleanText } from "./comment-text.ts";
import {
  type ExchangeComment,
  type ExchangeFailure,
  MAX_COMMENT_CHARS,
  MAX_EXCHANGE_CHARS,
  MAX_EXCHANGE_COMMENTS,
  type ReadOptions,
  type ReadResult,
} from "./exchange.types.ts";

export const createFailure = (
  fault: ExchangeFailure["fault"],
  where: { line?: number; detail?: string } = {},
): ExchangeFailure => ({
  ok: false,
  fault,
  ...(where.line === undefined ? {} : { line: where.line }),
  ...(where.detail === undefined ? {} : { detail: shortenDetail(where.detail) }),
});

const DETAIL_CHARS = 80;
const shortenDetail = (text: string) =>
  text.length > DETAIL_CHARS ? `${text.slice(0, DETAIL_CHARS)}…` : text;

/**
 * Skips one comment that cannot be read or imported, and reports it to the caller.
 * @returns the failure if the caller handles none, so that reading the whole file fails.
 */
export function refuseOne(failure: ExchangeFailure, { onRefused }: ReadOptions): ExchangeFailure | undefined {
  if (!onRefused) return failure;
  onRefused(failure);
  return undefined;
}

/** Returns a failure if the file is too large to be read. */
export const refuseSize = (text: string): ExchangeFailure | undefined =>
  text.length > MAX_EXCHANGE_CHARS ? createFailure("too-large") : undefined;

/** Returns a failure if the file's rate differs from the video's and may not be converted. */
export function refuseRate(
  fileRate: FrameRate,
  options: ReadOptions,
  line?: number,
): ExchangeFailure | undefined {
  if (options.otherRate === "convert" || isSameRate(fileRate, options.format.rate)) return undefined;
  return createFailure("other-rate", { ...(line === undefined ? {} : { line }), detail: rateName(fileRate) });
}

/** A comment as found in the file. */
export interface FoundComment extends Omit<ExchangeComment, "range"> {
  /** The first frame, counted at the file's rate from the start of the video. */
  firstFrame: number;
  endFrame: number;
  line?: number;
}

/** Validates the comments against the video and converts them to its rate. */
export function finishReading(
  found: readonly FoundComment[],
  fileRate: FrameRate,
  options: ReadOptions,
): ReadResult {
  if (found.length === 0) return createFailure("empty");
  if (found.length > MAX_EXCHANGE_COMMENTS)
    return createFailure("too-many", { detail: String(found.length) });
  const comments: ExchangeComment[] = [];
  const lines: number[] = [];
  for (const [index, one] of found.entries()) {
    const comment = finishOne(one, fileRate, options);
    if ("fault" in comment) {
      const failure = refuseOne(comment, options);
      if (failure) return failure;
      continue;
    }
    comments.push(comment);
    lines.push(one.line ?? index + 1);
  }
  return { ok: true, comments, lines };
}

function finishOne(
  { firstFrame, endFrame, line, ...comment }: FoundComment,
  fileRate: FrameRate,
  options: ReadOptions,
): ExchangeComment | ExchangeFailure {
  const where = line === undefined ? {} : { line };
  const text = cleanText(comment.text);
  if (text.length > MAX_COMMENT_CHARS) return createFailure("too-long", where);
  if (firstFrame < 0) return createFailure("before-start", where);
  if (!(endFrame > firstFrame)) return createFailure("range", where);
  const range = convertToRate({ firstFrame, endFrame }, fileRate, options.format.rate);
  if (range.firstFrame >= options.frames) return createFailure("after-end", where);
  return {
    ...comment,
    text,
    author: cleanText(comment.author),
    range: { ...range, endFrame: Math.min(range.endFrame, options.frames) },
  };
}

const convertToRate = (range: FrameRange, from: FrameRate, to: FrameRate): FrameRange =>
  isSameRate(from, to) ? range : convertRange(range, from, to);
