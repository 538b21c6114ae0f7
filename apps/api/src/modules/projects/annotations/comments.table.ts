import type { Drawing } from "@shoal/contract";
import type { PreviewResult } from "@shoal/contract/jobs";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type NullableNumber = ColumnType<number | null, number | null | undefined, number | null>;

export interface CommentRow {
  uuid: string;
  client_uuid: string;
  project_uuid: string;
  version_number: number;
  /** The uuid of the thread's first comment; for that comment, its own. */
  thread_uuid: string;
  /** The `position` of the thread's first comment, which orders the threads of one frame. */
  thread_position: number;
  /** The sequence number at which the comment was written. */
  position: number;
  frame: NullableNumber;
  end_frame: NullableNumber;
  /** The author; null once that user is deleted. */
  author_uuid: NullableText;
  /** The guest of a review link who wrote the comment; null once the link is deleted. */
  guest_uuid: NullableText;
  /** The author's username, or the name that a guest entered; kept when the user is deleted. */
  author_name: string;
  is_guest: Generated<boolean>;
  /** The username of the person who imported the comment from a file. */
  imported_by: NullableText;
  text: string;
  drawing: ColumnType<Drawing | null, string | null, string | null>;
  has_drawing: ColumnType<boolean, never, never>;
  is_internal: boolean;
  /** Whether guests may have seen the comment before it became internal. */
  was_public: Generated<boolean>;
  mentions: string[];
  mention_uuids: string[];
  created_at: Generated<Date>;
  edited_at: NullableDate;
  deleted_at: NullableDate;
  /** When text and drawing were removed, after which the comment cannot be restored. */
  emptied_at: NullableDate;
  resolved_at: NullableDate;
  resolved_by: NullableText;
  revision: Generated<number>;
  seq: number;
}

export interface CommentReactionRow {
  comment_uuid: string;
  client_uuid: string;
  /** The user who reacted; null once that user is deleted. */
  user_uuid: NullableText;
  guest_uuid: NullableText;
  /** The user's name, kept when the user is deleted. */
  name: string;
  is_guest: Generated<boolean>;
  emoji: string;
  added_at: Generated<Date>;
}

export interface CommentAttachmentRow {
  uuid: string;
  comment_uuid: string;
  client_uuid: string;
  /** The file's name as the browser reported it; never used as a path. */
  name: string;
  media_type: string;
  size_bytes: number;
  added_at: Generated<Date>;
  /** A worker's result; null until the worker has reported. */
  preview_kind: ColumnType<PreviewResult["kind"] | null, undefined, PreviewResult["kind"]>;
  /** The width of a picture or video, with the rotation applied. */
  width: ColumnType<number | null, undefined, number | null>;
  height: ColumnType<number | null, undefined, number | null>;
  /** The size of the file's thumbnail; 0 if there is none. */
  preview_bytes: ColumnType<number, undefined, number>;
  duration_ms: ColumnType<number | null, undefined, number | null>;
  waveform: ColumnType<number[] | null, undefined, number[] | null>;
}

/** Attachments that were deleted with a comment, a project or a client, but whose files still exist. */
export interface AttachmentSweepRow {
  attachment_uuid: string;
}

export interface CommentReadRow {
  project_uuid: string;
  version_number: number;
  user_uuid: string;
  client_uuid: string;
  seq: number;
}

/** The last sequence number of a project's changes. */
export interface CommentSeqRow {
  project_uuid: string;
  client_uuid: string;
  seq: number;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    comments: CommentRow;
    comment_reactions: CommentReactionRow;
    comment_attachments: CommentAttachmentRow;
    attachment_sweeps: AttachmentSweepRow;
    comment_reads: CommentReadRow;
    comment_seqs: CommentSeqRow;
  }
}

/**
 * Creates the tables of comments, which are deleted with their version, and thus with their project and client. Names stay when
 * users are deleted.
 */
