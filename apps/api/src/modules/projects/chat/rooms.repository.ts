import { type ChatRoomKind, type Language, MAX_CHAT_UNREAD_COUNT, type Role } from "@shoal/contract";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import type { ChatRoomRow } from "./chat.table.ts";
import { type ChatCaller, isAgent } from "./chat-caller.ts";

export interface FoundRoom {
  uuid: string;
  client_uuid: string;
  kind: ChatRoomKind;
  title: string;
  team_uuid: string | null;
  project_uuid: string | null;
  other_uuid: string | null;
  other_name: string | null;
  client_name: string;
  waiting_since: Date | null;
  assignee_uuid: string | null;
  assignee_name: string | null;
  seq: number;
  last_position: number;
  message_count: number;
  last_at: Date;
  created_at: Date;
  revision: number;
  is_member: boolean;
  is_owner: boolean;
  /** Whether the room belongs to an archived project. */
  is_read_only: boolean;
  read_position: number;
  mailed_position: number;
  is_muted: boolean;
  is_starred: boolean;
  is_archived: boolean;
  people_count: number;
  unread_count: number;
  mention_count: number;
  /** The value of `last_at` in µs since 1970, for the cursor. */
  last_us: number;
}

export interface FoundPerson {
  uuid: string;
  username: string;
  is_agent: boolean;
  is_owner: boolean;
  read_position: number;
}

/** The position in the list of rooms after which the next page starts. */
export interface RoomCursor {
  isStarred: boolean;
  lastUs: number;
  uuid: string;
}

interface RoomNarrowing {
  kind?: ChatRoomKind | "all";
  isArchived?: boolean;
  search?: string | undefined;
  after?: RoomCursor | undefined;
  limit?: number;
  offset?: number;
}

const LAST_AT_US = sql`(extract(epoch FROM room.last_at) * 1000000)::bigint`;

/** Selects the unread messages of a user after a position. */
const unreadSql = (userUuid: string, position: RawBuilder<unknown>) => sql`
  SELECT written.mentions_room OR ${userUuid}::uuid = ANY(written.mention_uuids) AS is_mention
  FROM chat_messages AS written WHERE written.room_uuid = room.uuid AND written.position > ${position}
    AND written.deleted_at IS NULL AND written.sender_uuid IS DISTINCT FROM ${userUuid}::uuid
  ORDER BY written.position LIMIT ${sql.lit(MAX_CHAT_UNREAD_COUNT)}`;

/** Selects the columns of a room as a user sees it. */
const columnsFor = ({ userUuid }: Pick<ChatCaller, "userUuid">) => sql`
  room.uuid, room.client_uuid, room.kind, room.team_uuid, room.project_uuid, room.waiting_since, room.assignee_uuid,
  room.seq, room.last_position, room.message_count, room.last_at, room.created_at, room.revision, ${LAST_AT_US} AS last_us,
  CASE room.kind WHEN 'team' THEN team.name WHEN 'project' THEN project.name WHEN 'custom' THEN room.name
    WHEN 'support' THEN owner_client.name
    ELSE coalesce(other.username, room.pair_names[CASE WHEN room.pair[1] = ${userUuid} THEN 2 ELSE 1 END])
    END AS title,
  other.uuid AS other_uuid, other.username AS other_name, owner_client.name AS client_name,
  assignee.username AS assignee_name, member.user_uuid IS NOT NULL AS is_member,
  coalesce(CASE room.kind WHEN 'custom' THEN room.owner_uuid = ${userUuid}
    WHEN 'team' THEN team.owner_uuid = ${userUuid}
    WHEN 'project' THEN project.owner_uuid = ${userUuid} OR EXISTS (SELECT FROM project_collaborators AS direct
      WHERE direct.project_uuid = project.uuid AND direct.user_uuid = ${userUuid} AND direct.role = 'admin')
    END, false) AS is_owner,
  project.archived_at IS NOT NULL AS is_read_only,
  coalesce(member.read_position, 0) AS read_position,
  coalesce(member.mailed_position, 0) AS mailed_position, coalesce(member.is_muted, false) AS is_muted,
  coalesce(member.is_starred, false) AS is_starred, coalesce(member.is_archived, false) AS is_archived,
  (SELECT count(*)::int FROM chat_members AS each WHERE each.room_uuid = room.uuid AND NOT each.is_agent)
    AS people_count,
  unread.count AS unread_count, unread.mentions AS mention_count`;

