import { type Decision, MAX_NEWS_EXCERPT_LENGTH, type NewsKind } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { rankSql } from "../projects/index.ts";

export interface FoundNews {
  id: number;
  kind: NewsKind;
  at: Date;
  is_read: boolean;
  by: string;
  project_uuid: string;
  project_name: string;
  version_number: number;
  comment_uuid: string | null;
  excerpt: string | null;
  decision: Decision | null;
}

/** The number up to which unread news are counted. */
const MAX_COUNTED_NEWS = 100;

/** The columns of `FoundNews`, which `NEWS_TABLES` supplies. */
export const NEWS_COLUMNS = sql`news.id, news.kind, news.at, news.read_at IS NOT NULL AS is_read,
  coalesce(actors.username, event.actor_name) AS by, projects.uuid AS project_uuid, projects.name AS project_name,
  event.version_number, comments.uuid AS comment_uuid,
  left(coalesce(comments.text, decided.note, ''), ${sql.lit(MAX_NEWS_EXCERPT_LENGTH)}) AS excerpt, decided.decision`;

export const NEWS_TABLES = sql`news
  JOIN project_events AS event ON event.uuid = news.event_uuid
  JOIN projects ON projects.uuid = news.project_uuid
  LEFT JOIN users AS actors ON actors.uuid = event.actor_uuid AND actors.client_uuid = news.client_uuid
  LEFT JOIN comments ON comments.uuid = event.subject_uuid AND event.type LIKE 'comment.%'
  LEFT JOIN approval_decisions AS decided ON decided.uuid = event.subject_uuid AND event.type = 'decision.made'`;

/** News of deleted comments are hidden, and reappear when the comment is restored. */
export const IS_SHOWN = sql`(event.type NOT LIKE 'comment.%' OR (comments.uuid IS NOT NULL AND comments.deleted_at IS NULL))`;

/** Creates the repository of one user's news in one client, limited to projects that the user is in. */
export function createNewsRepository(db: Tx) {
  const isOf = (actor: Actor): RawBuilder<unknown> => sql`news.user_uuid = ${actor.userUuid}
    AND news.client_uuid = ${actor.clientUuid} AND ${rankSql(actor)} > 0 AND ${IS_SHOWN}`;

  return {
    /** Lists news, newest first. @param before the id at which the previous page ended. */
    async listNews(
      actor: Actor,
      { before, limit }: { before: number | undefined; limit: number },
    ): Promise<FoundNews[]> {
      const { rows } = await sql<FoundNews>`SELECT ${NEWS_COLUMNS} FROM ${NEWS_TABLES}
        WHERE ${isOf(actor)} ${before === undefined ? sql`` : sql`AND news.id < ${before}`}
        ORDER BY news.id DESC LIMIT ${limit}`.execute(db);
      return rows;
    },

    async countUnread(actor: Actor): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
        SELECT FROM ${NEWS_TABLES} WHERE ${isOf(actor)} AND news.read_at IS NULL
        LIMIT ${MAX_COUNTED_NEWS}) AS unread`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async markSome(actor: Actor, ids: readonly string[], isRead: boolean): Promise<void> {
      await sql`UPDATE news SET read_at = ${isRead ? sql`coalesce(read_at, now())` : sql`NULL`}
        WHERE user_uuid = ${actor.userUuid} AND client_uuid = ${actor.clientUuid}
        AND id = ANY(${ids}::bigint[])`.execute(db);
    },

    async markUpTo(actor: Actor, id: string): Promise<void> {
      await sql`UPDATE news SET read_at = now() WHERE user_uuid = ${actor.userUuid}
        AND client_uuid = ${actor.clientUuid} AND id <= ${id}::bigint AND read_at IS NULL`.execute(db);
    },
  };
}
