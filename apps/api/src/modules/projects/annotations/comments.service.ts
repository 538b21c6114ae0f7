import {
  AppError,
  COMMENT_RETENTION_HOURS,
  type CommentChanges,
  type CommentListQuery,
  type CommentView,
  type CreateComment,
  type Drawing,
  MAX_COMMENT_REACTIONS,
  MAX_COMMENTS,
  type UpdateComment,
} from "@shoal/contract";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { runLongTask } from "../../../platform/long-tasks.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createProjectsRepository, findUsersByName, hasVersion, type VersionKey } from "../projects/index.ts";
import { assertProjectsOffered, unknownUser } from "../teams/index.ts";
import { CommentConflict, commentNotFound, fieldFault, onlyAuthorAllowed } from "./comment-errors.ts";
import {
  type AssertPermission,
  assertInProject,
  assertSees,
  authorOf,
  type Commenter,
  isAuthoredBy,
  isGuest,
  lockForComments,
  lockForWork,
} from "./commenter.ts";
import { presentComment } from "./comments.present.ts";
import { createCommentsRepository, type FoundComment, type ThreadColumns } from "./comments.repository.ts";
import type { CommentRow } from "./comments.table.ts";
import { cursorOf, parseCursor } from "./list-cursor.ts";

export interface CommentsDeps {
  db: Database;
  realtime: Pick<Realtime, "emitToUsers" | "emitToGuests">;
}

/** The maximum size of the older call's response, in characters. The response contains all texts and drawings. */
const MAX_ANNOTATIONS_CHARS = 16_000_000;
/** A response of more characters waits for the client's turn. */
const ANNOTATIONS_LARGE_SIZE = 1_000_000;
/**
 * The maximum length of the texts of one page, in characters: a page of the longest comments would block the thread for a
 * tenth of a second.
 */
const MAX_PAGE_CHARS = 300_000;
const HOUR_MS = 3_600_000;

/**
 * Manages comments on versions. Every call throws AppError "project_not_found" or "comment_not_found" if the actor is
 * not in the project, and "forbidden" for a client without projects.
 */
