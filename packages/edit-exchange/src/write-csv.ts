import { writeCsv } from "@shoal/domain/csv";
import { formatTimecode } from "@shoal/frames";
import { cleanText, sortedComments } from "./comment-text.ts";
import type { ExchangeTimeline } from "./exchange.types.ts";

export const CSV_COLUMNS = [
  "In",
  "Out",
  "First frame",
  "End frame",
  "Rate",
  "Author",
  "Comment",
  "Color",
  "Done",
  "Id",
  "Answers",
  "Internal",
] as const;

/** Writes a row per comment. "Out" and "End frame" are the frame after the last one, as in EDLs; the rate is a fraction. */
export function writeCommentsCsv(timeline: ExchangeTimeline): string {
  const { format } = timeline;
  const rows = sortedComments(timeline).map(({ range, text, author, color, isDone, mark }) => [
    formatTimecode(range.firstFrame, format),
    formatTimecode(range.endFrame, format),
    range.firstFrame,
    range.endFrame,
    `${format.rate.num}/${format.rate.den}`,
    cleanText(author),
    cleanText(text),
    color,
    isDone ? "yes" : "no",
    mark?.id ?? "",
    mark?.answers ?? "",
    mark?.isInternal ? "yes" : "",
  ]);
  return writeCsv(CSV_COLUMNS, rows);
}
