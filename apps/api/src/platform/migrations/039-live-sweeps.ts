import { type Kysely, sql } from "kysely";

/** Records the runs of unrecorded lives that may have left media behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE live_sweeps (
    live_uuid uuid NOT NULL,
    generation integer NOT NULL,
    -- When its media go; null while it runs.
    due_at timestamptz,
    is_last boolean NOT NULL DEFAULT false,
    PRIMARY KEY (live_uuid, generation)
  )`.execute(db);
  // Adds the media that killed ingests have left so far. A recorded run has an archive, or had one.
  await sql`INSERT INTO live_sweeps (live_uuid, generation, due_at, is_last)
    SELECT video_uuid, run, now(), true
    FROM lives JOIN videos ON videos.uuid = video_uuid, generate_series(1, generation) AS run
    WHERE NOT is_kept AND NOT EXISTS (
      SELECT FROM live_archives WHERE live_uuid = video_uuid AND live_archives.generation = run
    )`.execute(db);
}