export function createCommentsService({ db, realtime }: CommentsDeps) {
  async function present(tx: Tx, actor: Commenter, rows: readonly FoundComment[]): Promise<CommentView[]> {
    if (rows.length === 0) return [];
    const uuids = rows.map(({ uuid }) => uuid);
    const comments = createCommentsRepository(tx);
    const reactions = await comments.listReactions(actor.clientUuid, uuids);
    const attachments = await comments.listAttachments(actor.clientUuid, uuids);
    const reactionsOf = Map.groupBy(reactions, (reaction) => reaction.comment_uuid);
    const attachmentsOf = Map.groupBy(attachments, (attachment) => attachment.comment_uuid);
    return rows.map((row) =>
      presentComment(row, actor, {
        reactions: reactionsOf.get(row.uuid) ?? [],
        attachments: attachmentsOf.get(row.uuid) ?? [],
      }),
    );
  }

  async function read(tx: Tx, actor: Commenter, uuid: string): Promise<CommentView> {
    const row = await createCommentsRepository(tx).findComment(actor.clientUuid, uuid);
    if (!row) throw commentNotFound();
    const [view] = await present(tx, actor, [row]);
    if (!view) throw commentNotFound();
    return view;
  }

  /** @returns a comment that the actor can see. @throws AppError "comment_not_found" for any other comment. */
  async function getComment(actor: Commenter, uuid: string): Promise<FoundComment> {
    if (!isGuest(actor)) assertProjectsOffered(actor);
    const row = await createCommentsRepository(db).findComment(actor.clientUuid, uuid);
    if (!row) throw commentNotFound();
    await assertSees(db, actor, row);
    return row;
  }

  async function getPlace(
    tx: Tx,
    actor: Commenter,
    projectUuid: string,
    number: number,
  ): Promise<VersionKey> {
    const place = { clientUuid: actor.clientUuid, projectUuid, number };
    const isShown = !isGuest(actor) || actor.version === number;
    if (isShown && (await hasVersion(tx, place))) return place;
    throw new AppError("not_found", "No such version");
  }

  /** Changes a project's comments in one transaction, and notifies the people in the project once it is committed. */
  async function change(
    actor: Commenter,
    projectUuid: string,
    work: (tx: Tx, assertCan: AssertPermission) => Promise<{ uuid: string; isChanged: boolean } | undefined>,
  ): Promise<CommentView | undefined> {
    const done = await db.transaction().execute(async (tx) => {
      const assertCan = await lockForComments(tx, actor, projectUuid);
      const changed = await work(tx, assertCan);
      if (!changed) return undefined;
      const view = await read(tx, actor, changed.uuid);
      if (!changed.isChanged) return { view };
      await createProjectsRepository(tx).recordActivity(actor.clientUuid, projectUuid);
      return { view, audience: await audienceOf(tx, actor.clientUuid, view) };
    });
    if (!done) return undefined;
    if (done.audience) notifyAudience(done.view, done.audience);
    return done.view;
  }

  type Audience = { listeners: readonly string[]; isForGuests: boolean };

  const audienceOf = async (
    tx: Tx,
    clientUuid: string,
    { uuid, project }: Pick<CommentView, "uuid" | "project">,
  ): Promise<Audience> => ({
    listeners: await createProjectsRepository(tx).listUserUuids(clientUuid, project),
    isForGuests: await createCommentsRepository(tx).isForGuests(clientUuid, uuid),
  });

  function notifyAudience(
    { uuid, project, version, seq }: Pick<CommentView, "uuid" | "project" | "version" | "seq">,
    { listeners, isForGuests }: Audience,
  ): void {
    const event = { project, version, uuid, seq };
    realtime.emitToUsers([...new Set(listeners)], "comment.changed", event);
    // Guests are not notified of internal comments, so that they do not learn of their existence.
    if (isForGuests) realtime.emitToGuests({ project, version }, "comment.changed", event);
  }

  /** Changes files or reactions of a comment on behalf of the system. @param work returns whether it changed the comment. */
  async function changeForWork(
    { uuid, project_uuid, client_uuid }: Pick<FoundComment, "uuid" | "project_uuid" | "client_uuid">,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    const done = await db.transaction().execute(async (tx) => {
      await lockForWork(tx, client_uuid, project_uuid);
      const comments = createCommentsRepository(tx);
      const row = await comments.findComment(client_uuid, uuid);
      if (!row || !(await work(tx))) return undefined;
      const seq = await comments.reserveSeqs(client_uuid, project_uuid);
      await comments.updateComment(client_uuid, uuid, { seq });
      const changed = { uuid, project: project_uuid, version: row.version_number, seq };
      return { changed, audience: await audienceOf(tx, client_uuid, changed) };
    });
    if (done) notifyAudience(done.changed, done.audience);
  }

  /**
   * Changes one comment, based on its current state.
   * @param decide returns the new columns; undefined leaves the comment unchanged.
   */
  async function changeComment(
    actor: Commenter,
    uuid: string,
    decide: (
      tx: Tx,
      row: FoundComment,
      assertCan: AssertPermission,
    ) => Promise<Updateable<CommentRow> | undefined>,
  ): Promise<CommentView> {
    const { project_uuid } = await getComment(actor, uuid);
    const view = await change(actor, project_uuid, async (tx, assertCan) => {
      const comments = createCommentsRepository(tx);
      const row = await comments.findComment(actor.clientUuid, uuid);
      if (!row) throw commentNotFound();
      await assertSees(tx, actor, row);
      const columns = await decide(tx, row, assertCan);
      if (!columns) return { uuid, isChanged: false };
      const seq = await comments.reserveSeqs(actor.clientUuid, project_uuid);
      await comments.updateComment(actor.clientUuid, uuid, { ...columns, seq });
      return { uuid, isChanged: true };
    });
    if (!view) throw commentNotFound();
    return view;
  }

  /**
   * Returns the given usernames without duplicates, all of people in the project.
   * @throws AppError "bad_request" naming everyone else.
   */
  async function findMentioned(tx: Tx, actor: Commenter, projectUuid: string, names: readonly string[]) {
    if (names.length === 0) return { mentions: [], mention_uuids: [] };
    const inProject = await createProjectsRepository(tx).listUserUuids(actor.clientUuid, projectUuid);
    const found = await findUsersByName(tx, actor.clientUuid, inProject, names);
    const known = new Set(found.map(({ username }) => username.toLowerCase()));
    const faults = names.flatMap((name, n) =>
      known.has(name.toLowerCase()) ? [] : [unknownUser(`mentions.${n}`, name)],
    );
    if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
    return {
      mentions: found.map(({ username }) => username),
      mention_uuids: found.map(({ uuid }) => uuid),
    };
  }

  /** Updates the properties that replies share with the first comment; each of the replies counts as changed. */
  async function moveAnswers(tx: Tx, row: FoundComment, columns: ThreadColumns): Promise<void> {
    const comments = createCommentsRepository(tx);
    const count = await comments.countAnswers(row.client_uuid, row.uuid);
    if (count === 0) return;
    const lastSeq = await comments.reserveSeqs(row.client_uuid, row.project_uuid, count);
    await comments.moveAnswers(row.client_uuid, row.uuid, columns, lastSeq);
  }

  const service = {
    /** Finds a comment for other services. @throws AppError "comment_not_found" if the actor cannot see it. */
    findComment: getComment,
    changeComment,
    changeForWork,

    /** @throws AppError "not_found" for an unknown version, or "bad_request" for an invalid cursor. */
    async listComments(actor: Commenter, projectUuid: string, number: number, query: CommentListQuery) {
      await assertInProject(db, actor, projectUuid);
      const place = await getPlace(db, actor, projectUuid, number);
      const comments = createCommentsRepository(db);
      const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
      // The sequence number is read before the comments, so that a change committed in between is returned twice instead of being
      // missed.
      const seq = await comments.findSeq(actor.clientUuid, projectUuid);
      // Read marks of guests are not stored.
      const readSeq = isGuest(actor) ? seq : await comments.findReadSeq(place, actor.userUuid);
      const unreadCount = isGuest(actor) ? 0 : await comments.countUnread(place, actor.userUuid, readSeq);
      const found = await comments.listComments(place, authorOf(actor), query, {
        after,
        limit: query.limit + 1,
      });
      const page = pageOf(found, query.limit);
      const last = page.at(-1);
      return {
        comments: await present(db, actor, page),
        next: found.length > page.length && last ? cursorOf(last) : null,
        seq,
        readSeq,
        unreadCount,
      };
    },

    /** Lists each changed comment once, in its current state. */
    async listChanges(
      actor: Commenter,
      projectUuid: string,
      { since, limit }: { since: number; limit: number },
    ): Promise<CommentChanges> {
      await assertInProject(db, actor, projectUuid);
      const comments = createCommentsRepository(db);
      const found = isGuest(actor)
        ? await comments.listChangesForGuests(
            { clientUuid: actor.clientUuid, projectUuid, number: actor.version },
            since,
            limit + 1,
          )
        : await comments.listChanges(actor.clientUuid, projectUuid, since, limit + 1);
      const page = pageOf(found, limit);
      return {
        comments: await present(db, actor, page),
        seq: page.at(-1)?.seq ?? since,
        hasMore: found.length > page.length,
      };
    },

    async getComment(actor: Commenter, uuid: string): Promise<CommentView> {
      await getComment(actor, uuid);
      return read(db, actor, uuid);
    },

    /** @throws AppError "not_found" if there is no drawing. */
    async getDrawing(actor: Commenter, uuid: string): Promise<Drawing> {
      await getComment(actor, uuid);
      const drawing = await createCommentsRepository(db).findDrawing(actor.clientUuid, uuid);
      if (drawing === undefined) throw commentNotFound();
      if (drawing === null) throw new AppError("not_found", "The drawing is empty");
      return drawing;
    },

    /**
     * Creates a comment. If it was already sent, the existing comment is returned.
     * @throws AppError "forbidden", "not_found" for an unknown version, or "bad_request" naming the error.
     */
    async createComment(
      actor: Commenter,
      projectUuid: string,
      number: number,
      wanted: CreateComment,
    ): Promise<CommentView> {
      if (!isGuest(actor)) assertProjectsOffered(actor);
      const author = authorOf(actor);
      const view = await change(actor, projectUuid, async (tx, assertCan) => {
        assertCan("comment");
        const place = await getPlace(tx, actor, projectUuid, number);
        const comments = createCommentsRepository(tx);
        const uuid = wanted.uuid.toLowerCase();
        const before = await comments.findComment(actor.clientUuid, uuid);
        if (before && before.project_uuid === place.projectUuid && isAuthoredBy(before, author))
          return { uuid, isChanged: false };
        if ((await comments.countComments(place)) >= MAX_COMMENTS)
          throw fieldFault("text", `exceeds the maximum of ${MAX_COMMENTS} comments`);
        const thread = wanted.parent === null ? undefined : await findThread(tx, actor, place, wanted.parent);
        // Guests can see the thread, and so would see an internal reply.
        if (thread && wanted.isInternal && !thread.is_internal)
          throw fieldFault("isInternal", BELONGS_TO_THREAD);
        const mentioned = await findMentioned(tx, actor, projectUuid, wanted.mentions);
        const seq = await comments.reserveSeqs(actor.clientUuid, projectUuid);
        const isAdded = await comments.addComment({
          uuid,
          client_uuid: actor.clientUuid,
          project_uuid: projectUuid,
          version_number: number,
          thread_uuid: thread?.uuid ?? uuid,
          thread_position: thread?.position ?? seq,
          position: seq,
          frame: thread ? thread.frame : wanted.frame,
          end_frame: thread ? thread.end_frame : wanted.endFrame,
          author_uuid: author.userUuid,
          guest_uuid: author.guestUuid,
          author_name: author.name,
          is_guest: isGuest(actor),
          text: wanted.text,
          drawing: wanted.drawing && JSON.stringify(wanted.drawing),
          is_internal: thread ? thread.is_internal : wanted.isInternal,
          ...mentioned,
          seq,
        });
        if (!isAdded) throw fieldFault("uuid", "is taken");
        return { uuid, isChanged: true };
      });
      if (!view) throw commentNotFound();
      return view;
    },

    /**
     * @throws CommentConflict if someone else changed it since it was read, AppError "forbidden" unless the caller is its author,
     * or "bad_request" naming the error.
     */
    updateComment: (actor: Commenter, uuid: string, wanted: UpdateComment): Promise<CommentView> =>
      changeComment(actor, uuid, async (tx, row, assertCan) => {
        assertCan("comment");
        if (!isAuthoredBy(row, authorOf(actor))) throw onlyAuthorAllowed();
        if (row.deleted_at !== null) throw commentNotFound();
        if (row.revision !== wanted.revision) throw new CommentConflict(await read(tx, actor, uuid));
        const columns = columnsOf(row, wanted);
        const mentioned =
          wanted.mentions === undefined
            ? {}
            : await findMentioned(tx, actor, row.project_uuid, wanted.mentions);
        const { frame, end_frame, is_internal } = columns;
        if (frame !== row.frame || end_frame !== row.end_frame || is_internal !== row.is_internal)
          await moveAnswers(tx, row, { frame, end_frame, is_internal });
        return {
          ...columns,
          was_public: row.was_public || !row.is_internal,
          ...mentioned,
          edited_at: new Date(),
          revision: row.revision + 1,
        };
      }),

    /** @throws AppError "forbidden" unless the caller wrote it or may resolve comments. */
    async deleteComment(actor: Commenter, uuid: string): Promise<void> {
      await changeComment(actor, uuid, async (_tx, row, assertCan) => {
        assertCan(isAuthoredBy(row, authorOf(actor)) ? "comment" : "resolveAny");
        return row.deleted_at === null ? { deleted_at: new Date() } : undefined;
      });
    },

    /** @throws AppError "comment_not_found" if it was deleted too long ago; otherwise the same errors as `deleteComment`. */
    restoreComment: (actor: Commenter, uuid: string): Promise<CommentView> =>
      changeComment(actor, uuid, async (_tx, row, assertCan) => {
        assertCan(isAuthoredBy(row, authorOf(actor)) ? "comment" : "resolveAny");
        if (row.deleted_at === null) return undefined;
        const isOver = Date.now() - row.deleted_at.getTime() > COMMENT_RETENTION_HOURS * HOUR_MS;
        if (row.emptied_at !== null || isOver) throw commentNotFound();
        return { deleted_at: null };
      }),

    /** Resolves or reopens the whole thread. @throws AppError "forbidden". */
    async resolveComment(actor: Actor, uuid: string, isResolved: boolean): Promise<CommentView> {
      const { thread_uuid } = await getComment(actor, uuid);
      return changeComment(actor, thread_uuid, async (_tx, row, assertCan) => {
        assertCan(isAuthoredBy(row, authorOf(actor)) ? "resolveOwn" : "resolveAny");
        if ((row.resolved_at !== null) === isResolved) return undefined;
        return {
          resolved_at: isResolved ? new Date() : null,
          resolved_by: isResolved ? actor.username : null,
        };
      });
    },

    /** @throws AppError "forbidden", or "bad_request" if the comment has too many different reactions. */
    react: (actor: Commenter, uuid: string, { emoji, isOn }: { emoji: string; isOn: boolean }) =>
      changeComment(actor, uuid, async (tx, row, assertCan) => {
        assertCan("comment");
        if (row.deleted_at !== null) throw commentNotFound();
        const comments = createCommentsRepository(tx);
        const reactions = await comments.listReactions(actor.clientUuid, [uuid]);
        const author = authorOf(actor);
        const isThere = reactions.some(
          (reaction) =>
            reaction.emoji === emoji &&
            isAuthoredBy({ ...reaction, author_uuid: reaction.user_uuid, author: reaction.name }, author),
        );
        if (isThere === isOn) return undefined;
        const different = new Set(reactions.map((reaction) => reaction.emoji)).add(emoji);
        if (different.size > MAX_COMMENT_REACTIONS)
          throw fieldFault("emoji", `exceeds the maximum of ${MAX_COMMENT_REACTIONS} reactions`);
        if (isOn) await comments.addReaction(actor.clientUuid, uuid, author, emoji);
        else await comments.removeReaction(actor.clientUuid, uuid, author, emoji);
        return {};
      }),

    /** @param seq the last read sequence number, which is capped at the last change. */
    async markRead(actor: Actor, projectUuid: string, number: number, seq: number): Promise<void> {
      await assertInProject(db, actor, projectUuid);
      const place = await getPlace(db, actor, projectUuid, number);
      const comments = createCommentsRepository(db);
      const last = await comments.findSeq(actor.clientUuid, projectUuid);
      await comments.markRead(place, actor.userUuid, Math.min(seq, last));
    },

    /**
     * Lists all comments of a version with their drawings.
     * @throws AppError "bad_request" if they are too large for one response; TooManyRequestsError.
     */
    async listAnnotations(actor: Actor, a: string, b: string) {
      const [projectUuid, number] = readAnnotationPath(a, b);
      await assertInProject(db, actor, projectUuid);
      const place = await getPlace(db, actor, projectUuid, number);
      const comments = createCommentsRepository(db);
      const size = (await comments.sizeOfDrawings(place)) + (await comments.sizeOfTexts(place));
      if (size > MAX_ANNOTATIONS_CHARS)
        throw new AppError("bad_request", "The comments are too large for one response: list them by page");
      const list = async () => {
        const drawings = await comments.listDrawings(place);
        const rows = await comments.listComments(place, authorOf(actor), {}, { limit: MAX_COMMENTS });
        const views = await present(db, actor, rows);
        return views.map((view) => ({ ...view, drawing: drawings.get(view.uuid) ?? null }));
      };
      return size > ANNOTATIONS_LARGE_SIZE ? runLongTask(actor.clientUuid, list) : list();
    },

    /**
     * Deletes all comments of a version, which can be restored one by one.
     * @throws AppError "forbidden" unless the caller is an administrator of the project.
     */
    async deleteOfVersion(actor: Actor, projectUuid: string, number: number): Promise<void> {
      assertProjectsOffered(actor);
      await change(actor, projectUuid, async (tx, assertCan) => {
        assertCan("editSettings");
        const place = await getPlace(tx, actor, projectUuid, number);
        const comments = createCommentsRepository(tx);
        const count = await comments.countComments(place);
        if (count === 0) return undefined;
        const lastSeq = await comments.reserveSeqs(actor.clientUuid, projectUuid, count);
        await comments.deleteOfVersion(place, lastSeq);
        const [last] = await comments.listChanges(actor.clientUuid, projectUuid, lastSeq - 1, 1);
        return last && { uuid: last.uuid, isChanged: true };
      });
    },
  };

  /** Finds the first comment of the thread to which a reply belongs, even if it was just deleted. */
  async function findThread(
    tx: Tx,
    actor: Commenter,
    place: VersionKey,
    parent: string,
  ): Promise<FoundComment> {
    const comments = createCommentsRepository(tx);
    const answered = await comments.findComment(place.clientUuid, parent);
    if (answered?.project_uuid !== place.projectUuid || answered.version_number !== place.number)
      throw fieldFault("parent", "is not a comment of this version");
    // Guests cannot see an internal thread.
    if (isGuest(actor) && answered.is_internal)
      throw fieldFault("parent", "is not a comment of this version");
    const thread = await comments.findComment(place.clientUuid, answered.thread_uuid);
    if (!thread) throw fieldFault("parent", "is not a comment of this version");
    return thread;
  }

  return service;
}
export type CommentsService = ReturnType<typeof createCommentsService>;

