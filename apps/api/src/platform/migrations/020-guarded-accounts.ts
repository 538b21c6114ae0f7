import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The user who confirmed with their password to link an account at the provider; null when signing in.
  sql`ALTER TABLE provider_flows ADD COLUMN user_uuid uuid REFERENCES users ON DELETE CASCADE`,
  sql`ALTER TABLE client_authorizations ADD COLUMN revision int NOT NULL DEFAULT 1`,
  sql`ALTER TABLE client_ice_sets ADD COLUMN revision int NOT NULL DEFAULT 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
