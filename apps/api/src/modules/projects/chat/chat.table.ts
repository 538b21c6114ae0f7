import type { ChatRoomKind } from "@shoal/contract";
import type { PreviewResult } from "@shoal/contract/jobs";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type PreviewKind = PreviewResult["kind"];
type NullableNumber = ColumnType<number | null, number | null | undefined, number | null>;

export interface ChatRoomRow {
  uuid: Generated<string>;
  client_uuid: string;
  kind: ChatRoomKind;
  /** The name of a custom room. */
  name: Generated<string>;
  team_uuid: NullableText;
  project_uuid: NullableText;
  /**
   * For a private room, the uuids of both users in order, and their names in the same order, which stay when users are
   * deleted.
   */
  pair: ColumnType<string[] | null, string[] | null | undefined, never>;
  pair_names: ColumnType<string[] | null, string[] | null | undefined, never>;
  /** The creator of a custom room, or its longest-standing member. */
  owner_uuid: NullableText;
  /** The creator of a custom room, even if it was handed over; null if not recorded or once that user is deleted. */
  maker_uuid: NullableText;
  /** The administrator who is assigned to a support room. */
  assignee_uuid: NullableText;
  /** When the oldest message that no administrator has answered was written. */
  waiting_since: NullableDate;
  /** The sequence number of the room's last change. */
  seq: Generated<number>;
  last_position: Generated<number>;
  /** The number of messages, including deleted ones. */
  message_count: Generated<number>;
  last_at: Generated<Date>;
  created_at: Generated<Date>;
  revision: Generated<number>;
}

export interface ChatMemberRow {
  room_uuid: string;
  client_uuid: string;
  user_uuid: string;
  /** Whether the member is an administrator in a support room, who has access by their role even without a row. */
  is_agent: Generated<boolean>;
  joined_at: Generated<Date>;
  read_position: Generated<number>;
  /** The position up to which messages need no mail: they were mailed, or will never be. */
  mailed_position: Generated<number>;
  is_muted: Generated<boolean>;
  is_starred: Generated<boolean>;
  is_archived: Generated<boolean>;
}

export interface ChatMessageRow {
  room_uuid: string;
  /** The id that the page gave the message; unique within its room. */
  id: string;
  client_uuid: string;
  position: number;
  seq: number;
  /** The sender; null once that user is deleted. */
  sender_uuid: NullableText;
  /** The sender's username, kept when the user is deleted. */
  sender_name: string;
  is_agent: Generated<boolean>;
  text: string;
  reply_id: NullableText;
  mentions: string[];
  mention_uuids: string[];
  mentions_room: Generated<boolean>;
  forwarded_sender: NullableText;
  forwarded_at: NullableDate;
  pinned_by: NullableText;
  pinned_at: NullableDate;
  created_at: Generated<Date>;
  edited_at: NullableDate;
  deleted_at: NullableDate;
  revision: Generated<number>;
}

export interface ChatReactionRow {
  room_uuid: string;
  message_id: string;
  client_uuid: string;
  /** The user who reacted; null once that user is deleted. */
  user_uuid: NullableText;
  name: string;
  emoji: string;
  added_at: Generated<Date>;
}

export interface ChatFileRow {
  uuid: string;
  room_uuid: string;
  message_id: string;
  client_uuid: string;
  /** The uuid of its bytes in the media store, which forwarded messages share. */
  object_uuid: string;
  name: string;
  media_type: string;
  size_bytes: number;
  is_audio: Generated<boolean>;
  duration_ms: NullableNumber;
  waveform: ColumnType<number[] | null, number[] | null | undefined, never>;
  width: NullableNumber;
  height: NullableNumber;
  added_at: Generated<Date>;
}

/** A worker's result for a file; forwarded messages share it, like the bytes. */
export interface ChatPreviewRow {
  object_uuid: string;
  client_uuid: string;
  kind: PreviewKind;
  /** The picture's dimensions, with the rotation applied. */
  width: NullableNumber;
  height: NullableNumber;
  /** The size of the file's thumbnail; 0 if there is none. */
  size_bytes: number;
  duration_ms: NullableNumber;
  waveform: ColumnType<number[] | null, number[] | null | undefined, never>;
}

