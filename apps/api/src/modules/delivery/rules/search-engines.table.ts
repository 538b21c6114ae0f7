import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Adds the setting whether search engines may list the videos of a client. It is on by default. */
export const searchEngines: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE client_rules ADD COLUMN is_indexed boolean NOT NULL DEFAULT true`.execute(db);
  },
};
