import type { DoctorReport } from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";
import { sql } from "kysely";
import { migrationOf } from "../../../platform/work-notifications.ts";

/** A folder in the media store without an owner, and when it was first found, because stores do not report ages of objects. */
export interface OrphanMediaRow {
  folder: string;
  bytes: number;
  first_seen_at: Generated<Date>;
  /** The start of the last run that found the folder. */
  seen_at: Date;
}

/** The state of a check: it is requested, or a replica performs it. */
type CheckState = "requested" | "running";

/** The state and report of checks, in a single row. */
export interface DoctorReportRow {
  id: Generated<boolean>;
  /** The start of the last run; for a new installation, when it was created. */
  started_at: Generated<Date>;
  report: ColumnType<DoctorReport | null, string, string>;
  /** The state of the current check; null if there is none. */
  check_state: CheckState | null;
  /** When the check was requested, or its replica last confirmed that it is still running. */
  check_beat_at: Date | null;
  /** What the running check has checked so far. */
  check_seen: ColumnType<DoctorReport["seen"] | null, string | null, string | null>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    orphan_media: OrphanMediaRow;
    doctor_reports: DoctorReportRow;
  }
}

export const doctorTables = migrationOf([
  sql`CREATE TABLE orphan_media (
    folder text PRIMARY KEY,
    bytes bigint NOT NULL,
    first_seen_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL
  )`,
  sql`CREATE TABLE doctor_reports (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    started_at timestamptz NOT NULL DEFAULT now(),
    report jsonb
  )`,
  sql`INSERT INTO doctor_reports DEFAULT VALUES`,
]);

/** Adds checks that an administrator requests. */
export const doctorCheckColumns = migrationOf([
  sql`ALTER TABLE doctor_reports
    ADD COLUMN check_state text CHECK (check_state IN ('requested', 'running')),
    ADD COLUMN check_beat_at timestamptz,
    ADD COLUMN check_seen jsonb`,
]);