/** A file whose bytes still exist although no message refers to it. */
export interface ChatFileSweepRow {
  object_uuid: string;
}

/** Settings of a user who changed them, or was mailed at least once. */
export interface ChatSettingsRow {
  user_uuid: string;
  is_mailed: Generated<boolean>;
  /** The token in the link of each mail that unsubscribes. */
  token: Generated<string>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    chat_rooms: ChatRoomRow;
    chat_members: ChatMemberRow;
    chat_messages: ChatMessageRow;
    chat_reactions: ChatReactionRow;
    chat_files: ChatFileRow;
    chat_previews: ChatPreviewRow;
    chat_file_sweeps: ChatFileSweepRow;
    chat_settings: ChatSettingsRow;
  }
}

/** Letters with accents and the same letters without, by which searches find words in either spelling. */
export const WITHOUT_ACCENTS = ["àáâãäåçèéêëìíîïñòóôõöùúûüýÿ", "aaaaaaceeeeiiiinooooouuuuyy"] as const;

/**
 * Creates the tables of chat. Rooms are deleted with their client, team or project, and messages with their room; names stay when users are
 * deleted.
 */
export const chatTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE chat_rooms (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('team', 'project', 'private', 'custom', 'support')),
      name text NOT NULL DEFAULT '',
      team_uuid uuid UNIQUE REFERENCES teams ON DELETE CASCADE,
      project_uuid uuid UNIQUE REFERENCES projects ON DELETE CASCADE,
      pair uuid[],
      pair_names text[],
      owner_uuid uuid REFERENCES users ON DELETE SET NULL,
      assignee_uuid uuid REFERENCES users ON DELETE SET NULL,
      waiting_since timestamptz,
      seq bigint NOT NULL DEFAULT 0,
      last_position bigint NOT NULL DEFAULT 0,
      last_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      revision integer NOT NULL DEFAULT 1
    )`.execute(db);
    await sql`CREATE UNIQUE INDEX chat_rooms_pair ON chat_rooms (client_uuid, pair)
      WHERE kind = 'private'`.execute(db);
    await sql`CREATE UNIQUE INDEX chat_rooms_support ON chat_rooms (client_uuid)
      WHERE kind = 'support'`.execute(db);
    await sql`CREATE INDEX chat_rooms_by_client ON chat_rooms (client_uuid)`.execute(db);
    await sql`CREATE INDEX chat_rooms_by_date ON chat_rooms (last_at)`.execute(db);
    await sql`CREATE INDEX chat_rooms_by_owner ON chat_rooms (owner_uuid)`.execute(db);
    await sql`CREATE INDEX chat_rooms_by_assignee ON chat_rooms (assignee_uuid)`.execute(db);
    await sql`CREATE TABLE chat_members (
      room_uuid uuid NOT NULL REFERENCES chat_rooms ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      is_agent boolean NOT NULL DEFAULT false,
      joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      read_position bigint NOT NULL DEFAULT 0,
      mailed_position bigint NOT NULL DEFAULT 0,
      is_muted boolean NOT NULL DEFAULT false,
      is_starred boolean NOT NULL DEFAULT false,
      is_archived boolean NOT NULL DEFAULT false,
      PRIMARY KEY (room_uuid, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX chat_members_by_user ON chat_members (user_uuid)`.execute(db);
    await sql`CREATE INDEX chat_members_by_client ON chat_members (client_uuid)`.execute(db);
    await sql`CREATE TABLE chat_messages (
      room_uuid uuid NOT NULL REFERENCES chat_rooms ON DELETE CASCADE,
      id text NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      position bigint NOT NULL,
      seq bigint NOT NULL,
      sender_uuid uuid REFERENCES users ON DELETE SET NULL,
      sender_name text NOT NULL,
      is_agent boolean NOT NULL DEFAULT false,
      text text NOT NULL,
      words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple',
        translate(lower(text), ${sql.lit(WITHOUT_ACCENTS[0])}, ${sql.lit(WITHOUT_ACCENTS[1])}))) STORED,
      reply_id text,
      mentions text[] NOT NULL,
      mention_uuids uuid[] NOT NULL,
      mentions_room boolean NOT NULL DEFAULT false,
      forwarded_sender text,
      forwarded_at timestamptz,
      pinned_by text,
      pinned_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      edited_at timestamptz,
      deleted_at timestamptz,
      revision integer NOT NULL DEFAULT 1,
      PRIMARY KEY (room_uuid, id),
      UNIQUE (room_uuid, position),
      UNIQUE (room_uuid, seq)
    )`.execute(db);
    await sql`CREATE INDEX chat_messages_by_words ON chat_messages USING gin (words)`.execute(db);
    await sql`CREATE INDEX chat_messages_by_date ON chat_messages (room_uuid, created_at)`.execute(db);
    await sql`CREATE INDEX chat_messages_pinned ON chat_messages (room_uuid, pinned_at)
      WHERE pinned_at IS NOT NULL`.execute(db);
    await sql`CREATE INDEX chat_messages_by_sender ON chat_messages (sender_uuid)`.execute(db);
    await sql`CREATE INDEX chat_messages_by_client ON chat_messages (client_uuid)`.execute(db);
    await sql`CREATE TABLE chat_reactions (
      room_uuid uuid NOT NULL,
      message_id text NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      name text NOT NULL,
      emoji text NOT NULL,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      FOREIGN KEY (room_uuid, message_id) REFERENCES chat_messages ON DELETE CASCADE,
      UNIQUE (room_uuid, message_id, emoji, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX chat_reactions_by_user ON chat_reactions (user_uuid)`.execute(db);
    await sql`CREATE INDEX chat_reactions_by_client ON chat_reactions (client_uuid)`.execute(db);
    await sql`CREATE TABLE chat_settings (
      user_uuid uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      is_mailed boolean NOT NULL DEFAULT true,
      token uuid NOT NULL UNIQUE DEFAULT gen_random_uuid()
    )`.execute(db);
  },
};

/** Bytes are deleted after the last message that has them. A trigger records them for any deletion of a row. */
export const chatFileTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE chat_files (
      uuid uuid PRIMARY KEY,
      room_uuid uuid NOT NULL,
      message_id text NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      object_uuid uuid NOT NULL,
      name text NOT NULL,
      media_type text NOT NULL,
      size_bytes integer NOT NULL,
      is_audio boolean NOT NULL DEFAULT false,
      duration_ms integer,
      waveform smallint[],
      width integer,
      height integer,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      FOREIGN KEY (room_uuid, message_id) REFERENCES chat_messages ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX chat_files_by_message ON chat_files (room_uuid, message_id)`.execute(db);
    await sql`CREATE INDEX chat_files_by_object ON chat_files (object_uuid)`.execute(db);
    await sql`CREATE INDEX chat_files_by_client ON chat_files (client_uuid)`.execute(db);
    await sql`CREATE TABLE chat_file_sweeps (object_uuid uuid PRIMARY KEY)`.execute(db);
    await sql`CREATE FUNCTION sweep_chat_file() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO chat_file_sweeps (object_uuid) VALUES (OLD.object_uuid) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER chat_files_swept AFTER DELETE ON chat_files FOR EACH ROW
      EXECUTE FUNCTION sweep_chat_file()`.execute(db);
  },
};

