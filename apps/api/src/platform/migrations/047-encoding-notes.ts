import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`ALTER TABLE encodings
    -- What was done to a source that its owner may wonder about.
    ADD COLUMN notes jsonb NOT NULL DEFAULT '[]'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
