import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The waveform of the published media of a generation; null until it was requested.
  sql`ALTER TABLE encodings ADD COLUMN waveform jsonb`,
  // The revision rises only with changes made by people: saving with an older revision is a conflict.
  sql`ALTER TABLE videos ADD COLUMN edit_revision int NOT NULL DEFAULT 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
