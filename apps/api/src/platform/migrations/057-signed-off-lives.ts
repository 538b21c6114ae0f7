import { type Kysely, sql } from "kysely";

/** Records that an encoder ended its stream properly, to distinguish this from a lost signal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE lives ADD COLUMN is_signed_off boolean NOT NULL DEFAULT false`.execute(db);
}
