import { type Kysely, sql } from "kysely";

/** What an encoder that ends its stream properly says is kept: it is told from a signal that was lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lives ADD COLUMN is_signed_off boolean NOT NULL DEFAULT false`.execute(db);
}
