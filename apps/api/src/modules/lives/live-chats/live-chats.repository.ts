import type { LiveChatSettings, LiveState } from "@shoal/contract";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { LiveChatAuthorRow, LiveChatMessageRow, LiveChatRow } from "./live-chats.table.ts";

type LiveChat = Selectable<LiveChatRow>;
export type LiveChatAuthor = Selectable<LiveChatAuthorRow>;

/** A chat with the state of its live. */
export interface RunningChat extends LiveChat {
  state: LiveState | null;
  started_at: Date | null;
  ended_at: Date | null;
  /** Whether the live is neither in the trash nor deleted. */
  is_there: boolean;
}

export interface FoundMessage extends Selectable<LiveChatMessageRow> {
  muted_until: Date | null;
  banned_at: Date | null;
}

const CHAT_QUERY = sql`SELECT chat.*, lives.state, lives.started_at, lives.ended_at,
    (videos.trashed_at IS NULL AND NOT videos.is_deleted) AS is_there
  FROM live_chats AS chat JOIN videos ON videos.uuid = chat.video_uuid
    LEFT JOIN lives ON lives.video_uuid = chat.video_uuid`;
const MESSAGE_QUERY = sql`SELECT message.*, author.muted_until, author.banned_at
  FROM live_chat_messages AS message LEFT JOIN live_chat_authors AS author
    ON author.video_uuid = message.video_uuid AND author.author = message.author`;

/** The activity of the viewers on one network. */
interface NetworkState {
  muted_until: Date | null;
  written: number;
}

/** Identifies the chat of a client's live. */
export interface ChatKey {
  client_uuid: string;
  video_uuid: string;
}

