import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`ALTER TABLE collections
    -- A page named it, and nobody has changed it since: of these there are fewer than of all.
    ADD COLUMN is_reported boolean NOT NULL DEFAULT false,
    -- The config whose key that page gave.
    ADD COLUMN named_by uuid`,
  sql`UPDATE collections SET is_reported = true WHERE reported_at IS NOT NULL AND rules = '{}' AND revision = 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
