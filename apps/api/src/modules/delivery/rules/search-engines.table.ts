import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether search engines may list the videos of a client: as before, those that everyone may watch. */
export const searchEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE client_rules ADD COLUMN is_indexed boolean NOT NULL DEFAULT true`.execute(db);
  },
};
