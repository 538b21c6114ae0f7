import {
  AppError,
  COMMENT_REFUSALS,
  type CommentImportFormat,
  type CommentImportRow,
  type CommentRefusal,
  MAX_COMMENT_TEXT_LENGTH,
} from "@shoal/contract";
import type { ExchangeComment, ExchangeFailure } from "@shoal/edit-exchange";
import { rateName } from "@shoal/frames";
import { readOffThread } from "./read-off-thread.ts";
import type { VersionTimeline } from "./version-timeline.ts";

/** @returns undefined if the name has none of the known extensions. */
export const formatOfName = (name: string): CommentImportFormat | undefined =>
  /\.(edl|otio|csv)$/i.exec(name)?.[1]?.toLowerCase() as CommentImportFormat | undefined;

export interface ParsedFile {
  comments: readonly { comment: ExchangeComment; line: number }[];
  refused: readonly CommentImportRow[];
}

/** Whether an error concerns a single line; all other errors concern the whole file. */
const isOfLine = (fault: string): fault is CommentRefusal =>
  (COMMENT_REFUSALS as readonly string[]).includes(fault);

/** @throws AppError "comments_file_unreadable" if nothing in it can be read. */
export async function readCommentFile(
  { format, text, isRateConverted }: { format: CommentImportFormat; text: string; isRateConverted: boolean },
  timeline: VersionTimeline,
): Promise<ParsedFile> {
  const options = {
    format: timeline.format,
    frames: timeline.frames,
    otherRate: isRateConverted ? "convert" : "refuse",
  } as const;
  const { result, refused: failures } = await readOffThread({ format, text, options });
  const refused: CommentImportRow[] = failures.map(refusedRow);
  if (!result.ok) {
    // A file counts as empty if every line is rejected.
    if (result.fault === "empty" && refused.length > 0) return { comments: [], refused };
    const reason = reasonOf(result, timeline);
    throw new AppError("comments_file_unreadable", reason, [{ path: "file", reason }]);
  }
  const comments = result.comments.map((comment, n) => ({ comment, line: result.lines[n] ?? n + 1 }));
  const isFit = ({ comment }: (typeof comments)[number]) =>
    comment.text !== "" && comment.text.length <= MAX_COMMENT_TEXT_LENGTH;
  for (const one of comments)
    if (!isFit(one))
      refused.push({
        ...refusedRow({ ok: false, fault: "too-long", line: one.line }),
        reason: one.comment.text === "" ? "no-text" : "too-long",
        author: one.comment.author,
      });
  return { comments: comments.filter(isFit), refused };
}

const refusedRow = ({ fault, line, detail }: ExchangeFailure): CommentImportRow => ({
  line: line ?? null,
  state: "refused",
  reason: isOfLine(fault) ? fault : "range",
  detail: detail ?? null,
  timecode: null,
  author: "",
  text: "",
});

/** Returns the reason for an error of the whole file. */
function reasonOf({ fault, detail, line }: ExchangeFailure, { format }: VersionTimeline): string {
  const [found, own] = [detail ?? "", rateName(format.rate)];
  if (fault === "other-rate") return `is at ${found} frames per second, and the video at ${own}`;
  if (fault === "other-drop-frame")
    return `does not count drop frame as the video does, at line ${line ?? 1}`;
  if (fault === "too-many") return "contains more than 10000 comments";
  if (fault === "too-large") return "is too large to be read";
  if (fault === "empty") return "contains no comments";
  if (fault === "no-columns") return "needs a column of comments and one of timecodes";
  if (fault === "rate") return "has no frame rate, or several";
  return "is broken, or not of this format";
}
