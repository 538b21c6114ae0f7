import { type Kysely, sql } from "kysely";

/** Credentials of other servers stood in `source_url`. Files of before cannot be fetched again: nobody knows them now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN sealed_source_url text`.execute(db);
  await sql`UPDATE videos SET source_url = regexp_replace(source_url, '^(https?://)([^/?#]*@)?([^?#]*).*$', '\\1\\3')
    WHERE source_url IS NOT NULL`.execute(db);
}
