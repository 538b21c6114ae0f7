import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The number of pieces for which an arriving source is already sufficient, like `copy_pieces_sent`.
  sql`ALTER TABLE encodings ADD COLUMN encode_pieces_sent int NOT NULL DEFAULT 0`,
  sql`ALTER TABLE encodings ADD COLUMN audio_parts_sent int NOT NULL DEFAULT 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
