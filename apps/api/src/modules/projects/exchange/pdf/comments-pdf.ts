import { setImmediate as others } from "node:timers/promises";
import type { Drawing, Language } from "@shoal/contract";
import { readPictureHeader } from "@shoal/domain";
import { formatTimecode, rateName } from "@shoal/frames";
import { type FigureSize, openSheet, type PdfSheet } from "../../../../platform/pdf/pdf-sheet.ts";
import type { FoundComment } from "../../annotations/index.ts";
import type { ReadStill, Still } from "../stills.ts";
import type { VersionTimeline } from "../version-timeline.ts";
import { drawShapes, textsOfDrawing } from "./draw-shapes.ts";
import { commentsPdfTexts } from "./pdf-texts.ts";

const MAX_FIGURE_SIZE: FigureSize = { widthPt: 340, heightPt: 200 };
const REPLY_INDENT_PT = 18;
const NO_PICTURE_FILL = "#e6eaee";

export interface PdfThread {
  /** The first comment; undefined if it was deleted while it has replies. */
  root: FoundComment | undefined;
  replies: readonly FoundComment[];
}

interface CommentsPdf {
  timeline: VersionTimeline;
  /** The username of the person who exports. */
  by: string;
  language: Language;
  timeZone: string;
  /** The kinds of comments that were left out on request. */
  left: readonly ("openOnly" | "noAnswers" | "noInternal")[];
  /** The number of comments beyond the maximum of a file. */
  leftOutCount: number;
  threads: readonly PdfThread[];
  attachmentsOf: (uuid: string) => readonly string[];
  readStill: ReadStill;
  readDrawing: (uuid: string) => Promise<Drawing | undefined>;
}

interface WriteContext extends CommentsPdf {
  sheet: PdfSheet;
  texts: ReturnType<typeof commentsPdfTexts>;
  moment: (date: Date) => string;
}

/** Writes the comments of a version on A4 pages: a page about the version, and each thread with its frame. */
export async function writeCommentsPdf(content: CommentsPdf): Promise<Buffer> {
  const { language, timeline, timeZone, threads } = content;
  const texts = commentsPdfTexts(language);
  const title = `${texts.title} · ${timeline.title}`;
  const writing: WriteContext = {
    ...content,
    texts,
    sheet: openSheet({ title, language: language.toLowerCase() }),
    moment: momentsIn(language, timeZone),
  };
  writeTitle(writing);
  for (const [place, thread] of threads.entries()) await writeThread(writing, thread, place);
  if (threads.length === 0) writing.sheet.text(texts.none);
  return writing.sheet.close((page, pages) => `${title} · ${texts.page(page, pages)}`);
}

function writeTitle({ sheet, texts, timeline, by, moment, threads, left, leftOutCount }: WriteContext): void {
  const { format, frames, project, number } = timeline;
  const roots = threads.map(({ root }) => root);
  const all = threads.flatMap(({ root, replies }) => [...(root ? [root] : []), ...replies]);
  const resolvedCount = roots.filter((root) => root?.resolved_at).length;
  sheet.title(project);
  sheet.subtitle(`${texts.title} · ${texts.version(number)}`);
  sheet.text(texts.made(by, moment(new Date())));
  sheet.text(texts.timecodes(formatTimecode(0, format), rateName(format.rate), format.isDropFrame));
  sheet.text(texts.length(formatTimecode(frames, { ...format, startFrames: 0 })));
  for (const each of left) sheet.note(texts.left[each]);
  if (leftOutCount > 0) sheet.note(texts.leftOut(leftOutCount));
  const { counts } = texts;
  sheet.gap(6);
  sheet.table({
    head: [counts.threads, counts.open, counts.resolved, counts.replies, counts.drawings],
    first: 0.2,
    rows: [
      {
        cells: [
          threads.length,
          threads.length - resolvedCount,
          resolvedCount,
          all.length - roots.filter(Boolean).length,
          all.filter((row) => row.has_drawing).length,
        ].map(String),
      },
    ],
  });
  sheet.gap(10);
}

