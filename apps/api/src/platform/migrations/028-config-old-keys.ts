import { type Kysely, sql } from "kysely";

/** A replaced key continues to work during its grace period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE configs
    ADD COLUMN old_key uuid UNIQUE,
    ADD COLUMN old_key_ends_at timestamptz,
    ADD CHECK ((old_key IS NULL) = (old_key_ends_at IS NULL))`.execute(db);
}
