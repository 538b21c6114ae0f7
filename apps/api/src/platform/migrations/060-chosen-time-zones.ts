import { type Kysely, sql } from "kysely";

/**
 * Distinguishes a client that has not chosen a time zone from a client that chose UTC. Without a choice, figures use the reader's
 * time zone.
 */
const STATEMENTS = [
  sql`ALTER TABLE client_rules ALTER COLUMN time_zone DROP DEFAULT, ALTER COLUMN time_zone DROP NOT NULL`,
  // Until now the value was UTC whether it had been chosen or not.
  sql`UPDATE client_rules SET time_zone = NULL WHERE time_zone = 'UTC'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