const BELONGS_TO_THREAD = "belongs to the first comment of the thread";

/** Returns as many comments as fit on a page by number and text length; at least one. */
function pageOf(found: readonly FoundComment[], limit: number): FoundComment[] {
  let size = 0;
  const end = found.findIndex(({ text }, n) => {
    size += text.length;
    return n === limit || (n > 0 && size > MAX_PAGE_CHARS);
  });
  return end < 0 ? [...found] : found.slice(0, end);
}

/** Returns the columns that an edit changes. @throws AppError "bad_request" if the resulting comment is not valid. */
function columnsOf(row: FoundComment, wanted: UpdateComment) {
  const frame = wanted.frame === undefined ? row.frame : wanted.frame;
  // A comment that moves to another frame without a range applies to that frame only.
  const end_frame =
    wanted.endFrame === undefined ? (frame === row.frame ? row.end_frame : null) : wanted.endFrame;
  const is_internal = wanted.isInternal ?? row.is_internal;
  if (end_frame !== null && (frame === null || end_frame < frame))
    throw fieldFault("endFrame", "must not be before the first frame");
  if (row.thread_uuid !== row.uuid) {
    if (frame !== row.frame) throw fieldFault("frame", BELONGS_TO_THREAD);
    if (end_frame !== row.end_frame) throw fieldFault("endFrame", BELONGS_TO_THREAD);
    if (is_internal !== row.is_internal) throw fieldFault("isInternal", BELONGS_TO_THREAD);
  }
  const text = wanted.text ?? row.text;
  const isDrawn = wanted.drawing === undefined ? row.has_drawing : wanted.drawing !== null;
  if (text === "" && !isDrawn) throw fieldFault("text", "is required without a drawing");
  return {
    text,
    frame,
    end_frame,
    is_internal,
    ...(wanted.drawing === undefined ? {} : { drawing: wanted.drawing && JSON.stringify(wanted.drawing) }),
  };
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const VERSION_NUMBER_PATTERN = /^[1-9]\d{0,3}$/;

/** Parses `/annotations/{a}/{b}`: project and version number, in either order. */
function readAnnotationPath(a: string, b: string): [projectUuid: string, number: number] {
  if (UUID_PATTERN.test(a) && VERSION_NUMBER_PATTERN.test(b)) return [a, Number(b)];
  if (VERSION_NUMBER_PATTERN.test(a) && UUID_PATTERN.test(b)) return [b, Number(a)];
  throw new AppError("not_found", "No such version");
}
