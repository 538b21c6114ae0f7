import type { Language } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import { Turns } from "../../../platform/turns.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createCommentsRepository, type FoundComment } from "../annotations/index.ts";
import type { VersionKey } from "../projects/index.ts";
import { findMedia, listAttachmentNames } from "./exchange.repository.ts";
import { type PdfThread, writeCommentsPdf } from "./pdf/comments-pdf.ts";
import type { Stills } from "./stills.ts";
import type { VersionTimeline } from "./version-timeline.ts";

/** The maximum number of comments in one file: about 300 pages. */
const MAX_COMMENTS = 2_000;
/** The maximum number of frames shown in one PDF, which take about 20 MB. */
const MAX_PICTURES = 200;
const RETRY_AFTER_SEC = 5;

interface CommentPdfsDeps {
  db: Database;
  stills: Pick<Stills, "collect">;
}

interface PdfRequest {
  actor: Actor;
  place: VersionKey;
  timeline: VersionTimeline;
  /** The comments in the order of the list, each thread followed by its replies. */
  rows: readonly FoundComment[];
  query: {
    language: Language;
    timeZone: string;
    isOpenOnly: "true" | "false";
    hasAnswers: "true" | "false";
    hasInternal: "true" | "false";
  };
}

/**
 * Writes comments as PDF. A PDF takes up to a few seconds of the thread that serves all callers. Therefore only one is written at a
 * time, clients take turns, and other callers are served between two comments.
 */
export function createCommentPdfs({ db, stills }: CommentPdfsDeps) {
  const turns = new Turns({ atOnce: 1, atOncePerClient: 1, waitingPerClient: 4, waitingAtMost: 100 });
  // Each PDF looks for up to 200 frames in the media store several times a second until they are extracted.
  const collecting = new Turns({ atOnce: 50, atOncePerClient: 10, waitingPerClient: 4, waitingAtMost: 100 });

  const enter = (entered: Turns, clientUuid: string, signal: AbortSignal) =>
    entered.acquire(clientUuid, signal).catch((error: unknown) => {
      throw signal.aborted ? error : new TooManyRequestsError(RETRY_AFTER_SEC);
    });

  async function collectStills(
    { place, timeline }: Pick<PdfRequest, "place" | "timeline">,
    frames: readonly number[],
    signal: AbortSignal,
  ) {
    const leave = await enter(collecting, place.clientUuid, signal);
    try {
      const media = await findMedia(db, place);
      return await stills.collect(
        { clientUuid: place.clientUuid, media, rate: timeline.format.rate, frames },
        signal,
      );
    } finally {
      leave();
    }
  }

  return {
    /** @throws TooManyRequestsError while other requests of the client are waiting. */
    async write({ actor, place, timeline, rows, query }: PdfRequest, signal: AbortSignal): Promise<Buffer> {
      const shown = rows.slice(0, MAX_COMMENTS);
      const frames = [...new Set(shown.filter(hasPicture).map(({ frame }) => frame ?? 0))];
      const readStill = await collectStills({ place, timeline }, frames.slice(0, MAX_PICTURES), signal);
      const names = await namesOf(db, place, shown);
      const leave = await enter(turns, place.clientUuid, signal);
      try {
        return await writeCommentsPdf({
          timeline,
          by: actor.username,
          language: query.language,
          timeZone: query.timeZone,
          left: [
            ...(query.isOpenOnly === "true" ? (["openOnly"] as const) : []),
            ...(query.hasAnswers === "false" ? (["noAnswers"] as const) : []),
            ...(query.hasInternal === "false" ? (["noInternal"] as const) : []),
          ],
          leftOutCount: rows.length - shown.length,
          threads: threadsOf(shown),
          attachmentsOf: (uuid) => names.get(uuid) ?? [],
          readStill,
          readDrawing: async (uuid) =>
            (await createCommentsRepository(db).findDrawing(place.clientUuid, uuid)) ?? undefined,
        });
      } finally {
        // Other callers are served between two files.
        setImmediate(leave);
      }
    },
  };
}

/** Whether the PDF shows the frame of a comment. Replies use their thread's frame unless they contain a drawing. */
const hasPicture = (row: FoundComment) =>
  row.frame !== null && (row.uuid === row.thread_uuid || row.has_drawing);

function threadsOf(rows: readonly FoundComment[]): PdfThread[] {
  const threads = Map.groupBy(rows, ({ thread_uuid }) => thread_uuid);
  return [...threads].map(([uuid, of]) => ({
    root: of.find((row) => row.uuid === uuid),
    replies: of.filter((row) => row.uuid !== uuid),
  }));
}

async function namesOf(db: Database, { clientUuid }: VersionKey, rows: readonly FoundComment[]) {
  const found = await listAttachmentNames(
    db,
    clientUuid,
    rows.map(({ uuid }) => uuid),
  );
  const grouped = Map.groupBy(found, ({ comment_uuid }) => comment_uuid);
  return new Map([...grouped].map(([uuid, files]) => [uuid, files.map(({ name }) => name)]));
}
