import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE captions (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    language text NOT NULL,
    label text NOT NULL,
    kind text NOT NULL,
    is_default boolean NOT NULL DEFAULT false,
    origin text NOT NULL,
    -- Of the source, for extracted ones: a stream becomes one track.
    stream_index integer,
    -- The track of the other video that one of a cut was taken from. No reference: it outlives that one.
    taken_from uuid,
    cues jsonb NOT NULL,
    cue_count integer NOT NULL GENERATED ALWAYS AS (jsonb_array_length(cues)) STORED,
    -- Cues were written by somebody since they were extracted or taken from another track.
    is_edited boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    -- Of the cues alone: what players read is named by it.
    version integer NOT NULL DEFAULT 1,
    object text NOT NULL,
    -- Earlier objects: edges that are a step behind still read them.
    former_objects text[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT captions_label UNIQUE (video_uuid, language, label)
  )`,
  sql`CREATE INDEX captions_client ON captions (client_uuid)`,
  sql`CREATE UNIQUE INDEX captions_default ON captions (video_uuid) WHERE is_default`,
  sql`CREATE UNIQUE INDEX captions_stream ON captions (video_uuid, stream_index)`,
  sql`CREATE TABLE caption_extractions (
    video_uuid uuid PRIMARY KEY REFERENCES videos ON DELETE CASCADE,
    state text NOT NULL,
    unconvertible jsonb NOT NULL DEFAULT '[]'
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
