import { type Kysely, sql } from "kysely";

/**
 * Whether a chosen thumbnail is a picture that someone sent, which everyone may see. Of those that were chosen before it is not
 * known any more: they are taken for frames.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN is_thumbnail_sent boolean NOT NULL DEFAULT false`.execute(db);
}
