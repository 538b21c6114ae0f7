import type { Decision } from "@shoal/contract";
import { type ColumnType, type Generated, type GeneratedAlways, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

/** A request to a person to decide on a version. */
export interface ApprovalRequestRow {
  uuid: Generated<string>;
  project_uuid: string;
  client_uuid: string;
  version_number: number;
  /** The reviewer; null once that user is deleted. */
  user_uuid: NullableText;
  /** The reviewer's username, kept when the user is deleted. */
  username: string;
  asked_by_uuid: NullableText;
  asked_by: string;
  asked_at: Generated<Date>;
  due_at: NullableDate;
  /** When the reviewer was reminded a day before the due date, or no reminder was needed. */
  reminded_before_at: NullableDate;
  /** When the reviewer was reminded on the due date. */
  reminded_at: NullableDate;
}

/** A decision on a version. Rows never change; they are deleted with their version. */
export interface ApprovalDecisionRow {
  uuid: string;
  seq: GeneratedAlways<number>;
  project_uuid: string;
  client_uuid: string;
  version_number: number;
  /** The user who decided; stays when the user is deleted, like the username. */
  user_uuid: string;
  username: string;
  decision: Decision;
  note: string;
  decided_at: Generated<Date>;
  /** The replacement file that was decided on; null if the decision was about the video's first file. */
  file_object: NullableText;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    approval_requests: ApprovalRequestRow;
    approval_decisions: ApprovalDecisionRow;
  }
}

export const approvalTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE projects DROP CONSTRAINT projects_status_check, ADD CONSTRAINT projects_status_check
      CHECK (status IN ('open', 'inReview', 'approved', 'approvedWithNotes', 'changesWanted'))`.execute(db);
    await sql`CREATE TABLE approval_requests (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_uuid uuid NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      version_number integer NOT NULL,
      user_uuid uuid REFERENCES users ON DELETE SET NULL,
      username text NOT NULL,
      asked_by_uuid uuid REFERENCES users ON DELETE SET NULL,
      asked_by text NOT NULL,
      asked_at timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz,
      reminded_before_at timestamptz,
      reminded_at timestamptz,
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE,
      UNIQUE (project_uuid, version_number, user_uuid)
    )`.execute(db);
    await sql`CREATE INDEX approval_requests_by_client ON approval_requests (client_uuid)`.execute(db);
    await sql`CREATE INDEX approval_requests_by_user ON approval_requests (user_uuid)`.execute(db);
    await sql`CREATE INDEX approval_requests_by_asker ON approval_requests (asked_by_uuid)`.execute(db);
    await sql`CREATE INDEX approval_requests_due ON approval_requests (due_at)
      WHERE due_at IS NOT NULL AND reminded_at IS NULL`.execute(db);
    await sql`CREATE TABLE approval_decisions (
      uuid uuid PRIMARY KEY,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      project_uuid uuid NOT NULL,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      version_number integer NOT NULL,
      user_uuid uuid NOT NULL,
      username text NOT NULL,
      decision text NOT NULL CHECK (decision IN ('approved', 'approvedWithNotes', 'changesWanted')),
      note text NOT NULL,
      decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      FOREIGN KEY (project_uuid, version_number) REFERENCES project_versions ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX approval_decisions_of_version ON approval_decisions
      (project_uuid, version_number, seq)`.execute(db);
    await sql`CREATE INDEX approval_decisions_by_client ON approval_decisions (client_uuid)`.execute(db);
    // Rows can only be deleted together with their project or client.
    await sql`CREATE FUNCTION keep_decisions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' AND NOT (
        EXISTS (SELECT FROM clients WHERE uuid = OLD.client_uuid)
        AND EXISTS (SELECT FROM project_versions
          WHERE project_uuid = OLD.project_uuid AND number = OLD.version_number))
      THEN RETURN OLD; END IF;
      RAISE EXCEPTION 'Decisions are never changed' USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db);
    await sql`CREATE TRIGGER decisions_are_kept BEFORE UPDATE OR DELETE ON approval_decisions
      FOR EACH ROW EXECUTE FUNCTION keep_decisions()`.execute(db);
    await sql`CREATE TRIGGER decisions_are_not_emptied BEFORE TRUNCATE ON approval_decisions
      FOR EACH STATEMENT EXECUTE FUNCTION keep_decisions()`.execute(db);
  },
};

/** Existing decisions count as decisions on the file with which their version was published, because no other file is recorded. */
export const filesOfDecisions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE approval_decisions ADD COLUMN file_object text`.execute(db);
    await sql`ALTER TABLE approval_decisions DISABLE TRIGGER decisions_are_kept`.execute(db);
    await sql`UPDATE approval_decisions AS decided SET file_object = version.source_object
      FROM project_versions AS version
      WHERE version.project_uuid = decided.project_uuid AND version.number = decided.version_number
        AND version.source_object LIKE '%/source-%'`.execute(db);
    await sql`ALTER TABLE approval_decisions ENABLE TRIGGER decisions_are_kept`.execute(db);
  },
};
