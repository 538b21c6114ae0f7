import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE cuts (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    -- No reference: a cut outlives the video that it was cut from.
    origin_uuid uuid NOT NULL,
    tracks jsonb NOT NULL,
    plan jsonb NOT NULL,
    in_sec double precision NOT NULL,
    out_sec double precision NOT NULL,
    -- Folders of the media store that it refers to.
    held_prefixes text[] NOT NULL
  )`,
  sql`CREATE INDEX cuts_held ON cuts USING gin (held_prefixes)`,
  sql`CREATE TABLE kept_media (prefix text PRIMARY KEY)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
