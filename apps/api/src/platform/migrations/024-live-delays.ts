import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // As it is wanted, and as it began last: a change holds from the next time.
  sql`ALTER TABLE lives ADD COLUMN delay text NOT NULL DEFAULT 'yes', ADD COLUMN run_delay text NOT NULL DEFAULT 'yes'`,
  // Null for as near as its parts allow.
  sql`ALTER TABLE lives ADD COLUMN target_latency_sec integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