export const commentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE comment_seqs (
      project_uuid uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      seq bigint NOT NULL
    )`.execute(db);
    await sql`CREATE TABLE comments (
      uuid uuid PRIMARY KEY,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      project_uuid uuid NOT NULL,
      version_number integer NOT NULL,
      thread_uuid uuid NOT NULL REFERENCES comments ON DELETE CASCADE,
      thread_position bigint NOT NULL,
      position bigint NOT NULL,
      frame integer CHECK (frame >= 0),
      end_frame integer CHECK (end_frame >= frame),
      author_uuid uuid REFERENCES users ON DELETE SET NULL,
      author_name text NOT NULL,
      is_guest boolean NOT NULL DEFAULT false,
      text text NOT NULL,
      drawing jsonb,
      has_drawing boolean NOT NULL GENERATED ALWAYS AS (drawing IS NOT NULL) STORED,
      is_internal boolean NOT NULL,
      mentions text[] NOT NULL,
      mention_uuids uuid[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      emptied_at timestamptz,
      resolved_at timestamptz,
      resolved_by text,
      revision integer NOT NULL DEFAULT 1,
      seq bigint NOT NULL,
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE,
      UNIQUE (project_uuid, seq)
    )`.execute(db);
    await sql`CREATE INDEX comments_in_order ON comments
      (project_uuid, version_number, coalesce(frame, -1), thread_position, position)`.execute(db);
    await sql`CREATE INDEX comments_by_thread ON comments (thread_uuid)`.execute(db);
    await sql`CREATE INDEX comments_by_client ON comments (client_uuid)`.execute(db);
    await sql`CREATE INDEX comments_by_author ON comments (author_uuid)`.execute(db);
    await sql`CREATE INDEX comments_to_empty ON comments (deleted_at)
      WHERE deleted_at IS NOT NULL AND emptied_at IS NULL`.execute(db);
    await sql`CREATE TABLE comment_reactions (
      comment_uuid uuid NOT NULL REFERENCES comments ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      name text NOT NULL,
      emoji text NOT NULL,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      UNIQUE (comment_uuid, emoji, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX comment_reactions_by_user ON comment_reactions (user_uuid)`.execute(db);
    await sql`CREATE INDEX comment_reactions_by_client ON comment_reactions (client_uuid)`.execute(db);
    await sql`CREATE TABLE comment_reads (
      project_uuid uuid NOT NULL,
      version_number integer NOT NULL,
      user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      seq bigint NOT NULL,
      PRIMARY KEY (project_uuid, version_number, user_uuid),
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX comment_reads_by_user ON comment_reads (user_uuid)`.execute(db);
    await sql`CREATE INDEX comment_reads_by_client ON comment_reads (client_uuid)`.execute(db);
  },
};

/** Attachments are deleted with their comment; a trigger records the files to remove, whatever deleted the row. */
export const attachmentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE comment_attachments (
      uuid uuid PRIMARY KEY,
      comment_uuid uuid NOT NULL REFERENCES comments ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      name text NOT NULL,
      media_type text NOT NULL,
      size_bytes integer NOT NULL,
      added_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`.execute(db);
    await sql`CREATE INDEX comment_attachments_by_comment ON comment_attachments (comment_uuid)`.execute(db);
    await sql`CREATE INDEX comment_attachments_by_client ON comment_attachments (client_uuid)`.execute(db);
    await sql`CREATE TABLE attachment_sweeps (attachment_uuid uuid PRIMARY KEY)`.execute(db);
    await sql`CREATE FUNCTION sweep_attachment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO attachment_sweeps (attachment_uuid) VALUES (OLD.uuid) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER comment_attachments_swept AFTER DELETE ON comment_attachments FOR EACH ROW
      EXECUTE FUNCTION sweep_attachment()`.execute(db);
  },
};

/** Adds comments of guests of review links, whose names stay when the link is deleted. */
export const guestComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE comments
      ADD COLUMN guest_uuid uuid REFERENCES review_guests ON DELETE SET NULL,
      ADD COLUMN was_public boolean NOT NULL DEFAULT false`.execute(db);
    await sql`CREATE INDEX comments_by_guest ON comments (guest_uuid)`.execute(db);
    await sql`ALTER TABLE comment_reactions
      ADD COLUMN guest_uuid uuid REFERENCES review_guests ON DELETE SET NULL,
      ADD COLUMN is_guest boolean NOT NULL DEFAULT false,
      ADD UNIQUE (comment_uuid, emoji, guest_uuid)`.execute(db);
    await sql`CREATE INDEX comment_reactions_by_guest ON comment_reactions (guest_uuid)`.execute(db);
  },
};

/** Adds a column that marks comments imported from files of edit suites. */
export const importedComments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE comments ADD COLUMN imported_by text`.execute(db);
  },
};

/** Adds workers' results for attachments. */
export const attachmentPreviews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE comment_attachments
      ADD COLUMN preview_kind text CHECK (preview_kind IN ('picture', 'video', 'audio')),
      ADD COLUMN width integer,
      ADD COLUMN height integer,
      ADD COLUMN preview_bytes integer NOT NULL DEFAULT 0,
      ADD COLUMN duration_ms integer,
      ADD COLUMN waveform smallint[]`.execute(db);
    // The total size of a client's files is read from the index only.
    await sql`DROP INDEX comment_attachments_by_client`.execute(db);
    await sql`CREATE INDEX comment_attachments_by_client ON comment_attachments (client_uuid) INCLUDE (size_bytes)`.execute(
      db,
    );
  },
};

/** Requests previews of PDFs that were uploaded before PDFs had previews. */
export const pdfPreviews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE comment_attachments DROP CONSTRAINT comment_attachments_preview_kind_check,
      ADD CONSTRAINT comment_attachments_preview_kind_check
        CHECK (preview_kind IN ('picture', 'video', 'audio', 'pdf'))`.execute(db);
    await sql`CREATE TABLE attachment_preview_wishes (attachment_uuid uuid PRIMARY KEY)`.execute(db);
    await sql`INSERT INTO attachment_preview_wishes
      SELECT uuid FROM comment_attachments WHERE preview_kind IS NULL`.execute(db);
  },
};
