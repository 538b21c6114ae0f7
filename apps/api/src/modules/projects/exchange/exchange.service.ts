import { createHash } from "node:crypto";
import {
  AppError,
  COMMENT_IMPORT_SHOWN_ROWS,
  type CommentExportFormat,
  type CommentImport,
  type CommentImportFormat,
  type CommentImportRow,
  type Language,
  MAX_COMMENTS,
  type QueryOf,
  type routes,
} from "@shoal/contract";
import { fileNameOf } from "@shoal/domain";
import {
  type ExchangeComment,
  type ExchangeTimeline,
  writeAvidMarkers,
  writeCommentsCsv,
  writeFcpxml,
  writeLocatorEdl,
  writeOtio,
  writePremiereXml,
  writeResolveEdl,
} from "@shoal/edit-exchange";
import { type FrameRange, formatTimecode, frameRange } from "@shoal/frames";
import type { Insertable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { AttemptCounter } from "../../../platform/rate-limit.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Schema } from "../../../platform/schema.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import {
  assertInProject,
  authorOf,
  createCommentsRepository,
  type FoundComment,
  lockForComments,
} from "../annotations/index.ts";
import { assertCan, createProjectsRepository, getProjectOf, type VersionKey } from "../projects/index.ts";
import { assertProjectsOffered } from "../teams/index.ts";
import { createCommentPdfs } from "./comment-pdfs.ts";
import { addComments, type KnownComment, listKnown } from "./exchange.repository.ts";
import { type ParsedFile, readCommentFile } from "./read-file.ts";
import type { Stills } from "./stills.ts";
import { getTimeline, type VersionTimeline } from "./version-timeline.ts";

export interface SentComments {
  format: CommentImportFormat;
  text: string;
  isRateConverted: boolean;
  isInternal: boolean;
}

export interface ExchangeDeps {
  db: Database;
  stills: Pick<Stills, "collect">;

  realtime: Pick<Realtime, "emitToUsers" | "emitToGuests">;
  largeExports: Pick<AttemptCounter, "consume">;
}

/** A parsed file, with the version that its comments belong to. */
interface ReadVersion extends ParsedFile {
  timeline: VersionTimeline;
}

/** A file that is ready to be sent. */
interface WrittenComments {
  name: string;
  mediaType: string;
  content: string | Buffer;
}

interface WrittenFormat {
  write: (timeline: ExchangeTimeline) => string;
  extension: string;
  mediaType: string;
}
const FORMAT_WRITERS: Record<Exclude<CommentExportFormat, "pdf">, WrittenFormat> = {
  "resolve-edl": { write: writeResolveEdl, extension: "edl", mediaType: "text/plain; charset=utf-8" },
  "locator-edl": { write: writeLocatorEdl, extension: "edl", mediaType: "text/plain; charset=utf-8" },
  fcpxml: { write: writeFcpxml, extension: "fcpxml", mediaType: "application/xml; charset=utf-8" },
  "premiere-xml": { write: writePremiereXml, extension: "xml", mediaType: "application/xml; charset=utf-8" },
  avid: { write: writeAvidMarkers, extension: "txt", mediaType: "text/plain; charset=utf-8" },
  otio: { write: writeOtio, extension: "otio", mediaType: "application/json; charset=utf-8" },
  csv: { write: writeCommentsCsv, extension: "csv", mediaType: "text/csv; charset=utf-8" },
};
/** The number of exported comments above which the next export has to wait. */
const LARGE_EXPORT = 1_000;
/** The maximum length of the texts of one file, in characters; as XML, each may take six. */
const MAX_EXPORT_CHARS = 8_000_000;
/** The number of imported comments that one INSERT statement adds. */
const ROWS_PER_STATEMENT = 1_000;
const MAX_AUTHOR_LENGTH = 100;
/** Replaces the text of a comment that only consists of a drawing. */
const DRAWING_TEXT = "[drawing]";

interface VersionParams {
  id: string;
  n: number;
}

/**
 * Exports comments to edit suites and imports them. Every call throws AppError "project_not_found", "not_found" for an
 * unknown version, and "playback_not_ready" while the frames of its video are not known.
 */
export function createExchangeService({ db, realtime, stills, largeExports }: ExchangeDeps) {
  const pdfs = createCommentPdfs({ db, stills });
  const placeOf = ({ clientUuid }: Actor, { id, n }: VersionParams): VersionKey => ({
    clientUuid,
    projectUuid: id,
    number: n,
  });

  /** Reads a file outside a transaction, because a large file takes a while. */
  async function read(place: VersionKey, sent: SentComments) {
    const timeline = await getTimeline(db, place);
    return { timeline, ...(await readCommentFile(sent, timeline)) };
  }

  async function plan(tx: Tx, actor: Actor, place: VersionKey, { timeline, comments, refused }: ReadVersion) {
    const known = await listKnown(tx, place);
    const sorted = separateComments(comments, { place, timeline, known, importer: actor.username });
    return { ...sorted, refused, timeline };
  }

  return {
    /**
     * @param language the language of a PDF; other formats have no language.
     * @param signal stops waiting for the frames of a PDF.
     * @throws AppError "bad_request" for more text than a file may contain, TooManyRequestsError right after another large export
     * of the same caller, or while their client makes other PDFs.
     */
    async exportComments(
      actor: Actor,
      params: VersionParams,
      query: QueryOf<typeof routes.exportComments> & { language: Language },
      signal: AbortSignal,
    ): Promise<WrittenComments> {
      await assertInProject(db, actor, params.id);
      const place = placeOf(actor, params);
      const timeline = await getTimeline(db, place);
      const comments = createCommentsRepository(db);
      if ((await comments.countComments(place)) > LARGE_EXPORT) await largeExports.consume(actor.userUuid);
      if ((await comments.sizeOfTexts(place)) > MAX_EXPORT_CHARS)
        throw new AppError("bad_request", "The comments are too large for one file");
      const rows = await comments.listComments(place, authorOf(actor), {}, { limit: 2 * MAX_COMMENTS });
      const resolved = new Set(rows.filter((row) => row.resolved_at !== null).map(({ uuid }) => uuid));
      const wanted = rows.filter(
        (row) =>
          row.deleted_at === null &&
          (query.hasInternal === "true" || !row.is_internal) &&
          (query.hasAnswers === "true" || row.uuid === row.thread_uuid) &&
          (query.isOpenOnly === "false" || !resolved.has(row.thread_uuid)),
      );
      const name = fileNameOf(timeline.title);
      if (query.format === "pdf") {
        const content = await pdfs.write({ actor, place, timeline, rows: wanted, query }, signal);
        return { name: `${name}.pdf`, mediaType: "application/pdf", content };
      }
      const written = wanted.map((row) => exchangeCommentOf(row, timeline, resolved.has(row.thread_uuid)));
      const { write, extension, mediaType } = FORMAT_WRITERS[query.format];
      return { name: `${name}.${extension}`, mediaType, content: write({ ...timeline, comments: written }) };
    },

    /** Checks the caller before a file is read. @throws AppError "forbidden" unless they may resolve comments of other people. */
    async assertMayImport(actor: Actor, { id }: VersionParams): Promise<void> {
      assertProjectsOffered(actor);
      assertCan(await getProjectOf(db, actor, id), "resolveAny");
    },

    /** @throws AppError "comments_file_unreadable". */
    async checkImport(actor: Actor, params: VersionParams, sent: SentComments): Promise<CommentImport> {
      const place = placeOf(actor, params);
      return buildReport(await plan(db, actor, place, await read(place, sent)));
    },

    /**
     * Adds all valid comments or none.
     * @throws the same errors as `checkImport`, and one for more comments than a version may have.
     */
    async importComments(actor: Actor, params: VersionParams, sent: SentComments): Promise<CommentImport> {
      const place = placeOf(actor, params);
      const found = await read(place, sent);
      const done = await db.transaction().execute(async (tx) => {
        const assertMay = await lockForComments(tx, actor, params.id);
        assertMay("resolveAny");
        const planned = await plan(tx, actor, place, found);
        const { added } = planned;
        if (added.length === 0) return { planned, listeners: [], last: undefined, isForGuests: false };
        const comments = createCommentsRepository(tx);
        if ((await comments.countComments(place)) + added.length > MAX_COMMENTS) {
          const reason = `exceeds the maximum of ${MAX_COMMENTS} comments`;
          throw new AppError("comments_file_unreadable", reason, [{ path: "file", reason }]);
        }
        const lastSeq = await comments.reserveSeqs(actor.clientUuid, params.id, added.length);
        const rows = rowsOf(added, {
          place,
          actor,
          sent,
          firstSeq: lastSeq - added.length + 1,
          ...planned,
        });
        for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
          await addComments(tx, rows.slice(start, start + ROWS_PER_STATEMENT));
        const projects = createProjectsRepository(tx);
        await projects.recordActivity(actor.clientUuid, params.id);
        return {
          planned,
          listeners: await projects.listUserUuids(actor.clientUuid, params.id),
          last: rows.at(-1),
          isForGuests: rows.some(({ is_internal }) => !is_internal),
        };
      });
      if (done.last) {
        const { uuid, seq } = done.last;
        const event = { project: params.id, version: params.n, uuid, seq };
        realtime.emitToUsers([...new Set(done.listeners)], "comment.changed", event);
        if (done.isForGuests)
          realtime.emitToGuests({ project: params.id, version: params.n }, "comment.changed", event);
      }
      return buildReport(done.planned);
    },
  };
}
export type ExchangeService = ReturnType<typeof createExchangeService>;

/** Returns the frames of a comment. A comment on the whole version covers all frames. */
const frameRangeOf = (row: Pick<KnownComment, "frame" | "end_frame">, frames: number): FrameRange =>
  row.frame === null ? frameRange(0, frames) : frameRange(row.frame, (row.end_frame ?? row.frame) + 1);

const exchangeCommentOf = (
  row: FoundComment,
  { frames }: VersionTimeline,
  isDone: boolean,
): ExchangeComment => ({
  range: frameRangeOf(row, frames),
  text: row.text || DRAWING_TEXT,
  author: row.author,
  color: isDone ? "green" : "blue",
  isDone,
  mark: {
    id: row.uuid,
    ...(row.thread_uuid === row.uuid ? {} : { answers: row.thread_uuid }),
    isInternal: row.is_internal,
  },
});

interface ReadComment {
  comment: ExchangeComment;
  line: number;
}
interface AddedComment extends ReadComment {
  uuid: string;
}

/** Returns a key that identifies a comment that has lost its mark. */
const contentKey = ({ firstFrame, endFrame }: FrameRange, author: string, text: string) =>
  JSON.stringify([firstFrame, endFrame, author, text.trim()]);

/** Returns a uuid that is always the same for a comment of a file, so that the file can be sent again. */
function deterministicUuid({ clientUuid, projectUuid, number }: VersionKey, key: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([clientUuid, projectUuid, number, key]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function separateComments(
  read: readonly ReadComment[],
  {
    place,
    timeline,
    known,
    importer,
  }: {
    place: VersionKey;
    timeline: VersionTimeline;
    known: readonly KnownComment[];
    importer: string;
  },
) {
  const uuids = new Set(known.map(({ uuid }) => uuid));
  const unmarked = Map.groupBy(
    known.filter(({ deleted_at }) => deleted_at === null),
    (row) => contentKey(frameRangeOf(row, timeline.frames), row.author, row.text || DRAWING_TEXT),
  );
  const counts = new Map<string, number>();
  const added: AddedComment[] = [];
  const existing: ReadComment[] = [];
  for (const { comment: found, line } of read) {
    const comment = { ...found, author: found.author.slice(0, MAX_AUTHOR_LENGTH).toWellFormed() || importer };
    const key = contentKey(comment.range, comment.author, comment.text);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const { mark } = comment;
    const uuid = deterministicUuid(place, mark?.id ?? `${key} ${nth}`);
    const isThere =
      (mark !== undefined && uuids.has(mark.id)) ||
      uuids.has(uuid) ||
      nth <= (unmarked.get(key)?.length ?? 0);
    if (isThere) existing.push({ comment, line });
    else {
      added.push({ comment, line, uuid });
      uuids.add(uuid);
    }
  }
  return { added, existing, known };
}

function rowsOf(
  added: readonly AddedComment[],
  {
    place,
    known,
    actor,
    sent,
    firstSeq,
    timeline,
  }: {
    place: VersionKey;
    known: readonly KnownComment[];
    actor: Actor;
    sent: SentComments;
    firstSeq: number;
    timeline: VersionTimeline;
  },
): Insertable<Schema["comments"]>[] {
  const now = new Date();
  /** The first comments of threads by uuid. */
  const threads = new Map(
    known.filter((row) => row.uuid === row.thread_uuid).map((row) => [row.uuid, row] as const),
  );
  return added.map(({ comment, uuid }, n) => {
    const seq = firstSeq + n;
    const { range, mark } = comment;
    const isInternal = sent.isInternal || (mark?.isInternal ?? false);
    const answered = mark?.answers;
    const found =
      answered === undefined
        ? undefined
        : (threads.get(answered) ?? threads.get(deterministicUuid(place, answered)));
    // An internal reply to a thread that guests can see starts a thread of its own; otherwise they would see it.
    const thread = isInternal && !found?.is_internal ? undefined : found;
    const isWhole = timeline.frames > 1 && range.firstFrame === 0 && range.endFrame === timeline.frames;
    const frame = isWhole ? null : range.firstFrame;
    const end = isWhole || range.endFrame - range.firstFrame === 1 ? null : range.endFrame - 1;
    const row = {
      uuid,
      thread_uuid: thread?.uuid ?? uuid,
      thread_position: thread?.thread_position ?? seq,
      frame: thread ? thread.frame : frame,
      end_frame: thread ? thread.end_frame : end,
      is_internal: thread ? thread.is_internal : isInternal,
      text: comment.text,
    };
    if (!thread) threads.set(uuid, { ...row, author: comment.author, deleted_at: null });
    const isResolved = comment.isDone && !thread;
    return {
      ...row,
      client_uuid: place.clientUuid,
      project_uuid: place.projectUuid,
      version_number: place.number,
      position: seq,
      author_name: comment.author,
      imported_by: actor.username,
      mentions: [],
      mention_uuids: [],
      resolved_at: isResolved ? now : null,
      resolved_by: isResolved ? actor.username : null,
      seq,
    };
  });
}

function buildReport({
  added,
  existing,
  refused,
  timeline,
}: {
  added: readonly ReadComment[];
  existing: readonly ReadComment[];
  refused: readonly CommentImportRow[];
  timeline: VersionTimeline;
}): CommentImport {
  const rowOf =
    (state: "new" | "existing") =>
    ({ comment, line }: ReadComment): CommentImportRow => ({
      line,
      state,
      reason: null,
      detail: null,
      timecode: formatTimecode(comment.range.firstFrame, timeline.format),
      author: comment.author,
      text: comment.text,
    });
  const taken = [...added.map(rowOf("new")), ...existing.map(rowOf("existing"))];
  const byLine = (a: CommentImportRow, b: CommentImportRow) => (a.line ?? 0) - (b.line ?? 0);
  return {
    newCount: added.length,
    existingCount: existing.length,
    refusedCount: refused.length,
    rows: [...refused.toSorted(byLine), ...taken.toSorted(byLine)].slice(0, COMMENT_IMPORT_SHOWN_ROWS),
  };
}
