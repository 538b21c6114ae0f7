import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Who asked, with his password, that an account at the provider be linked to his; null for who signs in.
  sql`ALTER TABLE provider_flows ADD COLUMN user_uuid uuid REFERENCES users ON DELETE CASCADE`,
  sql`ALTER TABLE client_authorizations ADD COLUMN revision int NOT NULL DEFAULT 1`,
  sql`ALTER TABLE client_ice_sets ADD COLUMN revision int NOT NULL DEFAULT 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