/** Creates the repository of the chats of lives. Each query filters by client, except for the `…ForEdge` queries of edges. */
export function createLiveChatsRepository(db: Tx) {
  return {
    async findChat(clientUuid: string, videoUuid: string): Promise<RunningChat | undefined> {
      const { rows } =
        await sql<RunningChat>`${CHAT_QUERY} WHERE chat.client_uuid = ${clientUuid} AND chat.video_uuid = ${videoUuid}`.execute(
          db,
        );
      return rows[0];
    },

    async findForEdge(videoUuid: string): Promise<RunningChat | undefined> {
      const { rows } = await sql<RunningChat>`${CHAT_QUERY} WHERE chat.video_uuid = ${videoUuid}`.execute(db);
      return rows[0];
    },

    async listForEdge(videoUuids: readonly string[]): Promise<RunningChat[]> {
      if (videoUuids.length === 0) return [];
      const { rows } =
        await sql<RunningChat>`${CHAT_QUERY} WHERE chat.video_uuid = ANY(${videoUuids}::uuid[])`.execute(db);
      return rows;
    },

    /** Places are assigned and visible in order: assigning one holds the row lock until the commit. */
    async lock({ client_uuid, video_uuid }: ChatKey): Promise<LiveChat | undefined> {
      return db
        .selectFrom("live_chats")
        .selectAll()
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },

    async makeSure({ client_uuid, video_uuid }: ChatKey): Promise<void> {
      await db
        .insertInto("live_chats")
        .values({ client_uuid, video_uuid })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async update({ client_uuid, video_uuid }: ChatKey, columns: Updateable<LiveChatRow>): Promise<void> {
      await db
        .updateTable("live_chats")
        .set(columns)
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .execute();
    },

    async count({ client_uuid, video_uuid }: ChatKey): Promise<{ messages: number; held: number }> {
      const { rows } = await sql<{ messages: number; held: number }>`
        SELECT count(*) FILTER (WHERE state = 'shown')::integer AS messages,
          count(*) FILTER (WHERE state = 'held')::integer AS held
        FROM live_chat_messages WHERE client_uuid = ${client_uuid} AND video_uuid = ${video_uuid}`.execute(
        db,
      );
      return rows[0] ?? { messages: 0, held: 0 };
    },

    listMessages(
      { client_uuid, video_uuid }: ChatKey,
      ids: readonly string[],
    ): Promise<Selectable<LiveChatMessageRow>[]> {
      return db
        .selectFrom("live_chat_messages")
        .selectAll()
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .where(sql<boolean>`id = ANY(${ids}::text[])`)
        .execute();
    },

    async findMessage({ client_uuid, video_uuid }: ChatKey, id: string): Promise<FoundMessage | undefined> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid} AND message.id = ${id}`.execute(
        db,
      );
      return rows[0];
    },

    /** Lists the latest shown messages, oldest first. */
    async listLatest({ client_uuid, video_uuid }: ChatKey, limit: number): Promise<FoundMessage[]> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid} AND message.state = 'shown'
        ORDER BY message.position DESC LIMIT ${limit}`.execute(db);
      return rows.reverse();
    },

    /** Lists the messages that were added or changed after a position, in the order of their changes. */
    async listSince(
      { client_uuid, video_uuid }: ChatKey,
      since: number,
      limit: number,
    ): Promise<FoundMessage[]> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid} AND message.seq > ${since}
        ORDER BY message.seq LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Lists the messages before a place for moderators, including held and deleted ones, oldest first. */
    async listBefore(
      { client_uuid, video_uuid }: ChatKey,
      {
        before,
        only,
        limit,
      }: { before: number | undefined; only: "all" | "held" | "questions"; limit: number },
    ): Promise<FoundMessage[]> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid}
          ${before === undefined ? sql`` : sql`AND message.position < ${before}`}
          ${only === "held" ? sql`AND message.state = 'held'` : sql``}
          ${
            only === "questions"
              ? sql`AND message.kind = 'question' AND message.answer IS NULL AND message.state = 'shown'`
              : sql``
          }
        ORDER BY message.position DESC LIMIT ${limit}`.execute(db);
      return rows.reverse();
    },

    /** Lists the messages after a place for an export, without deleted ones. */
    async listAfter(
      { client_uuid, video_uuid }: ChatKey,
      after: number,
      limit: number,
    ): Promise<FoundMessage[]> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid}
          AND message.state <> 'deleted' AND message.position > ${after}
        ORDER BY message.position LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Lists the messages shown during a part of the live. */
    async listSeen(
      { client_uuid, video_uuid }: ChatKey,
      { from, to, limit }: { from: Date; to: Date; limit: number },
    ): Promise<FoundMessage[]> {
      const { rows } = await sql<FoundMessage>`${MESSAGE_QUERY}
        WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid} AND message.state = 'shown'
          AND message.seen_at >= ${from} AND message.seen_at < ${to}
        ORDER BY message.seen_at, message.position LIMIT ${limit}`.execute(db);
      return rows;
    },

    async addMessages(messages: Insertable<LiveChatMessageRow>[]): Promise<void> {
      if (messages.length > 0) await db.insertInto("live_chat_messages").values(messages).execute();
    },

    async updateMessage(
      { client_uuid, video_uuid }: ChatKey,
      id: string,
      columns: Updateable<LiveChatMessageRow>,
    ): Promise<void> {
      await db
        .updateTable("live_chat_messages")
        .set(columns)
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .where("id", "=", id)
        .execute();
    },

    /** Empties all messages of an author. @returns the last assigned place. */
    async deleteMessagesOf(
      { client_uuid, video_uuid }: ChatKey,
      author: string,
      seq: number,
    ): Promise<number> {
      const { rows } = await sql<{ seq: number }>`WITH gone AS (
          SELECT id, row_number() OVER (ORDER BY position) AS n FROM live_chat_messages
          WHERE client_uuid = ${client_uuid} AND video_uuid = ${video_uuid} AND author = ${author}
            AND state <> 'deleted')
        UPDATE live_chat_messages AS message
        SET state = 'deleted', text = '', answer = NULL, answer_name = NULL, seq = ${seq} + gone.n
        FROM gone WHERE message.client_uuid = ${client_uuid} AND message.video_uuid = ${video_uuid}
          AND message.id = gone.id RETURNING message.seq`.execute(db);
      return rows.reduce((last, row) => Math.max(last, row.seq), seq);
    },

    listAuthors({ client_uuid, video_uuid }: ChatKey, authors: readonly string[]): Promise<LiveChatAuthor[]> {
      return db
        .selectFrom("live_chat_authors")
        .selectAll()
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .where(sql<boolean>`author = ANY(${authors}::text[])`)
        .execute();
    },

    /** Lists the authors who hold these names. */
    async listNamed(
      { client_uuid, video_uuid }: ChatKey,
      keys: readonly string[],
    ): Promise<LiveChatAuthor[]> {
      return db
        .selectFrom("live_chat_authors")
        .selectAll()
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .where(sql<boolean>`name_key = ANY(${keys}::text[])`)
        .execute();
    },

    async listBannedNetworks(
      { client_uuid, video_uuid }: ChatKey,
      networks: readonly string[],
    ): Promise<Set<string>> {
      const { rows } = await sql<{ network: string }>`SELECT DISTINCT network FROM live_chat_authors
        WHERE client_uuid = ${client_uuid} AND video_uuid = ${video_uuid}
          AND banned_at IS NOT NULL AND network = ANY(${networks}::text[])`.execute(db);
      return new Set(rows.map(({ network }) => network));
    },

    /** Reads for each network when its last time-out ends, and how many of its viewers wrote within the last seconds. */
    async listNetworks(
      { client_uuid, video_uuid }: ChatKey,
      networks: readonly string[],
      withinSec: number,
    ): Promise<Map<string, NetworkState>> {
      const { rows } = await sql<NetworkState & { network: string }>`
        SELECT network, max(muted_until) FILTER (WHERE muted_until > now()) AS muted_until,
          count(*) FILTER (WHERE last_at > now() - ${withinSec} * interval '1 second')::integer AS written
        FROM live_chat_authors
        WHERE client_uuid = ${client_uuid} AND video_uuid = ${video_uuid} AND network = ANY(${networks}::text[])
        GROUP BY network`.execute(db);
      return new Map(rows.map(({ network, ...state }) => [network, state]));
    },

    /** Saves authors with their names. All previous names are released first, because authors may swap names. */
    async saveAuthors(
      { client_uuid, video_uuid }: ChatKey,
      authors: Insertable<LiveChatAuthorRow>[],
    ): Promise<void> {
      if (authors.length === 0) return;
      const keys = new Map(authors.map(({ author, name_key }) => [author, name_key]));
      await sql`UPDATE live_chat_authors AS known SET name_key = ' ' || known.author
        FROM unnest(${[...keys.keys()]}::text[], ${[...keys.values()]}::text[]) AS next(author, name_key)
        WHERE known.client_uuid = ${client_uuid} AND known.video_uuid = ${video_uuid}
          AND known.author = next.author AND known.name_key <> next.name_key`.execute(db);
      await db
        .insertInto("live_chat_authors")
        .values(authors)
        .onConflict((conflict) =>
          conflict.columns(["video_uuid", "author"]).doUpdateSet(({ ref }) => ({
            name: ref("excluded.name"),
            name_key: ref("excluded.name_key"),
            network: ref("excluded.network"),
            last_at: ref("excluded.last_at"),
          })),
        )
        .execute();
    },

    async updateAuthor(
      { client_uuid, video_uuid }: ChatKey,
      author: string,
      columns: Updateable<LiveChatAuthorRow>,
    ): Promise<void> {
      await db
        .updateTable("live_chat_authors")
        .set(columns)
        .where("client_uuid", "=", client_uuid)
        .where("video_uuid", "=", video_uuid)
        .where("author", "=", author)
        .execute();
    },

    /** Lists the names that viewers cannot take: the client's name and its users' names. */
    async listReserved(clientUuid: string): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        SELECT username AS name FROM users WHERE client_uuid = ${clientUuid}
        UNION ALL SELECT name FROM users WHERE client_uuid = ${clientUuid} AND name IS NOT NULL
        UNION ALL SELECT name FROM clients WHERE uuid = ${clientUuid}`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Finds the live that an archive or a clip was made from. */
    findArchive: (videoUuid: string) =>
      db
        .selectFrom("live_archives")
        .select(["live_uuid", "started_at"])
        .where("video_uuid", "=", videoUuid)
        .executeTakeFirst(),

    /** Finds the video that a cut was made from. */
    findCut: (videoUuid: string) =>
      db
        .selectFrom("cuts")
        .select(["origin_uuid", "in_sec", "out_sec"])
        .where("video_uuid", "=", videoUuid)
        .executeTakeFirst(),

    findDuration: (videoUuid: string) =>
      db.selectFrom("videos").select("duration_sec").where("uuid", "=", videoUuid).executeTakeFirst(),

    /** Lists users that an edge has recognised as signed in. */
    async listUsersForEdge(uuids: readonly string[]) {
      if (uuids.length === 0) return [];
      return db
        .selectFrom("users")
        .select(["uuid", "client_uuid", "username", "roles"])
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute();
    },

    /** Lists the live with all its recordings and cuts. */
    async listCopies({ client_uuid, video_uuid }: ChatKey): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`WITH RECURSIVE copies AS (
          SELECT uuid FROM videos WHERE client_uuid = ${client_uuid} AND uuid = ${video_uuid}
          UNION SELECT videos.uuid FROM videos JOIN copies ON videos.origin_uuid = copies.uuid
            WHERE videos.client_uuid = ${client_uuid})
        SELECT uuid FROM copies`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },
  };
}

