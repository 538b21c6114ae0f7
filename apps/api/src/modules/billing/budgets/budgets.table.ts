import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Budgets that also stop CDN entries; of a client, the month for which they are stopped. */
export const budgetsThatStopCdn: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE client_budgets ADD COLUMN stops_cdn boolean NOT NULL DEFAULT false`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN cdn_stopped_month text`.execute(db);
  },
};

/** Budgets that also refuse viewers; of a month, what it cost by what edges counted; of a client, the month for which viewers are refused. */
export const budgetsThatStopPlayback: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      ALTER TABLE client_budgets
        ADD COLUMN stops_playback boolean NOT NULL DEFAULT false,
        ADD COLUMN measured_cents bigint`.execute(db);
    // What was stopped stays so until the month is looked at again.
    await sql`UPDATE client_budgets SET measured_cents = spent_cents`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN playback_stopped_month text`.execute(db);
  },
};
