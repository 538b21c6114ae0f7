import type { LiveChatKind, LiveChatState, LiveChatWriters } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

/** The chat of a live, created with its first setting. */
export interface LiveChatRow {
  video_uuid: string;
  client_uuid: string;
  is_on: Generated<boolean>;
  slow_sec: Generated<number>;
  writers: Generated<LiveChatWriters>;
  held_words: Generated<string[]>;
  consent: Generated<string>;
  kept_days: Generated<number>;
  /** The place that was assigned last. Messages are ordered by their places. */
  seq: Generated<number>;
  pinned_id: NullableText;
  revision: Generated<number>;
}

/** A viewer who wrote in a chat; people of the client are stored as users. */
export interface LiveChatAuthorRow {
  video_uuid: string;
  /** A keyed digest of the browser's identifier. */
  author: string;
  client_uuid: string;
  /** A keyed digest of the viewer's network, so that the address itself is not stored. */
  network: string;
  name: string;
  /** The normalised name, equal for all lookalike names; unique within the chat. */
  name_key: string;
  last_at: NullableDate;
  muted_until: NullableDate;
  banned_at: NullableDate;
}

export interface LiveChatMessageRow {
  video_uuid: string;
  /** An id made by the page; unique within its chat. */
  id: string;
  client_uuid: string;
  /** The author of the message: the digest of the viewer or, for a user of the client, the user's uuid. */
  author: string;
  position: number;
  seq: number;
  name: string;
  is_host: Generated<boolean>;
  is_member: Generated<boolean>;
  kind: LiveChatKind;
  text: string;
  state: LiveChatState;
  answer: NullableText;
  answer_name: NullableText;
  created_at: Generated<Date>;
  /** The playback position of the author when the message was written. */
  seen_at: Date;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    live_chats: LiveChatRow;
    live_chat_authors: LiveChatAuthorRow;
    live_chat_messages: LiveChatMessageRow;
  }
}

/** Creates the tables of chats, whose rows are deleted with their live, and so with their client. */
export const liveChatTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE live_chats (
      video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      is_on boolean NOT NULL DEFAULT false,
      slow_sec integer NOT NULL DEFAULT 0,
      writers text NOT NULL DEFAULT 'everybody' CHECK (writers IN ('everybody', 'members')),
      held_words text[] NOT NULL DEFAULT '{}',
      consent text NOT NULL DEFAULT '',
      kept_days integer NOT NULL DEFAULT 90,
      seq bigint NOT NULL DEFAULT 0,
      pinned_id text,
      revision integer NOT NULL DEFAULT 0
    )`.execute(db);
    await sql`CREATE TABLE live_chat_authors (
      video_uuid uuid NOT NULL REFERENCES live_chats ON DELETE CASCADE,
      author text NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      network text NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      last_at timestamptz,
      muted_until timestamptz,
      banned_at timestamptz,
      PRIMARY KEY (video_uuid, author)
    )`.execute(db);
    await sql`CREATE UNIQUE INDEX live_chat_authors_name ON live_chat_authors (video_uuid, name_key)`.execute(
      db,
    );
    await sql`CREATE INDEX live_chat_authors_banned ON live_chat_authors (video_uuid, network)
      WHERE banned_at IS NOT NULL`.execute(db);
    await sql`CREATE TABLE live_chat_messages (
      video_uuid uuid NOT NULL REFERENCES live_chats ON DELETE CASCADE,
      id text NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      author text NOT NULL,
      position bigint NOT NULL,
      seq bigint NOT NULL,
      name text NOT NULL,
      is_host boolean NOT NULL DEFAULT false,
      is_member boolean NOT NULL DEFAULT false,
      kind text NOT NULL,
      text text NOT NULL,
      state text NOT NULL,
      answer text,
      answer_name text,
      created_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL,
      PRIMARY KEY (video_uuid, id)
    )`.execute(db);
    await sql`CREATE INDEX live_chat_messages_seq ON live_chat_messages (video_uuid, seq)`.execute(db);
    await sql`CREATE INDEX live_chat_messages_position ON live_chat_messages (video_uuid, position)`.execute(
      db,
    );
    await sql`CREATE INDEX live_chat_messages_seen ON live_chat_messages (video_uuid, seen_at)`.execute(db);
    await sql`CREATE INDEX live_chat_messages_author ON live_chat_messages (video_uuid, author)`.execute(db);
    await sql`CREATE INDEX live_chat_messages_held ON live_chat_messages (video_uuid, position)
      WHERE state = 'held'`.execute(db);
  },
};

/** The start times of recordings, so that chat messages play in sync with them. */
export const archiveStarts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE live_archives ADD COLUMN started_at timestamptz`.execute(db);
    await sql`CREATE INDEX live_archives_video ON live_archives (video_uuid)`.execute(db);
  },
};
