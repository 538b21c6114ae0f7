import { type Kysely, sql } from "kysely";

/** A key that was replaced works on until its grace ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE configs
    ADD COLUMN old_key uuid UNIQUE,
    ADD COLUMN old_key_ends_at timestamptz,
    ADD CHECK ((old_key IS NULL) = (old_key_ends_at IS NULL))`.execute(db);
}
