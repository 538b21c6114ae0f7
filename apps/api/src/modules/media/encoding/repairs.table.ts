import type { RepairState } from "@shoal/contract";
import type { Generated } from "kysely";
import { sql } from "kysely";
import { migrationOf } from "../../../platform/work-notifications.ts";
import type { OutputJob } from "./encodings.repository.ts";

/** A job that is repeated because its media are damaged or missing. */
export interface MediaRepairRow {
  video_uuid: string;
  generation: number;
  job: OutputJob;
  piece_index: number;
  /** The damaged or missing object. */
  object: string;
  state: Generated<RepairState>;
  changed_at: Generated<Date>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    media_repairs: MediaRepairRow;
  }
}

export const mediaRepairTables = migrationOf([
  sql`CREATE TABLE media_repairs (
    video_uuid uuid NOT NULL,
    generation int NOT NULL,
    job text NOT NULL,
    piece_index int NOT NULL,
    object text NOT NULL,
    state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'sent', 'repaired', 'failed')),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (video_uuid, generation, job, piece_index),
    FOREIGN KEY (video_uuid, generation) REFERENCES encodings ON DELETE CASCADE
  )`,
]);