async function writeThread(
  writing: WriteContext,
  { root, replies }: PdfThread,
  place: number,
): Promise<void> {
  const { sheet, texts, moment } = writing;
  // Other callers are served between two comments.
  await others();
  const row = root ?? replies[0];
  if (!row) return;
  const figure = root && row.frame !== null ? await figureOf(writing, root) : undefined;
  // A frame is placed below its timecode.
  sheet.keep(50 + (figure?.heightPt ?? 0));
  if (place > 0) sheet.rule();
  sheet.strong(`${place + 1}   ${placeOf(row, writing)}`);
  if (root) {
    sheet.note(describeComment(root, writing));
    if (figure) drawFigure(writing, figure, 0);
    sheet.text(root.text || texts.drawingOnly);
    writeAttachments(writing, root, 0);
    sheet.note(
      root.resolved_at ? texts.resolved(root.resolved_by ?? "", moment(root.resolved_at)) : texts.open,
    );
  } else sheet.note(texts.deleted);
  for (const reply of replies) await writeReply(writing, reply);
  sheet.gap(8);
}

async function writeReply(writing: WriteContext, reply: FoundComment): Promise<void> {
  const { sheet, texts } = writing;
  const figure = reply.has_drawing && reply.frame !== null ? await figureOf(writing, reply) : undefined;
  sheet.keep(30 + (figure?.heightPt ?? 0));
  sheet.note(`${texts.reply} · ${describeComment(reply, writing)}`, REPLY_INDENT_PT);
  if (figure) drawFigure(writing, figure, REPLY_INDENT_PT);
  sheet.text(reply.text || texts.drawingOnly, REPLY_INDENT_PT);
  writeAttachments(writing, reply, REPLY_INDENT_PT);
}

function writeAttachments(
  { sheet, texts, attachmentsOf }: WriteContext,
  { uuid }: FoundComment,
  indentPt: number,
) {
  const names = attachmentsOf(uuid);
  if (names.length > 0) sheet.note(texts.attachments(names.join(", ")), indentPt);
}

function placeOf(row: FoundComment, { timeline, texts }: WriteContext): string {
  if (row.frame === null) return texts.wholeVersion;
  const first = formatTimecode(row.frame, timeline.format);
  return row.end_frame === null
    ? first
    : `${first} ${texts.to} ${formatTimecode(row.end_frame, timeline.format)}`;
}

/** Returns a line with the author, time and visibility of a comment. */
const describeComment = (row: FoundComment, { texts, moment }: WriteContext): string =>
  [
    row.is_guest ? `${row.author} (${texts.guest})` : row.author,
    moment(row.created_at),
    ...(row.edited_at ? [texts.edited] : []),
    ...(row.imported_by === null ? [] : [texts.importedBy(row.imported_by)]),
    ...(row.is_internal ? [texts.internal] : []),
  ].join(" · ");

interface CommentPicture extends FigureSize {
  still: Still;
  drawing: Drawing | undefined;
}

/** Returns the frame of a comment with its drawing, and their size on the page; undefined if the comment has neither. */
async function figureOf(writing: WriteContext, row: FoundComment): Promise<CommentPicture> {
  const { readStill, readDrawing, timeline } = writing;
  const still = await readStill(row.frame ?? 0);
  const drawing = row.has_drawing ? await readDrawing(row.uuid) : undefined;
  const header = "bytes" in still ? readPictureHeader(still.bytes) : undefined;
  const width = header?.width ?? timeline.widthPx;
  const height = header?.height ?? timeline.heightPx;
  if (!("bytes" in still) && !drawing) return { still, drawing, widthPt: 0, heightPt: 0 };
  const scale = Math.min(MAX_FIGURE_SIZE.widthPt / width, MAX_FIGURE_SIZE.heightPt / height);
  return { still, drawing, widthPt: width * scale, heightPt: height * scale };
}

function drawFigure(
  { sheet, texts }: WriteContext,
  { still, drawing, ...size }: CommentPicture,
  indentPt: number,
): void {
  if (!("bytes" in still)) sheet.note(texts.noPicture[still.reason], indentPt);
  if (size.heightPt === 0) return;
  sheet.figure({
    ...size,
    indentPt,
    texts: drawing ? textsOfDrawing(drawing) : [],
    draw(document, box, setter) {
      if ("bytes" in still) {
        const bytes = Buffer.from(still.bytes.buffer, still.bytes.byteOffset, still.bytes.byteLength);
        document.image(bytes, box.x, box.y, { width: box.widthPt, height: box.heightPt });
      } else document.rect(box.x, box.y, box.widthPt, box.heightPt).fill(NO_PICTURE_FILL);
      if (drawing) drawShapes(document, setter, drawing, box);
    },
  });
}

function momentsIn(language: Language, timeZone: string): (date: Date) => string {
  const locale = language === "FR" ? "fr-FR" : "en-GB";
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" });
  const zoneAt = (date: Date) =>
    zone.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  // Few fonts contain narrow spaces.
  return (date) => `${format.format(date)} ${zoneAt(date)}`.replaceAll("\u202f", "\u00a0");
}