/**
 * Members of team and project rooms follow from the people of the team or project. New members have read everything written
 * before. Rows of users and clients that are being deleted are invisible to these statements.
 */
export const chatMembership: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE FUNCTION chat_people_of(room chat_rooms) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
      SELECT user_uuid FROM team_members WHERE team_uuid = room.team_uuid
      UNION SELECT owner_uuid FROM projects WHERE uuid = room.project_uuid AND owner_uuid IS NOT NULL
      UNION SELECT user_uuid FROM project_collaborators
        WHERE project_uuid = room.project_uuid AND user_uuid IS NOT NULL
      UNION SELECT member.user_uuid FROM project_teams AS added
        JOIN team_members AS member ON member.team_uuid = added.team_uuid
        WHERE added.project_uuid = room.project_uuid
    $$`.execute(db);
    await sql`CREATE FUNCTION sync_chat_room(wanted uuid) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE room chat_rooms;
      BEGIN
        SELECT * INTO room FROM chat_rooms WHERE uuid = wanted;
        IF NOT FOUND THEN RETURN; END IF;
        DELETE FROM chat_members WHERE room_uuid = wanted
          AND user_uuid NOT IN (SELECT chat_people_of(room));
        INSERT INTO chat_members (room_uuid, client_uuid, user_uuid, read_position, mailed_position)
          SELECT room.uuid, room.client_uuid, users.uuid, room.seq, room.seq FROM chat_people_of(room) AS person
            JOIN users ON users.uuid = person JOIN clients ON clients.uuid = room.client_uuid
          ON CONFLICT DO NOTHING;
      END $$`.execute(db);
    await sql`CREATE FUNCTION team_has_chat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO chat_rooms (client_uuid, kind, team_uuid) VALUES (NEW.client_uuid, 'team', NEW.uuid);
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER teams_have_chat AFTER INSERT ON teams FOR EACH ROW
      EXECUTE FUNCTION team_has_chat()`.execute(db);
    await sql`CREATE FUNCTION sync_chat_of_team() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE team uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.team_uuid ELSE NEW.team_uuid END;
      BEGIN
        PERFORM sync_chat_room(uuid) FROM chat_rooms WHERE team_uuid = team
          OR project_uuid IN (SELECT project_uuid FROM project_teams WHERE team_uuid = team);
        RETURN NULL;
      END $$`.execute(db);
    await sql`CREATE TRIGGER team_members_chat AFTER INSERT OR DELETE ON team_members FOR EACH ROW
      EXECUTE FUNCTION sync_chat_of_team()`.execute(db);
    await sql`CREATE FUNCTION sync_chat_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE project uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.project_uuid ELSE NEW.project_uuid END;
      BEGIN
        PERFORM sync_chat_room(uuid) FROM chat_rooms WHERE project_uuid = project;
        RETURN NULL;
      END $$`.execute(db);
    await sql`CREATE TRIGGER project_collaborators_chat
      AFTER INSERT OR DELETE OR UPDATE OF user_uuid ON project_collaborators FOR EACH ROW
      EXECUTE FUNCTION sync_chat_of_project()`.execute(db);
    await sql`CREATE TRIGGER project_teams_chat AFTER INSERT OR DELETE ON project_teams FOR EACH ROW
      EXECUTE FUNCTION sync_chat_of_project()`.execute(db);
    await sql`CREATE FUNCTION sync_chat_of_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM sync_chat_room(uuid) FROM chat_rooms WHERE project_uuid = NEW.uuid;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER projects_chat AFTER UPDATE OF owner_uuid ON projects FOR EACH ROW
      EXECUTE FUNCTION sync_chat_of_owner()`.execute(db);
    await sql`CREATE FUNCTION pass_chat_room_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE chat_rooms SET owner_uuid = (SELECT user_uuid FROM chat_members
        WHERE room_uuid = OLD.room_uuid ORDER BY joined_at LIMIT 1)
      WHERE uuid = OLD.room_uuid AND kind = 'custom' AND (owner_uuid IS NULL OR owner_uuid = OLD.user_uuid);
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER chat_rooms_passed_on AFTER DELETE ON chat_members FOR EACH ROW
      EXECUTE FUNCTION pass_chat_room_on()`.execute(db);
    await sql`CREATE FUNCTION leave_chat() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM chat_members WHERE user_uuid = NEW.uuid;
      UPDATE chat_rooms SET owner_uuid = NULL WHERE owner_uuid = NEW.uuid;
      UPDATE chat_rooms SET assignee_uuid = NULL WHERE assignee_uuid = NEW.uuid;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER users_leave_chat AFTER UPDATE OF client_uuid ON users FOR EACH ROW
      WHEN (OLD.client_uuid IS DISTINCT FROM NEW.client_uuid) EXECUTE FUNCTION leave_chat()`.execute(db);
    await sql`INSERT INTO chat_rooms (client_uuid, kind, team_uuid)
      SELECT client_uuid, 'team', uuid FROM teams`.execute(db);
    await sql`SELECT sync_chat_room(uuid) FROM chat_rooms`.execute(db);
  },
};

/**
 * Makes rooms count their messages, and adds the room and client of a message to its search index, so that frequent words do not require
 * scanning everything. No searchable word starts with these marks.
 */
export const chatAtScale: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE chat_rooms ADD COLUMN message_count bigint NOT NULL DEFAULT 0`.execute(db);
    await sql`UPDATE chat_rooms AS room SET message_count = written.count FROM (
        SELECT room_uuid, count(*) AS count FROM chat_messages GROUP BY room_uuid) AS written
      WHERE written.room_uuid = room.uuid`.execute(db);
    await sql`ALTER TABLE chat_messages DROP COLUMN words`.execute(db);
    await sql`ALTER TABLE chat_messages ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('simple',
        translate(lower(text), ${sql.lit(WITHOUT_ACCENTS[0])}, ${sql.lit(WITHOUT_ACCENTS[1])}))
        || array_to_tsvector(ARRAY['#' || room_uuid::text, '@' || client_uuid::text])) STORED`.execute(db);
    await sql`CREATE INDEX chat_messages_by_words ON chat_messages USING gin (words)`.execute(db);
    await sql`DROP INDEX chat_messages_by_client`.execute(db);
    await sql`CREATE INDEX chat_messages_by_client ON chat_messages (client_uuid, created_at, room_uuid)`.execute(
      db,
    );
  },
};

