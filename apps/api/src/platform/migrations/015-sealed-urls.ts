import { type Kysely, sql } from "kysely";

/**
 * `source_url` contained credentials of other servers. Earlier files cannot be fetched again, since the credentials are
 * removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE videos ADD COLUMN sealed_source_url text`.execute(db);
  await sql`UPDATE videos SET source_url = regexp_replace(source_url, '^(https?://)([^/?#]*@)?([^?#]*).*$', '\\1\\3')
    WHERE source_url IS NOT NULL`.execute(db);
}
