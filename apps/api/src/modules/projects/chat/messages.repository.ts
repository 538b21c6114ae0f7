import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { type ChatFileRow, type ChatMessageRow, type ChatPreviewRow, WITHOUT_ACCENTS } from "./chat.table.ts";
import type { FoundRoom } from "./rooms.repository.ts";

/** The maximum length of the quoted text of a message that is replied to. */
const QUOTED_LENGTH = 300;

export interface FoundMessage {
  room_uuid: string;
  id: string;
  client_uuid: string;
  position: number;
  seq: number;
  sender_uuid: string | null;
  sender: string;
  is_agent: boolean;
  text: string;
  mentions: string[];
  mention_uuids: string[];
  mentions_room: boolean;
  forwarded_sender: string | null;
  forwarded_at: Date | null;
  pinned_by: string | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  revision: number;
  reply_id: string | null;
  reply_sender_uuid: string | null;
  reply_sender: string | null;
  reply_text: string | null;
  reply_has_files: boolean;
  reply_is_deleted: boolean;
  created_us: number;
}
export interface FoundReaction {
  room_uuid: string;
  message_id: string;
  emoji: string;
  user_uuid: string | null;
  name: string;
}
export interface StoredMessageFile {
  uuid: string;
  room_uuid: string;
  message_id: string;
  object_uuid: string;
  name: string;
  media_type: string;
  size_bytes: number;
  is_audio: boolean;
  duration_ms: number | null;
  waveform: number[] | null;
  width: number | null;
  height: number | null;
}
/** A file with its preview, if it has one. */
export interface FoundFile extends StoredMessageFile {
  /** The kind of the preview; null until a worker has created it. */
  preview_kind: ChatPreviewRow["kind"] | null;
  has_preview: boolean;
}

type RoomOf = Pick<FoundRoom, "uuid" | "client_uuid">;

interface SearchNarrowing {
  room?: string | undefined;
  from?: string | undefined;
  after?: SearchCursor | undefined;
  limit: number;
}

/**
 * The number of latest messages, of a client or a room, that a search scans one by one: if they do not fill a page of 31,
 * the word occurs in fewer than 0.7 % of messages.
 */
const SCANNED_MESSAGES = 5_000;
/** The maximum number of rooms that a search passes to the index of words. */
const MAX_SEARCHED_ROOMS = 100;

/** The position in search results after which the next page starts. */
interface SearchCursor {
  createdUs: number;
  room: string;
  id: string;
}

const MESSAGE_COLUMNS = sql`message.room_uuid, message.id, message.client_uuid, message.position, message.seq,
  message.sender_uuid, coalesce(sender.username, message.sender_name) AS sender, message.is_agent, message.text,
  message.mentions, message.mention_uuids, message.mentions_room, message.forwarded_sender, message.forwarded_at,
  message.pinned_by, message.created_at, message.edited_at, message.deleted_at, message.revision,
  reply.id AS reply_id, reply.sender_uuid AS reply_sender_uuid,
  coalesce(reply_sender.username, reply.sender_name) AS reply_sender,
  left(reply.text, ${sql.lit(QUOTED_LENGTH)}) AS reply_text, reply.deleted_at IS NOT NULL AS reply_is_deleted,
  EXISTS (SELECT FROM chat_files AS quoted WHERE quoted.room_uuid = reply.room_uuid AND quoted.message_id = reply.id)
    AS reply_has_files,
  (extract(epoch FROM message.created_at) * 1000000)::bigint AS created_us`;
const MESSAGE_TABLES = sql`chat_messages AS message
  LEFT JOIN users AS sender ON sender.uuid = message.sender_uuid
  LEFT JOIN chat_messages AS reply ON reply.room_uuid = message.room_uuid AND reply.id = message.reply_id
  LEFT JOIN users AS reply_sender ON reply_sender.uuid = reply.sender_uuid`;