/** Adds previews, which belong to files and not to messages so that forwarding need not wait, and the creators of rooms. */
export const chatPreviews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE chat_previews (
      object_uuid uuid PRIMARY KEY,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('picture', 'video', 'audio')),
      width integer,
      height integer,
      size_bytes integer NOT NULL,
      duration_ms integer,
      waveform smallint[]
    )`.execute(db);
    await sql`CREATE INDEX chat_previews_by_client ON chat_previews (client_uuid)`.execute(db);
    await sql`ALTER TABLE chat_rooms ADD COLUMN maker_uuid uuid REFERENCES users ON DELETE SET NULL`.execute(
      db,
    );
    await sql`CREATE INDEX chat_rooms_by_maker ON chat_rooms (maker_uuid, created_at)`.execute(db);
    // The total size of a client's files is read from the index only.
    await sql`DROP INDEX chat_files_by_client`.execute(db);
    await sql`CREATE INDEX chat_files_by_client ON chat_files (client_uuid, object_uuid) INCLUDE (size_bytes)`.execute(
      db,
    );
  },
};

/** Requests previews of PDFs that were uploaded before PDFs had previews. */
export const chatPdfPreviews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE chat_previews DROP CONSTRAINT chat_previews_kind_check,
      ADD CONSTRAINT chat_previews_kind_check CHECK (kind IN ('picture', 'video', 'audio', 'pdf'))`.execute(
      db,
    );
    await sql`CREATE TABLE chat_preview_wishes (object_uuid uuid PRIMARY KEY)`.execute(db);
    await sql`INSERT INTO chat_preview_wishes SELECT DISTINCT object_uuid FROM chat_files AS file
      WHERE NOT EXISTS (SELECT FROM chat_previews WHERE object_uuid = file.object_uuid)`.execute(db);
  },
};