/**
 * Deletes messages beyond their chat's retention in batches, and authors without messages.
 * @returns the number of deleted messages.
 */
export async function pruneMessages(db: Tx, limit: number): Promise<number> {
  const { rows } = await sql`DELETE FROM live_chat_messages AS old USING (
      SELECT message.video_uuid, message.id FROM live_chat_messages AS message
        JOIN live_chats AS chat ON chat.video_uuid = message.video_uuid
        JOIN videos ON videos.uuid = chat.video_uuid
      WHERE message.created_at < now() - chat.kept_days * interval '1 day' OR videos.is_deleted
      LIMIT ${limit}) AS due
    WHERE old.video_uuid = due.video_uuid AND old.id = due.id RETURNING old.id`.execute(db);
  await sql`DELETE FROM live_chat_authors AS author USING live_chats AS chat
    WHERE chat.video_uuid = author.video_uuid
      AND coalesce(author.last_at, '-infinity') < now() - chat.kept_days * interval '1 day'
      AND NOT EXISTS (SELECT FROM live_chat_messages AS message
        WHERE message.video_uuid = author.video_uuid AND message.author = author.author)`.execute(db);
  return rows.length;
}

export const settingsOf = (chat: LiveChat): LiveChatSettings => ({
  isOn: chat.is_on,
  slowSec: chat.slow_sec,
  writers: chat.writers,
  heldWords: chat.held_words,
  consent: chat.consent,
  keptDays: chat.kept_days,
});
