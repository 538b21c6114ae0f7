import type { PackedAlignment } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { migrationOf, notifyTriggers } from "../../../platform/work-notifications.ts";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

export interface VersionAlignmentRow {
  /** The id of this request, which is unique to its pair of videos. */
  uuid: Generated<string>;
  client_uuid: string;
  project_uuid: string;
  version_number: number;
  video_uuid: string;
  generation: number;
  old_video_uuid: string;
  old_generation: number;
  state: Generated<"waiting" | "ready" | "failed">;
  /** Why the comparison failed; null unless it did. */
  reason: NullableText;
  /** The comparison of the lowest rungs; null until it is done. */
  alignment: ColumnType<PackedAlignment | null, string | null | undefined, string | null>;
  /** When the comparison was last requested. */
  asked_at: Generated<Date>;
  made_at: NullableDate;
}

export interface CarriedCommentRow {
  comment_uuid: string;
  client_uuid: string;
  project_uuid: string;
  /** The version into which the comment was carried. */
  version_number: number;
  /** The frame where the comment was placed; null if its frame was marked as removed. */
  frame: number | null;
  end_frame: number | null;
  /** The user who placed the comment; null once that user is deleted. */
  placed_by: NullableText;
  /** The username of the user who placed the comment, kept when the user is deleted. */
  placed_name: string;
  placed_at: Generated<Date>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    version_alignments: VersionAlignmentRow;
    carried_comments: CarriedCommentRow;
  }
}

/** Creates the tables of comparisons, whose rows are deleted with their version, and so with their project and client. */
export const alignmentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE version_alignments (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      project_uuid uuid NOT NULL,
      version_number integer NOT NULL,
      video_uuid uuid NOT NULL,
      generation integer NOT NULL,
      old_video_uuid uuid NOT NULL,
      old_generation integer NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
      reason text,
      alignment jsonb,
      asked_at timestamptz NOT NULL DEFAULT now(),
      made_at timestamptz,
      UNIQUE (project_uuid, version_number),
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX version_alignments_by_client ON version_alignments (client_uuid)`.execute(db);
    await sql`CREATE INDEX version_alignments_by_video ON version_alignments (video_uuid)`.execute(db);
    await sql`CREATE INDEX version_alignments_waiting ON version_alignments (asked_at)
      WHERE state = 'waiting'`.execute(db);
  },
};

export const carriedTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE carried_comments (
      comment_uuid uuid NOT NULL REFERENCES comments ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      project_uuid uuid NOT NULL,
      version_number integer NOT NULL,
      frame integer CHECK (frame >= 0),
      end_frame integer CHECK (end_frame >= frame),
      placed_by uuid REFERENCES users ON DELETE SET NULL,
      placed_name text NOT NULL,
      placed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (project_uuid, version_number, comment_uuid),
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX carried_comments_by_comment ON carried_comments (comment_uuid)`.execute(db);
    await sql`CREATE INDEX carried_comments_by_client ON carried_comments (client_uuid)`.execute(db);
    await sql`CREATE INDEX carried_comments_by_person ON carried_comments (placed_by)`.execute(db);
  },
};

const HAS_PICTURES = sql.raw(`@> '[{"kind":"video"}]'`);

/** Wakes the sweep for a new version, another video, a ready video, or a project used again after a month. */
export const alignmentNotifications = migrationOf([
  ...notifyTriggers({
    table: "project_versions",
    topic: "alignments",
    of: ["video_uuid"],
    isAdded: sql`true`,
    isChanged: sql`OLD.video_uuid IS DISTINCT FROM NEW.video_uuid`,
  }),
  ...notifyTriggers({
    table: "videos",
    prefix: "videos_alignments",
    topic: "alignments",
    of: ["status", "generation", "trashed_at"],
    isChanged: sql`NEW.status IN ('encoded', 'stopped')
      AND (OLD.status, OLD.generation, OLD.trashed_at) IS DISTINCT FROM (NEW.status, NEW.generation, NEW.trashed_at)`,
  }),
  ...notifyTriggers({
    table: "encodings",
    topic: "alignments",
    of: ["tracks"],
    isAdded: sql`NEW.tracks ${HAS_PICTURES}`,
    isChanged: sql`NEW.tracks ${HAS_PICTURES} AND NOT OLD.tracks ${HAS_PICTURES}`,
  }),
  ...notifyTriggers({
    table: "projects",
    topic: "alignments",
    of: ["last_activity_at"],
    isChanged: sql`NEW.last_activity_at - OLD.last_activity_at > interval '1 day'`,
  }),
]);
