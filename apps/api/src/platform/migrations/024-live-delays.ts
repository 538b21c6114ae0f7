import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The configured delay, and the delay of the last start: a change applies from the next start.
  sql`ALTER TABLE lives ADD COLUMN delay text NOT NULL DEFAULT 'yes', ADD COLUMN run_delay text NOT NULL DEFAULT 'yes'`,
  // The target latency; null for the lowest latency that its parts allow.
  sql`ALTER TABLE lives ADD COLUMN target_latency_sec integer`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
