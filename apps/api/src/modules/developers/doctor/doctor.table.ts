import type { DoctorReport } from "@shoal/contract";
import type { ColumnType, Generated } from "kysely";
import { sql } from "kysely";
import { migrationOf } from "../../../platform/work-bells.ts";

/** A folder of the media store that belongs to nothing, and since when that is known: stores do not say how old objects are. */
export interface OrphanMediaRow {
  folder: string;
  bytes: number;
  first_seen_at: Generated<Date>;
  /** Of the run that saw it last. */
  seen_at: Date;
}

/** One row. */
export interface DoctorReportRow {
  id: Generated<boolean>;
  /** When the last run started; of a new installation when it was made. */
  started_at: Generated<Date>;
  /** What the last one found. */
  report: ColumnType<DoctorReport | null, string, string>;
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
