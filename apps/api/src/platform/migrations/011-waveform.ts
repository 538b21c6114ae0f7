import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // Of what is published of a generation; null until it was asked for.
  sql`ALTER TABLE encodings ADD COLUMN waveform jsonb`,
  // Raised by what people change, and by nothing else: saving with an older one is a conflict.
  sql`ALTER TABLE videos ADD COLUMN edit_revision int NOT NULL DEFAULT 1`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
