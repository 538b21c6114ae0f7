import { type Kysely, sql } from "kysely";

/** Sites get a permanent id, by which they are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`UPDATE configs SET sites = (
      SELECT jsonb_agg(jsonb_build_object('uuid', gen_random_uuid(), 'exchange', 'first') || site ORDER BY place)
      FROM jsonb_array_elements(sites) WITH ORDINALITY AS listed (site, place)
    ) WHERE sites <> '[]'`.execute(db);
}