/** Creates the repository of the messages of rooms. The caller must have found the user in the room. */
export function createMessagesRepository(db: Tx) {
  const list = async (
    { uuid, client_uuid }: RoomOf,
    condition: RawBuilder<unknown>,
    rest: RawBuilder<unknown>,
  ): Promise<FoundMessage[]> => {
    const { rows } = await sql<FoundMessage>`SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}
      WHERE message.client_uuid = ${client_uuid} AND message.room_uuid = ${uuid} AND ${condition} ${rest}`.execute(
      db,
    );
    return rows;
  };

  return {
    async findMessage(room: RoomOf, id: string): Promise<FoundMessage | undefined> {
      const [found] = await list(room, sql`message.id = ${id}`, sql``);
      return found;
    },

    /** Lists the latest messages, newest first. Skipped messages are counted only with the index. */
    listLatest: (room: RoomOf, limit: number, offset = 0) =>
      list(
        room,
        offset === 0
          ? sql`true`
          : sql`message.position <= (SELECT position FROM chat_messages
              WHERE room_uuid = ${room.uuid} ORDER BY position DESC LIMIT 1 OFFSET ${offset})`,
        sql`ORDER BY message.position DESC LIMIT ${limit}`,
      ),

    /** Lists messages before a position, newest first. */
    listBefore: (room: RoomOf, position: number, limit: number) =>
      list(room, sql`message.position < ${position}`, sql`ORDER BY message.position DESC LIMIT ${limit}`),

    /** Lists messages from a position, oldest first. */
    listFrom: (room: RoomOf, position: number, limit: number) =>
      list(room, sql`message.position >= ${position}`, sql`ORDER BY message.position LIMIT ${limit}`),

    /** Lists messages changed since a sequence number, in the order of their last change. */
    listChanges: (room: RoomOf, since: number, limit: number) =>
      list(room, sql`message.seq > ${since}`, sql`ORDER BY message.seq LIMIT ${limit}`),

    listPins: (room: RoomOf, limit: number) =>
      list(room, sql`message.pinned_at IS NOT NULL`, sql`ORDER BY message.pinned_at DESC LIMIT ${limit}`),

    async countPins({ uuid, client_uuid }: RoomOf): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM chat_messages
        WHERE client_uuid = ${client_uuid} AND room_uuid = ${uuid} AND pinned_at IS NOT NULL`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** Finds the position of the first message since a date; undefined if there is none. */
    async findPositionAt({ uuid, client_uuid }: RoomOf, date: Date): Promise<number | undefined> {
      const { rows } = await sql<{ position: number }>`SELECT position FROM chat_messages
        WHERE client_uuid = ${client_uuid} AND room_uuid = ${uuid} AND created_at >= ${date}
        ORDER BY created_at, position LIMIT 1`.execute(db);
      return rows[0]?.position;
    },

    /** Lists the last message of each room. */
    async listLast(
      rooms: readonly Pick<FoundRoom, "uuid" | "client_uuid" | "last_position">[],
    ): Promise<FoundMessage[]> {
      const written = rooms.filter(({ last_position }) => last_position > 0);
      if (written.length === 0) return [];
      const { rows } = await sql<FoundMessage>`SELECT ${MESSAGE_COLUMNS} FROM
        unnest(${written.map(({ uuid }) => uuid)}::uuid[], ${written.map(({ last_position }) => last_position)}::bigint[])
          AS wanted(room, place)
        JOIN ${MESSAGE_TABLES} ON message.room_uuid = wanted.room AND message.position = wanted.place
        WHERE message.client_uuid = ANY(${[...new Set(written.map(({ client_uuid }) => client_uuid))]}::uuid[])`.execute(
        db,
      );
      return rows;
    },

    async addMessage(message: Insertable<ChatMessageRow>): Promise<void> {
      await db.insertInto("chat_messages").values(message).execute();
    },

    async updateMessage(room: RoomOf, id: string, change: Updateable<ChatMessageRow>): Promise<void> {
      await db
        .updateTable("chat_messages")
        .set(change)
        .where("client_uuid", "=", room.client_uuid)
        .where("room_uuid", "=", room.uuid)
        .where("id", "=", id)
        .execute();
    },

    /** Advances the room's sequence number; a new message moves the room to the top. */
    async advance(
      room: RoomOf,
      seq: number,
      written?: { isByAgent: boolean; isSupport: boolean },
    ): Promise<{ lastAt: Date }> {
      const { rows } = await sql<{ last_at: Date }>`UPDATE chat_rooms SET seq = ${seq}
        ${
          written
            ? sql`, last_position = ${seq}, message_count = message_count + 1, last_at = clock_timestamp(), waiting_since = CASE
              WHEN NOT ${written.isSupport}::boolean OR ${written.isByAgent}::boolean THEN NULL
              ELSE coalesce(waiting_since, clock_timestamp()) END`
            : sql``
        }
        WHERE client_uuid = ${room.client_uuid} AND uuid = ${room.uuid} RETURNING last_at`.execute(db);
      return { lastAt: rows[0]?.last_at ?? new Date() };
    },

    /** Finds a person's last message with this text, if it is recent. */
    async findRecent(
      room: RoomOf,
      userUuid: string,
      text: string,
      seconds: number,
    ): Promise<string | undefined> {
      const { rows } = await sql<{ id: string; text: string }>`SELECT id, text FROM chat_messages
        WHERE client_uuid = ${room.client_uuid} AND room_uuid = ${room.uuid} AND sender_uuid = ${userUuid}
          AND created_at > clock_timestamp() - make_interval(secs => ${seconds})
        ORDER BY position DESC LIMIT 1`.execute(db);
      return rows[0]?.text === text ? rows[0].id : undefined;
    },

    /** @returns whether the reaction was new. */
    async addReaction(
      { room_uuid, id, client_uuid }: FoundMessage,
      { userUuid, username }: { userUuid: string; username: string },
      emoji: string,
    ): Promise<boolean> {
      const added = await db
        .insertInto("chat_reactions")
        .values({ room_uuid, message_id: id, client_uuid, user_uuid: userUuid, name: username, emoji })
        .onConflict((conflict) => conflict.doNothing())
        .returning("emoji")
        .executeTakeFirst();
      return added !== undefined;
    },

    /** @returns whether the reaction existed. */
    async removeReaction(
      { room_uuid, id, client_uuid }: FoundMessage,
      userUuid: string,
      emoji: string,
    ): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("chat_reactions")
        .where("client_uuid", "=", client_uuid)
        .where("room_uuid", "=", room_uuid)
        .where("message_id", "=", id)
        .where("user_uuid", "=", userUuid)
        .where("emoji", "=", emoji)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async listReactions(messages: readonly FoundMessage[]): Promise<FoundReaction[]> {
      if (messages.length === 0) return [];
      const { rows } =
        await sql<FoundReaction>`SELECT given.room_uuid, given.message_id, given.emoji, given.user_uuid,
          coalesce(users.username, given.name) AS name
        FROM ${keysOf(messages)} JOIN chat_reactions AS given ON given.room_uuid = wanted.room AND given.message_id = wanted.id
          LEFT JOIN users ON users.uuid = given.user_uuid
        WHERE given.client_uuid = ANY(${clientsOf(messages)}::uuid[]) ORDER BY given.added_at`.execute(db);
      return rows;
    },

    async listFiles(messages: readonly FoundMessage[]): Promise<FoundFile[]> {
      if (messages.length === 0) return [];
      const { rows } =
        await sql<FoundFile>`SELECT kept.uuid, kept.room_uuid, kept.message_id, kept.object_uuid, kept.name,
          kept.media_type, kept.size_bytes, kept.is_audio, coalesce(shown.duration_ms, kept.duration_ms) AS duration_ms,
          coalesce(kept.waveform, shown.waveform) AS waveform, coalesce(shown.width, kept.width) AS width,
          coalesce(shown.height, kept.height) AS height, shown.kind AS preview_kind,
          coalesce(shown.size_bytes, 0) > 0 AS has_preview
        FROM ${keysOf(messages)} JOIN chat_files AS kept ON kept.room_uuid = wanted.room AND kept.message_id = wanted.id
          LEFT JOIN chat_previews AS shown ON shown.object_uuid = kept.object_uuid
        WHERE kept.client_uuid = ANY(${clientsOf(messages)}::uuid[]) ORDER BY kept.added_at`.execute(db);
      return rows;
    },

    /** Locks the files of a message that is being forwarded, so that none is removed before both messages refer to it. */
    async lockFiles({ room_uuid, id, client_uuid }: FoundMessage): Promise<StoredMessageFile[]> {
      const { rows } =
        await sql<StoredMessageFile>`SELECT uuid, room_uuid, message_id, object_uuid, name, media_type, size_bytes,
          is_audio, duration_ms, waveform, width, height FROM chat_files
        WHERE client_uuid = ${client_uuid} AND room_uuid = ${room_uuid} AND message_id = ${id}
        ORDER BY added_at FOR KEY SHARE`.execute(db);
      return rows;
    },

    async addFile(file: Insertable<ChatFileRow>): Promise<void> {
      await db.insertInto("chat_files").values(file).execute();
    },

    async removeFiles({ room_uuid, id, client_uuid }: FoundMessage): Promise<void> {
      await db
        .deleteFrom("chat_files")
        .where("client_uuid", "=", client_uuid)
        .where("room_uuid", "=", room_uuid)
        .where("message_id", "=", id)
        .execute();
    },

    async removeReactions({ room_uuid, id, client_uuid }: FoundMessage): Promise<void> {
      await db
        .deleteFrom("chat_reactions")
        .where("client_uuid", "=", client_uuid)
        .where("room_uuid", "=", room_uuid)
        .where("message_id", "=", id)
        .execute();
    },

    /**
     * Searches messages of all rooms of a user, newest first. A frequent word fills a page from the latest messages; any other
     * is rare enough to be sorted by date.
     * @param words the words, of letters and digits; the last may be incomplete.
     */
    async search(
      { clientUuid, userUuid }: { clientUuid: string; userUuid: string },
      words: readonly string[],
      { room, from, after, limit }: SearchNarrowing,
    ): Promise<FoundMessage[]> {
      const wanted = sql`to_tsquery('simple', translate(lower(${`${words.join(" & ")}:*`}),
        ${sql.lit(WITHOUT_ACCENTS[0])}, ${sql.lit(WITHOUT_ACCENTS[1])}))`;
      const isAfter = (table: string) =>
        after === undefined
          ? sql``
          : sql`AND ((extract(epoch FROM ${sql.ref(`${table}.created_at`)}) * 1000000)::bigint,
              ${sql.ref(`${table}.room_uuid`)}, ${sql.ref(`${table}.id`)})
              < (${after.createdUs}, ${after.room}::uuid, ${after.id})`;
      const { rows: rooms } =
        room === undefined
          ? await sql<{ room_uuid: string }>`SELECT room_uuid FROM chat_members
              WHERE user_uuid = ${userUuid} AND client_uuid = ${clientUuid}`.execute(db)
          : { rows: [{ room_uuid: room }] };
      if (rooms.length === 0) return [];
      const findIn = async (hits: RawBuilder<unknown>) => {
        // OFFSET 0 keeps the planner from inlining the subquery; a temporary table would be written to disk for 100,000
        // hits.
        const { rows } = await sql<FoundMessage>`WITH found AS MATERIALIZED (
            SELECT hit.room_uuid, hit.id FROM (${hits} OFFSET 0) AS hit
              JOIN chat_members AS member ON member.room_uuid = hit.room_uuid AND member.user_uuid = ${userUuid}
            WHERE hit.client_uuid = ${clientUuid} AND hit.deleted_at IS NULL
              ${room === undefined ? sql`` : sql`AND hit.room_uuid = ${room}`}
              ${from === undefined ? sql`` : sql`AND hit.sender_uuid = ${from}`} ${isAfter("hit")}
            ORDER BY hit.created_at DESC, hit.room_uuid DESC, hit.id DESC LIMIT ${limit})
          SELECT ${MESSAGE_COLUMNS} FROM found JOIN ${MESSAGE_TABLES} ON message.room_uuid = found.room_uuid AND message.id = found.id
          WHERE message.client_uuid = ${clientUuid}
          ORDER BY message.created_at DESC, message.room_uuid DESC, message.id DESC`.execute(db);
        return rows;
      };
      const columns = sql`room_uuid, id, client_uuid, sender_uuid, created_at, deleted_at`;
      const latest = await findIn(sql`SELECT ${columns} FROM (SELECT * FROM chat_messages AS written
          WHERE written.client_uuid = ${clientUuid} ${room === undefined ? sql`` : sql`AND written.room_uuid = ${room}`}
            ${after === undefined ? sql`` : sql`AND written.created_at <= to_timestamp(${after.createdUs + 1}::numeric / 1000000)`}
          ORDER BY written.created_at DESC LIMIT ${sql.lit(SCANNED_MESSAGES)}) AS last WHERE words @@ ${wanted}`);
      if (latest.length === limit) return latest;
      const marks =
        rooms.length > MAX_SEARCHED_ROOMS
          ? [`@${clientUuid}`]
          : rooms.map(({ room_uuid }) => `#${room_uuid}`);
      // Only the words select messages: the planner can only guess how rare a prefix is, and might read all messages by date.
      return findIn(sql`SELECT ${columns} FROM chat_messages
        WHERE words @@ (${wanted} && ${marks.map((mark) => `'${mark}'`).join(" | ")}::tsquery)`);
    },
  };
}
const keysOf = (
  messages: readonly FoundMessage[],
) => sql`unnest(${messages.map(({ room_uuid }) => room_uuid)}::uuid[],
  ${messages.map(({ id }) => id)}::text[]) AS wanted(room, id)`;
const clientsOf = (messages: readonly FoundMessage[]) => [
  ...new Set(messages.map(({ client_uuid }) => client_uuid)),
];

/** Removes the next stored files without messages from the list. @returns the uuids of their objects. */
export async function claimChatFileSweeps(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{
    object_uuid: string;
    is_used: boolean;
  }>`WITH taken AS (DELETE FROM chat_file_sweeps
    WHERE object_uuid IN (SELECT object_uuid FROM chat_file_sweeps LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING object_uuid), judged AS (
      SELECT taken.object_uuid, EXISTS (SELECT FROM chat_files AS kept WHERE kept.object_uuid = taken.object_uuid) AS is_used
      FROM taken), forgotten AS (DELETE FROM chat_previews
        WHERE object_uuid IN (SELECT object_uuid FROM judged WHERE NOT is_used))
    SELECT object_uuid, is_used FROM judged`.execute(tx);
  return rows.filter(({ is_used }) => !is_used).map(({ object_uuid }) => object_uuid);
}
