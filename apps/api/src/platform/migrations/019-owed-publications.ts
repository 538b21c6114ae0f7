import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The revision rises with every change of an encoding that viewers should see; `index_version` is the last published revision.
  sql`ALTER TABLE encodings
    ADD COLUMN outputs_revision int NOT NULL DEFAULT 0,
    ADD COLUMN outputs_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN old_indexes jsonb NOT NULL DEFAULT '[]'`,
  // A running encoding may have changes that were never published.
  sql`UPDATE encodings SET outputs_revision = index_version + CASE WHEN is_ended THEN 0 ELSE 1 END`,
  sql`CREATE INDEX encodings_owed ON encodings (outputs_at) WHERE outputs_revision > index_version`,
  sql`ALTER TABLE encodings DROP COLUMN is_storyboard_sent`,
  sql`ALTER TABLE videos DROP COLUMN wanted_status`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
