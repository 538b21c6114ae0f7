import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Budgets that also stop CDN entries; of a client, the month for which they are stopped. */
export const budgetsThatStopCdn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE client_budgets ADD COLUMN stops_cdn boolean NOT NULL DEFAULT false`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN cdn_stopped_month text`.execute(db);
  },
};
