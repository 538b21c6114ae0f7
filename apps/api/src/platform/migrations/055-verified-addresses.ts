import { type Kysely, sql } from "kysely";

/**
 * Across the installation a verified address belongs to one user, who can sign in with it; within a client, any address is
 * unique.
 */
const STATEMENTS = [
  sql`DROP INDEX users_email`,
  sql`CREATE UNIQUE INDEX users_verified_email ON users (lower(email)) WHERE email_verified_at IS NOT NULL`,
  sql`CREATE UNIQUE INDEX users_client_email ON users (client_uuid, lower(email))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