/** Selects the rooms of a user, without their names. */
const roomsOf = ({ userUuid }: Pick<ChatCaller, "userUuid">) => sql`chat_rooms AS room
  JOIN chat_members AS member ON member.room_uuid = room.uuid AND member.user_uuid = ${userUuid}`;

/** Selects rooms with the names by which a user finds and sorts them. */
const namesFor = ({ userUuid }: Pick<ChatCaller, "userUuid">) => sql`chat_rooms AS room
  JOIN clients AS owner_client ON owner_client.uuid = room.client_uuid
  LEFT JOIN chat_members AS member ON member.room_uuid = room.uuid AND member.user_uuid = ${userUuid}
  LEFT JOIN teams AS team ON team.uuid = room.team_uuid
  LEFT JOIN projects AS project ON project.uuid = room.project_uuid
  LEFT JOIN users AS other ON room.kind = 'private' AND other.client_uuid = room.client_uuid
    AND other.uuid = CASE WHEN room.pair[1] = ${userUuid} THEN room.pair[2] ELSE room.pair[1] END
  LEFT JOIN users AS assignee ON assignee.uuid = room.assignee_uuid`;

const tablesFor = ({ userUuid }: Pick<ChatCaller, "userUuid">) => sql`${namesFor({ userUuid })}
  LEFT JOIN LATERAL (SELECT count(*)::int AS count, (count(*) FILTER (WHERE is_mention))::int AS mentions
    FROM (${unreadSql(userUuid, sql`coalesce(member.read_position, 0)`)}) AS counted) AS unread ON true`;

interface OwnRoom {
  clientUuid: string;
  userUuid: string;
  uuid: string;
}

/** Prepares a statement, because planning the joins takes ten times as long as running them, and most calls read a room. */
const prepareRoom = (isIn: RawBuilder<unknown>) =>
  prepareQuery(
    (_db, room: OwnRoom) => sql<FoundRoom>`SELECT ${columnsFor(room)} FROM ${tablesFor(room)}
      WHERE room.client_uuid = ${room.clientUuid} AND room.uuid = ${room.uuid} AND ${isIn} LIMIT 1`,
  );
/** Whether a user is in a room. Every user is in the support room of the client. */
const IS_IN_ROOM = sql`(member.user_uuid IS NOT NULL OR room.kind = 'support')`;
/** Whether an API key is in a room: it is in the rooms of projects without an owner, since it is in these projects. */
const IS_IN_FOR_KEY = sql`(room.kind = 'project' AND project.owner_uuid IS NULL)`;
/** The rooms of a page of a list, without an order. Prepared: planning the joins takes longer than running them. */
const readRooms = prepareQuery(
  (_db, p: { clientUuid: string; userUuid: string; uuids: readonly string[] }) =>
    sql<FoundRoom>`SELECT ${columnsFor(p)} FROM ${tablesFor(p)}
      WHERE room.client_uuid = ${p.clientUuid} AND room.uuid = ANY(${p.uuids}::uuid[]) AND member.user_uuid IS NOT NULL`,
);
const findRoomOfUser = prepareRoom(IS_IN_ROOM);
const findRoomOfKey = prepareRoom(IS_IN_FOR_KEY);

