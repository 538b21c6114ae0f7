import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Lets budgets also stop CDN entries. Clients get the month for which entries are stopped. */
export const budgetsThatStopCdn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE client_budgets ADD COLUMN stops_cdn boolean NOT NULL DEFAULT false`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN cdn_stopped_month text`.execute(db);
  },
};

/**
 * Lets budgets also block viewers. Months get their cost as counted by edges, and clients the month in which viewers are blocked.
 */
export const budgetsThatStopPlayback: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      ALTER TABLE client_budgets
        ADD COLUMN stops_playback boolean NOT NULL DEFAULT false,
        ADD COLUMN measured_cents bigint`.execute(db);
    // Stopped clients stay stopped until their month is next checked.
    await sql`UPDATE client_budgets SET measured_cents = spent_cents`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN playback_stopped_month text`.execute(db);
  },
};
