import { COMMENT_RETENTION_HOURS, type CommentListQuery, type Drawing } from "@shoal/contract";
import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { type VersionKey, versionCondition } from "../projects/index.ts";
import type { CommentAuthor } from "./commenter.ts";
import type { CommentAttachmentRow, CommentRow } from "./comments.table.ts";

/** The cursor of a list: threads by frame, then by creation time, then their comments in order. */
export interface ListPosition {
  frame: number;
  threadPosition: number;
  position: number;
}

/** Properties that replies share with the first comment of their thread. */
export interface ThreadColumns {
  frame: number | null;
  end_frame: number | null;
  is_internal: boolean;
}

/** The number of deleted comments or attachments whose content one statement removes at most. */
const EMPTIED_PER_RUN = 1_000;

/** Creates the repository of one client's comments. */
export function createCommentsRepository(db: Tx) {
  /** Selects all columns except drawings, which may be large. */
  const views = (clientUuid: string) =>
    db
      .selectFrom("comments")
      .leftJoin("users as authors", (join) =>
        join
          .onRef("authors.uuid", "=", "comments.author_uuid")
          .onRef("authors.client_uuid", "=", "comments.client_uuid"),
      )
      .select([
        "comments.uuid",
        "comments.client_uuid",
        "comments.project_uuid",
        "comments.version_number",
        "comments.thread_uuid",
        "comments.thread_position",
        "comments.position",
        "comments.frame",
        "comments.end_frame",
        "comments.author_uuid",
        "comments.guest_uuid",
        "comments.is_guest",
        "comments.imported_by",
        "comments.text",
        "comments.has_drawing",
        "comments.is_internal",
        "comments.was_public",
        "comments.mentions",
        "comments.created_at",
        "comments.edited_at",
        "comments.deleted_at",
        "comments.emptied_at",
        "comments.resolved_at",
        "comments.resolved_by",
        "comments.revision",
        "comments.seq",
        sql<string>`coalesce(authors.username, comments.author_name)`.as("author"),
      ])
      .where("comments.client_uuid", "=", clientUuid);

  const ofVersion = (place: VersionKey) => views(place.clientUuid).where(versionCondition(place, "comments"));

  return {
    findComment: (clientUuid: string, uuid: string) =>
      views(clientUuid).where("comments.uuid", "=", uuid).executeTakeFirst(),

    /** Lists comments by frame, comments on the whole version first. A deleted comment is included while it has replies. */
    listComments(
      place: VersionKey,
      author: CommentAuthor,
      query: Pick<CommentListQuery, "search" | "filter">,
      { after, limit }: { after?: ListPosition | undefined; limit: number },
    ) {
      const conditions = conditionsOf(author, query);
      return ofVersion(place)
        .$if(author.guestUuid !== null, (select) => select.where("comments.is_internal", "=", false))
        .where(
          sql<SqlBool>`(comments.deleted_at IS NULL OR (comments.uuid = comments.thread_uuid AND EXISTS (
            SELECT FROM comments AS answer
            WHERE answer.thread_uuid = comments.uuid AND answer.deleted_at IS NULL)))`,
        )
        .$if(conditions.length > 0, (select) =>
          select.where(
            sql<SqlBool>`comments.thread_uuid IN (SELECT meant.thread_uuid FROM comments AS meant
              JOIN comments AS first ON first.uuid = meant.thread_uuid
              LEFT JOIN users AS author ON author.uuid = meant.author_uuid
                AND author.client_uuid = meant.client_uuid
              WHERE meant.client_uuid = ${place.clientUuid} AND meant.project_uuid = ${place.projectUuid}
              AND meant.version_number = ${place.number} AND meant.deleted_at IS NULL
              AND ${sql.join(conditions, sql` AND `)})`,
          ),
        )
        .$if(after !== undefined, (select) =>
          select.where(
            sql<SqlBool>`(coalesce(comments.frame, -1), comments.thread_position, comments.position)
              > (${after?.frame ?? 0}::integer, ${after?.threadPosition ?? 0}::bigint, ${after?.position ?? 0}::bigint)`,
          ),
        )
        .orderBy(sql`coalesce(comments.frame, -1)`)
        .orderBy("comments.thread_position")
        .orderBy("comments.position")
        .limit(limit)
        .execute();
    },

    listChanges: (clientUuid: string, projectUuid: string, since: number, limit: number) =>
      views(clientUuid)
        .where("comments.project_uuid", "=", projectUuid)
        .where("comments.seq", ">", since)
        .orderBy("comments.seq")
        .limit(limit)
        .execute(),

    /** Lists changes of one version, without internal comments except those that guests saw before they became internal. */
    listChangesForGuests: (place: VersionKey, since: number, limit: number) =>
      ofVersion(place)
        .where("comments.seq", ">", since)
        .where(sql<SqlBool>`(NOT comments.is_internal OR comments.was_public)`)
        .orderBy("comments.seq")
        .limit(limit)
        .execute(),

    /** Whether guests are notified of a change of the comment. */
    async isForGuests(clientUuid: string, uuid: string): Promise<boolean> {
      const found = await db
        .selectFrom("comments")
        .select(sql<boolean>`NOT is_internal OR was_public`.as("is_for_guests"))
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return found?.is_for_guests ?? false;
    },

    async countAnswers(clientUuid: string, threadUuid: string): Promise<number> {
      const { count } = await db
        .selectFrom("comments")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where("thread_uuid", "=", threadUuid)
        .where("uuid", "<>", threadUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    /**
     * Copies the shared properties of a thread's first comment to its replies; each gets its own sequence number, up to
     * `lastSeq`.
     */
    async moveAnswers(
      clientUuid: string,
      threadUuid: string,
      { frame, end_frame, is_internal }: ThreadColumns,
      lastSeq: number,
    ): Promise<void> {
      await sql`UPDATE comments SET frame = ${frame}, end_frame = ${end_frame}, is_internal = ${is_internal},
          was_public = was_public OR NOT comments.is_internal, seq = ${lastSeq}::bigint + 1 - answer.place
        FROM (SELECT uuid, row_number() OVER (ORDER BY position DESC) AS place FROM comments
          WHERE client_uuid = ${clientUuid} AND thread_uuid = ${threadUuid} AND uuid <> ${threadUuid}) AS answer
        WHERE comments.uuid = answer.uuid`.execute(db);
    },

    async countComments(place: VersionKey): Promise<number> {
      const { count } = await db
        .selectFrom("comments")
        .select(sql<number>`count(*)`.as("count"))
        .where(versionCondition(place, "comments"))
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async findDrawing(clientUuid: string, uuid: string): Promise<Drawing | null | undefined> {
      const found = await db
        .selectFrom("comments")
        .select("drawing")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return found?.drawing;
    },

    /** Lists the drawings of a whole version, by comment uuid. */
    async listDrawings(place: VersionKey): Promise<Map<string, Drawing>> {
      const rows = await db
        .selectFrom("comments")
        .select(["uuid", "drawing"])
        .where(versionCondition(place, "comments"))
        .where("deleted_at", "is", null)
        .where("drawing", "is not", null)
        .execute();
      return new Map(rows.flatMap(({ uuid, drawing }) => (drawing ? [[uuid, drawing] as const] : [])));
    },

    /** Returns the total length of all texts of a version, in characters. */
    async sizeOfTexts(place: VersionKey): Promise<number> {
      const { size } = await db
        .selectFrom("comments")
        .select(sql<number>`coalesce(sum(length(text)), 0)::bigint`.as("size"))
        .where(versionCondition(place, "comments"))
        .where("deleted_at", "is", null)
        .executeTakeFirstOrThrow();
      return size;
    },

    /** Returns the total length of all drawings of a version, in characters. */
    async sizeOfDrawings(place: VersionKey): Promise<number> {
      const { size } = await db
        .selectFrom("comments")
        .select(sql<number>`coalesce(sum(length(drawing::text)), 0)::bigint`.as("size"))
        .where(versionCondition(place, "comments"))
        .where("deleted_at", "is", null)
        .where("drawing", "is not", null)
        .executeTakeFirstOrThrow();
      return size;
    },

    /**
     * Reserves the next sequence numbers of a project's changes. Other transactions that change its comments wait until this
     * one ends: changes are committed in the order of their numbers.
     * @returns the last number.
     */
    async reserveSeqs(clientUuid: string, projectUuid: string, count = 1): Promise<number> {
      const { seq } = await db
        .insertInto("comment_seqs")
        .values({ project_uuid: projectUuid, client_uuid: clientUuid, seq: count })
        .onConflict((conflict) =>
          conflict.column("project_uuid").doUpdateSet({ seq: sql<number>`comment_seqs.seq + ${count}` }),
        )
        .returning("seq")
        .executeTakeFirstOrThrow();
      return seq;
    },

    /** Finds the sequence number of the last change; 0 before the first. */
    async findSeq(clientUuid: string, projectUuid: string): Promise<number> {
      const found = await db
        .selectFrom("comment_seqs")
        .select("seq")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .executeTakeFirst();
      return found?.seq ?? 0;
    },

    /** @returns false if any client already has a comment with this uuid; then nothing is added. */
    async addComment(comment: Insertable<CommentRow>): Promise<boolean> {
      const added = await db
        .insertInto("comments")
        .values(comment)
        .onConflict((conflict) => conflict.column("uuid").doNothing())
        .returning("uuid")
        .executeTakeFirst();
      return added !== undefined;
    },

    async updateComment(clientUuid: string, uuid: string, change: Updateable<CommentRow>): Promise<void> {
      await db
        .updateTable("comments")
        .set(change)
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Deletes all comments of a version; each gets its own sequence number, up to `lastSeq`. */
    async deleteOfVersion({ clientUuid, projectUuid, number }: VersionKey, lastSeq: number): Promise<void> {
      await sql`UPDATE comments SET deleted_at = now(), seq = ${lastSeq}::bigint + 1 - due.place
        FROM (SELECT uuid, row_number() OVER (ORDER BY position DESC) AS place FROM comments
          WHERE client_uuid = ${clientUuid} AND project_uuid = ${projectUuid}
          AND version_number = ${number} AND deleted_at IS NULL) AS due
        WHERE comments.uuid = due.uuid`.execute(db);
    },

    listReactions: (clientUuid: string, uuids: readonly string[]) =>
      db
        .selectFrom("comment_reactions")
        .leftJoin("users", (join) =>
          join
            .onRef("users.uuid", "=", "comment_reactions.user_uuid")
            .onRef("users.client_uuid", "=", "comment_reactions.client_uuid"),
        )
        .select([
          "comment_reactions.comment_uuid",
          "comment_reactions.emoji",
          "comment_reactions.user_uuid",
          "comment_reactions.guest_uuid",
          "comment_reactions.is_guest",
          sql<string>`coalesce(users.username, comment_reactions.name)`.as("name"),
        ])
        .where("comment_reactions.client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`comment_reactions.comment_uuid = ANY(${uuids}::uuid[])`)
        .orderBy("comment_reactions.added_at")
        .execute(),

    async addReaction(
      clientUuid: string,
      commentUuid: string,
      { userUuid, guestUuid, name }: CommentAuthor,
      emoji: string,
    ): Promise<void> {
      await db
        .insertInto("comment_reactions")
        .values({
          comment_uuid: commentUuid,
          client_uuid: clientUuid,
          user_uuid: userUuid,
          guest_uuid: guestUuid,
          is_guest: guestUuid !== null,
          name,
          emoji,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeReaction(
      clientUuid: string,
      commentUuid: string,
      { userUuid, guestUuid }: CommentAuthor,
      emoji: string,
    ): Promise<void> {
      await db
        .deleteFrom("comment_reactions")
        .where("client_uuid", "=", clientUuid)
        .where("comment_uuid", "=", commentUuid)
        .where(
          userUuid === null
            ? sql<SqlBool>`guest_uuid = ${guestUuid}::uuid`
            : sql<SqlBool>`user_uuid = ${userUuid}::uuid`,
        )
        .where("emoji", "=", emoji)
        .execute();
    },

    /** Lists the files of comments, oldest first. */
    listAttachments: (clientUuid: string, commentUuids: readonly string[]) =>
      db
        .selectFrom("comment_attachments")
        .select([
          "uuid",
          "comment_uuid",
          "name",
          "media_type",
          "size_bytes",
          "preview_kind",
          "width",
          "height",
          "preview_bytes",
          "duration_ms",
          "waveform",
        ])
        .where("client_uuid", "=", clientUuid)
        .where(sql<SqlBool>`comment_uuid = ANY(${commentUuids}::uuid[])`)
        .orderBy("added_at")
        .orderBy("uuid")
        .execute(),

    async addAttachment(attachment: Insertable<CommentAttachmentRow>): Promise<void> {
      await db.insertInto("comment_attachments").values(attachment).execute();
    },

    /** Stores a worker's result for a file. @returns whether the file exists and had no result yet. */
    async recordPreviewForWork(
      uuid: string,
      found: Required<
        Pick<
          Updateable<CommentAttachmentRow>,
          "preview_kind" | "width" | "height" | "preview_bytes" | "duration_ms" | "waveform"
        >
      >,
    ): Promise<boolean> {
      const updated = await db
        .updateTable("comment_attachments")
        .set(found)
        .where("uuid", "=", uuid)
        .where("preview_kind", "is", null)
        .executeTakeFirst();
      return updated.numUpdatedRows > 0n;
    },

    /** Finds the comment to which a file belongs. */
    findCommentOfFileForWork: (uuid: string) =>
      db
        .selectFrom("comment_attachments")
        .innerJoin("comments", "comments.uuid", "comment_attachments.comment_uuid")
        .select(["comments.uuid", "comments.project_uuid", "comments.client_uuid"])
        .where("comment_attachments.uuid", "=", uuid)
        .executeTakeFirst(),

    /** Schedules the removal of an attachment's stored file, unless the attachment exists by then. */
    async sweepLater(uuid: string): Promise<void> {
      await sql`INSERT INTO attachment_sweeps (attachment_uuid) VALUES (${uuid}) ON CONFLICT DO NOTHING`.execute(
        db,
      );
    },

    async removeAttachment(clientUuid: string, commentUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("comment_attachments")
        .where("client_uuid", "=", clientUuid)
        .where("comment_uuid", "=", commentUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async findReadSeq(place: VersionKey, userUuid: string): Promise<number> {
      const found = await db
        .selectFrom("comment_reads")
        .select("seq")
        .where(versionCondition(place, "comment_reads"))
        .where("user_uuid", "=", userUuid)
        .executeTakeFirst();
      return found?.seq ?? 0;
    },

    /** Counts the comments of other people that were written after a sequence number. */
    async countUnread(place: VersionKey, userUuid: string, seq: number): Promise<number> {
      const { count } = await db
        .selectFrom("comments")
        .select(sql<number>`count(*)`.as("count"))
        .where(versionCondition(place, "comments"))
        .where("deleted_at", "is", null)
        .where("position", ">", seq)
        .where(sql<SqlBool>`author_uuid IS DISTINCT FROM ${userUuid}::uuid`)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Moves a user's read mark forwards, never back. */
    async markRead(
      { clientUuid, projectUuid, number }: VersionKey,
      userUuid: string,
      seq: number,
    ): Promise<void> {
      await db
        .insertInto("comment_reads")
        .values({
          project_uuid: projectUuid,
          version_number: number,
          user_uuid: userUuid,
          client_uuid: clientUuid,
          seq,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["project_uuid", "version_number", "user_uuid"])
            .doUpdateSet({ seq: sql<number>`GREATEST(comment_reads.seq, excluded.seq)` }),
        )
        .execute();
    },
  };
}
export type CommentsRepository = ReturnType<typeof createCommentsRepository>;
export type FoundComment = NonNullable<Awaited<ReturnType<CommentsRepository["findComment"]>>>;
export type FoundReaction = Awaited<ReturnType<CommentsRepository["listReactions"]>>[number];
export type FoundAttachment = Awaited<ReturnType<CommentsRepository["listAttachments"]>>[number];

/** Claims the next files that were uploaded before previews existed; each is returned once. */
export async function claimPreviewRequests(
  tx: Tx,
  limit: number,
): Promise<{ uuid: string; client_uuid: string }[]> {
  const { rows } = await sql<{ uuid: string; client_uuid: string }>`WITH taken AS (
      DELETE FROM attachment_preview_wishes WHERE attachment_uuid IN (
        SELECT attachment_uuid FROM attachment_preview_wishes LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING attachment_uuid)
    SELECT file.uuid, file.client_uuid FROM taken JOIN comment_attachments AS file ON file.uuid = taken.attachment_uuid`.execute(
    tx,
  );
  return rows;
}

/** Returns a claimed request, so that a later run claims it again. */
export async function returnPreviewRequest(tx: Tx, uuid: string): Promise<void> {
  await sql`INSERT INTO attachment_preview_wishes (attachment_uuid) VALUES (${uuid})`.execute(tx);
}

/** Claims the next folders of deleted attachments, each once; folders of files that were sent again are left out. */
export async function claimAttachmentSweeps(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ attachment_uuid: string }>`DELETE FROM attachment_sweeps
    WHERE attachment_uuid IN (SELECT attachment_uuid FROM attachment_sweeps
      WHERE NOT EXISTS (SELECT FROM comment_attachments WHERE uuid = attachment_uuid)
      LIMIT ${EMPTIED_PER_RUN} FOR UPDATE SKIP LOCKED)
    RETURNING attachment_uuid`.execute(tx);
  return rows.map((row) => row.attachment_uuid);
}

/** Removes the content of comments that were deleted too long ago to be restored; the rows stay. @returns their number. */
export async function emptyDeletedComments(db: Tx): Promise<number> {
  for (let total = 0; ; ) {
    const count = await emptySomeComments(db);
    total += count;
    if (count < EMPTIED_PER_RUN) return total;
  }
}

async function emptySomeComments(db: Tx): Promise<number> {
  const { rows } = await sql`WITH emptied AS (UPDATE comments
    SET text = '', drawing = NULL, mentions = '{}', mention_uuids = '{}', emptied_at = now()
    WHERE uuid IN (SELECT uuid FROM comments WHERE emptied_at IS NULL
      AND deleted_at < now() - make_interval(hours => ${COMMENT_RETENTION_HOURS})
      LIMIT ${EMPTIED_PER_RUN} FOR UPDATE SKIP LOCKED)
    RETURNING uuid), detached AS (DELETE FROM comment_attachments
    WHERE comment_uuid IN (SELECT uuid FROM emptied))
    SELECT uuid FROM emptied`.execute(db);
  return rows.length;
}

/** Returns the SQL condition that corresponds to `isAuthoredBy`. */
function isWrittenBy({ userUuid, guestUuid, name }: CommentAuthor): Expression<SqlBool> {
  if (userUuid !== null) return sql<boolean>`(meant.author_uuid IS NOT DISTINCT FROM ${userUuid}::uuid)`;
  if (guestUuid !== null) return sql<boolean>`(meant.guest_uuid IS NOT DISTINCT FROM ${guestUuid}::uuid)`;
  return sql<boolean>`(meant.author_uuid IS NULL AND meant.guest_uuid IS NULL AND meant.author_name = ${name})`;
}

/** Returns conditions on a comment `meant` of a thread whose first comment is `first`. */
function conditionsOf(
  by: CommentAuthor,
  { search, filter = {} }: Pick<CommentListQuery, "search" | "filter">,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  const { isResolved, isMine, mentionsMe, author, hasDrawing } = filter;
  if (isResolved !== undefined)
    conditions.push(isResolved ? sql`first.resolved_at IS NOT NULL` : sql`first.resolved_at IS NULL`);
  if (isMine !== undefined) {
    const mine = isWrittenBy(by);
    conditions.push(isMine ? mine : sql`NOT ${mine}`);
  }
  // Guests cannot be mentioned.
  if (mentionsMe !== undefined) {
    const mentioned = sql<boolean>`coalesce(${by.userUuid}::uuid = ANY(meant.mention_uuids), false)`;
    conditions.push(mentionsMe ? mentioned : sql`NOT ${mentioned}`);
  }
  if (author !== undefined)
    conditions.push(sql`lower(coalesce(author.username, meant.author_name)) = lower(${author})`);
  if (hasDrawing !== undefined)
    conditions.push(hasDrawing ? sql`meant.has_drawing` : sql`NOT meant.has_drawing`);
  if (search) {
    const pattern = likeAnywhere(search);
    conditions.push(sql`(meant.text ILIKE ${pattern}
      OR coalesce(author.username, meant.author_name) ILIKE ${pattern})`);
  }
  return conditions;
}