/** Creates the repository of rooms as a user sees them. */
export function createRoomsRepository(db: Tx) {
  const findBy = async (
    caller: ChatCaller,
    condition: RawBuilder<unknown>,
  ): Promise<FoundRoom | undefined> => {
    const { rows } = await sql<FoundRoom>`SELECT ${columnsFor(caller)} FROM ${tablesFor(caller)}
      WHERE ${condition} LIMIT 1`.execute(db);
    return rows[0];
  };

  async function listPeopleOf(
    clientUuid: string,
    roomUuids: readonly string[],
  ): Promise<(FoundPerson & { room_uuid: string })[]> {
    const { rows } = await sql<
      FoundPerson & { room_uuid: string }
    >`SELECT member.room_uuid, users.uuid, users.username, member.is_agent, member.read_position,
        coalesce(CASE room.kind WHEN 'custom' THEN room.owner_uuid = users.uuid
          WHEN 'team' THEN team.owner_uuid = users.uuid WHEN 'project' THEN project.owner_uuid = users.uuid
          END, false) AS is_owner
      FROM chat_members AS member JOIN users ON users.uuid = member.user_uuid
        JOIN chat_rooms AS room ON room.uuid = member.room_uuid
        LEFT JOIN teams AS team ON team.uuid = room.team_uuid
        LEFT JOIN projects AS project ON project.uuid = room.project_uuid
      WHERE member.client_uuid = ${clientUuid} AND member.room_uuid = ANY(${roomUuids}::uuid[])
        AND (NOT member.is_agent OR 'admin' = ANY(users.roles))
      ORDER BY lower(users.username)`.execute(db);
    return rows;
  }

  return {
    /** Finds a room of the client that the caller is in. Every user is in its support room. */
    async findRoom({ key, clientUuid, userUuid }: ChatCaller, uuid: string): Promise<FoundRoom | undefined> {
      const find = key ? findRoomOfKey : findRoomOfUser;
      const [room] = await find(db, { clientUuid, userUuid, uuid });
      return room;
    },

    /** Finds a room by its own uuid, or by its team's or project's uuid. */
    findNamedRoom: (caller: ChatCaller, uuid: string) =>
      findBy(
        caller,
        sql`room.client_uuid = ${caller.clientUuid} AND ${caller.key ? IS_IN_FOR_KEY : IS_IN_ROOM}
          AND (room.uuid = ${uuid} OR room.team_uuid = ${uuid} OR room.project_uuid = ${uuid})`,
      ),

    /** Finds the support room of any client, for an administrator. This crosses clients. */
    findSupportRoom: (caller: ChatCaller, uuid: string) =>
      findBy(caller, sql`room.kind = 'support' AND room.uuid = ${uuid}`),

    findOwnSupportRoom: (caller: ChatCaller) =>
      findBy(caller, sql`room.client_uuid = ${caller.clientUuid} AND room.kind = 'support'`),

    /** Lists the rooms of the caller, starred ones first when paging by cursor. */
    async listRooms(
      caller: ChatCaller,
      { kind = "all", isArchived, search, after, limit, offset = 0 }: RoomNarrowing,
    ): Promise<FoundRoom[]> {
      const isKind =
        kind === "all"
          ? sql`true`
          : kind === "team"
            ? sql`room.kind IN ('team', 'project')`
            : sql`room.kind = ${kind}`;
      const pattern = search === undefined ? undefined : likeAnywhere(search);
      const isFound =
        pattern === undefined
          ? sql`true`
          : sql`(team.name ILIKE ${pattern} OR project.name ILIKE ${pattern} OR room.name ILIKE ${pattern}
            OR other.username ILIKE ${pattern} OR (room.kind = 'support' AND owner_client.name ILIKE ${pattern})
            OR (room.kind <> 'support' AND room.uuid IN (SELECT each.room_uuid FROM chat_members AS each
              JOIN users ON users.uuid = each.user_uuid
              WHERE each.client_uuid = ${caller.clientUuid} AND users.username ILIKE ${pattern})))`;
      const isAfter =
        after === undefined
          ? sql`true`
          : sql`(member.is_starred, ${LAST_AT_US}, room.uuid) < (${after.isStarred}, ${after.lastUs}, ${after.uuid}::uuid)`;
      const order = sql`ORDER BY ${isArchived === undefined ? sql`` : sql`member.is_starred DESC,`}
        room.last_at DESC, room.uuid DESC`;
      // The rooms of a page are selected first, so that unread messages are counted only for them, and without the tables of
      // names if no name is searched for.
      const own = pattern === undefined ? roomsOf(caller) : namesFor(caller);
      const { rows: page } = await sql<{ uuid: string }>`SELECT room.uuid FROM ${own}
        WHERE room.client_uuid = ${caller.clientUuid} AND member.user_uuid IS NOT NULL AND ${isKind} AND ${isFound}
          AND ${isArchived === undefined ? sql`true` : sql`member.is_archived = ${isArchived}`} AND ${isAfter}
        ${order} ${limit === undefined ? sql`` : sql`LIMIT ${limit} OFFSET ${offset}`}`.execute(db);
      if (page.length === 0) return [];
      const uuids = page.map(({ uuid }) => uuid);
      const { clientUuid, userUuid } = caller;
      const found = new Map(
        (await readRooms(db, { clientUuid, userUuid, uuids })).map((room) => [room.uuid, room]),
      );
      // A room that was deleted or left between the two queries is missing.
      return uuids.flatMap((uuid) => found.get(uuid) ?? []);
    },

    /** Lists those of the rooms that the caller is a member of. */
    listAmong: ({ clientUuid, userUuid }: ChatCaller, uuids: readonly string[]): Promise<FoundRoom[]> =>
      readRooms(db, { clientUuid, userUuid, uuids }),

    /** Lists the last sequence numbers of those of the rooms that the caller is a member of. */
    async listSeqs(caller: ChatCaller, uuids: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{
        uuid: string;
        seq: number;
      }>`SELECT room.uuid, room.seq FROM ${roomsOf(caller)}
        WHERE room.client_uuid = ${caller.clientUuid} AND room.uuid = ANY(${uuids}::uuid[])`.execute(db);
      return new Map(rows.map(({ uuid, seq }) => [uuid, seq]));
    },

    async countRooms({ userUuid, clientUuid }: ChatCaller): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM chat_members
        WHERE user_uuid = ${userUuid} AND client_uuid = ${clientUuid}`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /**
     * Lists the support rooms of all clients: this crosses clients.
     * @param search a part of the name of a client, of an assignee or of a person in a room.
     */
    async listSupportRooms(
      caller: ChatCaller,
      { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
    ) {
      const pattern = search === undefined ? undefined : likeAnywhere(search);
      const isFound =
        pattern === undefined
          ? sql`true`
          : sql`(owner_client.name ILIKE ${pattern} OR assignee.username ILIKE ${pattern}
            OR EXISTS (SELECT FROM chat_members AS each JOIN users ON users.uuid = each.user_uuid
              WHERE each.room_uuid = room.uuid AND users.username ILIKE ${pattern}))`;
      const { rows } = await sql<FoundRoom>`SELECT ${columnsFor(caller)} FROM ${tablesFor(caller)}
        WHERE room.kind = 'support' AND room.last_position > 0 AND ${isFound}
        ORDER BY room.waiting_since NULLS LAST, room.last_at DESC, room.uuid
        LIMIT ${limit} OFFSET ${offset}`.execute(db);
      return rows;
    },

    /** Counts unread messages, except in archived rooms; in muted rooms, only messages that mention the caller. */
    async countUnseen({ userUuid, clientUuid }: ChatCaller): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
        SELECT FROM chat_members AS member JOIN chat_rooms AS room ON room.uuid = member.room_uuid
          CROSS JOIN LATERAL (${unreadSql(userUuid, sql`member.read_position`)}) AS unread
        WHERE member.user_uuid = ${userUuid} AND member.client_uuid = ${clientUuid} AND NOT member.is_archived
          AND room.last_position > member.read_position AND (unread.is_mention OR NOT member.is_muted)
        LIMIT ${MAX_CHAT_UNREAD_COUNT}) AS unseen`.execute(db);
      return rows[0]?.count ?? 0;
    },

    /** Counts waiting support rooms that are assigned to no one or to this administrator. This crosses clients. */
    async countWaiting({ userUuid }: ChatCaller): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
        SELECT FROM chat_rooms AS room LEFT JOIN chat_members AS member
            ON member.room_uuid = room.uuid AND member.user_uuid = ${userUuid}
          CROSS JOIN LATERAL (${unreadSql(userUuid, sql`coalesce(member.read_position, 0)`)}) AS unread
        WHERE room.kind = 'support' AND room.waiting_since IS NOT NULL
          AND (room.assignee_uuid IS NULL OR room.assignee_uuid = ${userUuid})
        LIMIT ${MAX_CHAT_UNREAD_COUNT}) AS unseen`.execute(db);
      return rows[0]?.count ?? 0;
    },

    async listPeople(clientUuid: string, roomUuid: string): Promise<FoundPerson[]> {
      return listPeopleOf(clientUuid, [roomUuid]);
    },

    /** Lists the people of several rooms of a client, by room. */
    async listPeopleByRoom(
      clientUuid: string,
      roomUuids: readonly string[],
    ): Promise<Map<string, FoundPerson[]>> {
      if (roomUuids.length === 0) return new Map();
      return Map.groupBy(await listPeopleOf(clientUuid, roomUuids), ({ room_uuid }) => room_uuid);
    },

    /** Locks a room for a change. The user is locked first, so that deleting a user and writing cannot deadlock. */
    async lockRoom(
      { userUuid, key }: ChatCaller,
      { client_uuid, uuid }: Pick<FoundRoom, "client_uuid" | "uuid">,
    ) {
      const { rows } = await sql<{ seq: number; last_position: number }>`WITH writer AS MATERIALIZED (
          SELECT uuid FROM users WHERE uuid = ${userUuid} FOR KEY SHARE)
        SELECT seq, last_position FROM chat_rooms
        WHERE client_uuid = ${client_uuid} AND uuid = ${uuid} AND (${key !== undefined}::boolean OR EXISTS (SELECT FROM writer))
        FOR NO KEY UPDATE`.execute(db);
      return rows[0];
    },

    async addRoom(room: Insertable<ChatRoomRow>): Promise<string | undefined> {
      const added = await db
        .insertInto("chat_rooms")
        .values(room)
        .onConflict((conflict) => conflict.doNothing())
        .returning("uuid")
        .executeTakeFirst();
      return added?.uuid;
    },

    async syncRoom(clientUuid: string, uuid: string): Promise<void> {
      await sql`SELECT sync_chat_room(uuid) FROM chat_rooms
        WHERE client_uuid = ${clientUuid} AND uuid = ${uuid}`.execute(db);
    },

    async updateRoom(
      clientUuid: string,
      uuid: string,
      change: { name?: string; assignee_uuid?: string | null; waiting_since?: Date | null },
    ): Promise<void> {
      await db
        .updateTable("chat_rooms")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteRoom(clientUuid: string, uuid: string): Promise<void> {
      await db
        .deleteFrom("chat_rooms")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Adds members; for new members, earlier messages count as read. @returns the new members. */
    async addMembers(
      { uuid, client_uuid, seq }: Pick<FoundRoom, "uuid" | "client_uuid" | "seq">,
      userUuids: readonly string[],
      isForSupport = false,
    ): Promise<string[]> {
      if (userUuids.length === 0) return [];
      const { rows } = await sql<{ user_uuid: string }>`
        INSERT INTO chat_members (room_uuid, client_uuid, user_uuid, is_agent, read_position, mailed_position)
        SELECT ${uuid}, ${client_uuid}, person, ${isForSupport}, ${seq}, ${seq}
          FROM unnest(${[...userUuids]}::uuid[]) WITH ORDINALITY AS listed(person, place) ORDER BY place
        ON CONFLICT DO NOTHING RETURNING user_uuid`.execute(db);
      return rows.map((row) => row.user_uuid);
    },

    async removeMember(clientUuid: string, roomUuid: string, userUuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("chat_members")
        .where("client_uuid", "=", clientUuid)
        .where("room_uuid", "=", roomUuid)
        .where("user_uuid", "=", userUuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async updateMember(
      clientUuid: string,
      roomUuid: string,
      userUuid: string,
      change: { is_muted?: boolean; is_starred?: boolean; is_archived?: boolean },
    ): Promise<void> {
      if (Object.keys(change).length === 0) return;
      await db
        .updateTable("chat_members")
        .set(change)
        .where("client_uuid", "=", clientUuid)
        .where("room_uuid", "=", roomUuid)
        .where("user_uuid", "=", userUuid)
        .execute();
    },

    /**
     * Moves a user's read mark; back only if requested. In a support room, reading makes the user a member; a user who has just
     * left another room must not become a member of it again.
     * @returns the mark's position, and whether it moved; undefined for a user who is not in the room.
     */
    async markRead(
      room: Pick<FoundRoom, "uuid" | "client_uuid" | "kind">,
      caller: ChatCaller,
      { position, isBack }: { position: number; isBack: boolean },
    ): Promise<{ position: number; isMoved: boolean } | undefined> {
      const isOf = sql`room_uuid = ${room.uuid} AND client_uuid = ${room.client_uuid} AND user_uuid = ${caller.userUuid}`;
      const before = sql`(SELECT read_position FROM before)`;
      const moved = sql`CASE WHEN ${isBack}::boolean THEN ${position}::bigint
        ELSE GREATEST(read_position, ${position}::bigint) END`;
      const { rows } = await sql<{ position: number; before: number | null }>`
        WITH before AS (SELECT read_position FROM chat_members WHERE ${isOf})
        UPDATE chat_members SET read_position = ${moved} WHERE ${isOf}
        RETURNING read_position AS position, ${before} AS before`.execute(db);
      const [row] = rows;
      if (row) return { position: row.position, isMoved: row.position !== row.before };
      if (room.kind !== "support") return undefined;
      const added = await this.addMembers({ ...room, seq: position }, [caller.userUuid], isAgent(caller));
      // Another page of the user may have added the row.
      return added.length > 0
        ? { position, isMoved: true }
        : this.markRead(room, caller, { position, isBack });
    },

    /** Finds users of a client by name or uuid. */
    async findUsers(
      clientUuid: string,
      wanted: readonly string[],
    ): Promise<{ uuid: string; username: string }[]> {
      if (wanted.length === 0) return [];
      const { rows } = await sql<{ uuid: string; username: string }>`SELECT uuid, username FROM users
        WHERE client_uuid = ${clientUuid} AND (lower(username) IN (SELECT lower(name) FROM unnest(${[...wanted]}::text[]) AS name)
          OR uuid::text IN (SELECT lower(name) FROM unnest(${[...wanted]}::text[]) AS name))`.execute(db);
      return rows;
    },

    /** Finds an administrator of the installation by name or uuid. This crosses clients. */
    async findAgent(wanted: string): Promise<{ uuid: string; username: string } | undefined> {
      const { rows } = await sql<{ uuid: string; username: string }>`SELECT uuid, username FROM users
        WHERE 'admin' = ANY(roles) AND (lower(username) = lower(${wanted}) OR uuid::text = lower(${wanted}))`.execute(
        db,
      );
      return rows[0];
    },

    async findPrivateRoom(clientUuid: string, pair: readonly string[]): Promise<string | undefined> {
      const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM chat_rooms
        WHERE client_uuid = ${clientUuid} AND kind = 'private' AND pair = ${[...pair]}::uuid[]`.execute(db);
      return rows[0]?.uuid;
    },

    /** Counts the client's rooms that users created; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<{ all: number; custom: number }> {
      await lockForAdding(db, clientUuid);
      const { rows } = await sql<{ all: number; custom: number }>`SELECT count(*)::int AS all,
          (count(*) FILTER (WHERE kind = 'custom'))::int AS custom
        FROM chat_rooms WHERE client_uuid = ${clientUuid} AND kind IN ('private', 'custom')`.execute(db);
      return rows[0] ?? { all: 0, custom: 0 };
    },

    /**
     * Counts the rooms that a user created within 24 hours, including rooms handed over. Further rooms of the user wait until the
     * end of the transaction.
     */
    async countMadeToday({ clientUuid, userUuid }: ChatCaller): Promise<number> {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`rooms of ${userUuid}`}, 0))`.execute(db);
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM chat_rooms
        WHERE client_uuid = ${clientUuid} AND maker_uuid = ${userUuid} AND created_at > now() - interval '24 hours'`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    /** Lists users of the client except the caller, with their private room with the caller. */
    async listUsers({ clientUuid, userUuid }: ChatCaller, search: string | undefined, limit: number) {
      const pattern = likeAnywhere(search ?? "");
      const { rows } = await sql<{
        uuid: string;
        username: string;
        name: string | null;
        room: string | null;
      }>`
        SELECT users.uuid, users.username, users.name, room.uuid AS room FROM users
          LEFT JOIN chat_rooms AS room ON room.client_uuid = users.client_uuid AND room.kind = 'private'
            AND room.pair = ARRAY[LEAST(users.uuid, ${userUuid}::uuid), GREATEST(users.uuid, ${userUuid}::uuid)]
        WHERE users.client_uuid = ${clientUuid} AND users.uuid <> ${userUuid}
          AND (users.username ILIKE ${pattern} OR users.name ILIKE ${pattern})
        ORDER BY lower(users.username) LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Lists memberships of sockets' users, and whether each room is a support room. */
    async listMemberships(
      userUuids: readonly string[],
    ): Promise<{ user_uuid: string; room_uuid: string; client_uuid: string }[]> {
      return db
        .selectFrom("chat_members")
        .select(["user_uuid", "room_uuid", "client_uuid"])
        .where(sql<boolean>`user_uuid = ANY(${[...userUuids]}::uuid[])`)
        .execute();
    },

    /** Lists which of these rooms are support rooms. */
    async listSupportOf(uuids: readonly string[]): Promise<string[]> {
      if (uuids.length === 0) return [];
      const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM chat_rooms
        WHERE kind = 'support' AND uuid = ANY(${[...uuids]}::uuid[])`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },

    async findUser(userUuid: string) {
      return db
        .selectFrom("users")
        .select(["uuid", "username", "client_uuid", "roles"])
        .where("uuid", "=", userUuid)
        .executeTakeFirst();
    },

    /** Lists users with messages that are unread since before a date and that no email has mentioned. */
    async listUnmailed(
      before: Date,
      { without, limit }: { without: readonly string[]; limit: number },
    ): Promise<string[]> {
      const { rows } = await sql<{
        user_uuid: string;
      }>`SELECT DISTINCT member.user_uuid FROM chat_rooms AS room
          JOIN chat_members AS member ON member.room_uuid = room.uuid
        WHERE room.last_at > ${before}::timestamptz - interval '1 day' AND NOT member.is_agent
          AND NOT member.user_uuid = ANY(${without}::uuid[])
          AND NOT member.is_archived AND room.last_position > GREATEST(member.read_position, member.mailed_position)
          AND EXISTS (SELECT FROM chat_messages AS written WHERE written.room_uuid = room.uuid
            AND written.position > GREATEST(member.read_position, member.mailed_position)
            AND written.created_at <= ${before} AND written.deleted_at IS NULL
            AND written.sender_uuid IS DISTINCT FROM member.user_uuid
            AND (NOT member.is_muted OR written.mentions_room OR member.user_uuid = ANY(written.mention_uuids)))
        LIMIT ${limit}`.execute(db);
      return rows.map((row) => row.user_uuid);
    },

    /** Marks rooms of a user as mailed, except those that another process is mailing. @returns their previous positions. */
    async markMailed(userUuid: string): Promise<Map<string, number>> {
      const { rows } = await sql<{ room_uuid: string; before: number }>`WITH locked AS (
          SELECT member.room_uuid, member.mailed_position, room.last_position FROM chat_members AS member
            JOIN chat_rooms AS room ON room.uuid = member.room_uuid
          WHERE member.user_uuid = ${userUuid} AND room.last_position > GREATEST(member.read_position, member.mailed_position)
          FOR UPDATE OF member SKIP LOCKED)
        UPDATE chat_members AS member SET mailed_position = locked.last_position FROM locked
        WHERE member.user_uuid = ${userUuid} AND member.room_uuid = locked.room_uuid
        RETURNING member.room_uuid, locked.mailed_position AS before`.execute(db);
      return new Map(rows.map((row) => [row.room_uuid, row.before]));
    },

    /** Finds a user who may be mailed: their address is verified, and they have not unsubscribed. */
    async findReader(userUuid: string) {
      const { rows } = await sql<{
        username: string;
        email: string | null;
        language: Language;
        client_uuid: string;
        roles: Role[];
      }>`SELECT users.username, users.language, users.client_uuid, users.roles,
          CASE WHEN users.email_verified_at IS NOT NULL AND coalesce(chosen.is_mailed, true) THEN users.email END AS email
        FROM users LEFT JOIN chat_settings AS chosen ON chosen.user_uuid = users.uuid
        WHERE users.uuid = ${userUuid}`.execute(db);
      return rows[0];
    },

    async getSettings(userUuid: string): Promise<boolean> {
      const found = await db
        .selectFrom("chat_settings")
        .select("is_mailed")
        .where("user_uuid", "=", userUuid)
        .executeTakeFirst();
      return found?.is_mailed ?? true;
    },

    async saveSettings(userUuid: string, isMailed: boolean): Promise<void> {
      await db
        .insertInto("chat_settings")
        .values({ user_uuid: userUuid, is_mailed: isMailed })
        .onConflict((conflict) => conflict.column("user_uuid").doUpdateSet({ is_mailed: isMailed }))
        .execute();
    },

    /** Returns the token of the unsubscribe link in all mails to a user, and creates it if needed. */
    async ensureToken(userUuid: string): Promise<string> {
      const { rows } = await sql<{ token: string }>`INSERT INTO chat_settings (user_uuid) VALUES (${userUuid})
        ON CONFLICT (user_uuid) DO UPDATE SET token = chat_settings.token RETURNING token`.execute(db);
      return rows[0]?.token ?? "";
    },

    /** Turns off a user's mails. @returns whether the token exists. */
    async endMails(token: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("chat_settings")
        .set({ is_mailed: false })
        .where("token", "=", token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
