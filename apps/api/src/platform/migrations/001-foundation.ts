import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  sql`CREATE EXTENSION IF NOT EXISTS btree_gin`,
  sql`CREATE TABLE clients (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL UNIQUE,
    type text NOT NULL CHECK (type IN ('platform', 'plugin', 'camera')),
    vireed boolean NOT NULL DEFAULT false,
    export boolean NOT NULL DEFAULT false,
    scenelist boolean NOT NULL DEFAULT false,
    data_to_delete boolean NOT NULL DEFAULT false,
    no_keep_live boolean NOT NULL DEFAULT false,
    default_autoplay boolean NOT NULL DEFAULT true,
    old_table boolean NOT NULL DEFAULT false,
    default_page_size int,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE TABLE users (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    username text NOT NULL,
    email text,
    password_hash text NOT NULL,
    password_modified boolean NOT NULL DEFAULT false,
    roles text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE UNIQUE INDEX users_username ON users (lower(username))`,
  sql`CREATE UNIQUE INDEX users_email ON users (lower(email))`,
  sql`CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  sql`CREATE INDEX sessions_user ON sessions (user_uuid)`,
  sql`CREATE TABLE videos (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    user_uuid uuid NOT NULL REFERENCES users,
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    tags text[] NOT NULL DEFAULT '{}',
    type text NOT NULL DEFAULT 'vod',
    status text NOT NULL,
    wanted_status text NOT NULL DEFAULT 'encoded',
    generation int NOT NULL DEFAULT 1,
    encoding text NOT NULL DEFAULT 'encoding',
    input_qualities jsonb NOT NULL,
    first_pass boolean NOT NULL DEFAULT false,
    autoplay boolean NOT NULL DEFAULT true,
    error_type text,
    source_path text,
    original_name text,
    fingerprint text,
    size_bytes bigint,
    chunk_count int,
    contiguous_chunks int NOT NULL DEFAULT 0,
    duration_sec double precision,
    encoding_percent double precision NOT NULL DEFAULT 0,
    encoding_eta_sec double precision,
    uploading_percent double precision NOT NULL DEFAULT 0,
    uploading_eta_sec double precision,
    upload_feedback_at timestamptz,
    open_at_bytes bigint,
    revision bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    modified_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX videos_newest ON videos (client_uuid, created_at DESC, uuid)`,
  sql`CREATE INDEX videos_title ON videos (client_uuid, title, uuid)`,
  // One index covers client, tags and words of the title: with separate indexes, PostgreSQL used one and filtered 6,000 rows.
  sql`CREATE INDEX videos_search ON videos USING gin (client_uuid, tags, title gin_trgm_ops)`,
  sql`CREATE INDEX videos_uploads ON videos (user_uuid, fingerprint) WHERE status IN ('uploading', 'upload_failed')`,
  sql`CREATE INDEX videos_working ON videos (status) WHERE status NOT IN ('encoded', 'stopped', 'error')`,
  sql`CREATE TABLE upload_chunks (
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    number int NOT NULL,
    size_bytes int NOT NULL,
    sha256 bytea NOT NULL,
    PRIMARY KEY (video_uuid, number)
  )`,
  sql`CREATE TABLE encodings (
    video_uuid uuid NOT NULL REFERENCES videos ON DELETE CASCADE,
    generation int NOT NULL,
    plan jsonb NOT NULL,
    tracks jsonb NOT NULL DEFAULT '[]',
    index_version int NOT NULL DEFAULT 0,
    thumbnail_object text,
    storyboard jsonb,
    copy_pieces_sent int NOT NULL DEFAULT 0,
    is_queued boolean NOT NULL DEFAULT false,
    is_storyboard_sent boolean NOT NULL DEFAULT false,
    is_ended boolean NOT NULL DEFAULT false,
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    PRIMARY KEY (video_uuid, generation)
  )`,
  sql`CREATE TABLE encoding_outputs (
    video_uuid uuid NOT NULL,
    generation int NOT NULL,
    job text NOT NULL,
    piece_index int NOT NULL,
    outputs jsonb NOT NULL,
    PRIMARY KEY (video_uuid, generation, job, piece_index),
    FOREIGN KEY (video_uuid, generation) REFERENCES encodings ON DELETE CASCADE
  )`,
  // The figures of a video outlive it, so there is no foreign key.
  sql`CREATE TABLE video_stats (
    video_uuid uuid PRIMARY KEY,
    client_uuid uuid NOT NULL,
    nb_view double precision NOT NULL DEFAULT 0,
    hourview double precision NOT NULL DEFAULT 0,
    concurrent_users double precision NOT NULL DEFAULT 0,
    mean_time_sec double precision NOT NULL DEFAULT 0,
    best_quality_percent double precision NOT NULL DEFAULT 100,
    bitrate_kbps double precision NOT NULL DEFAULT 0,
    rebuff double precision,
    offload double precision NOT NULL DEFAULT 0,
    data_delivered_mb double precision NOT NULL DEFAULT 0,
    peer_mb double precision NOT NULL DEFAULT 0,
    startup_ms double precision,
    energy_saved_wh double precision NOT NULL DEFAULT 0,
    energy_spent_wh double precision NOT NULL DEFAULT 0,
    co2_g double precision NOT NULL DEFAULT 0,
    water_l double precision NOT NULL DEFAULT 0,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX video_stats_live ON video_stats (video_uuid) WHERE concurrent_users > 0`,
  sql`CREATE TABLE descriptor_changes (
    cursor bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    video_uuid uuid NOT NULL,
    revision bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  )`,
  // Messages between replicas that are too long for a notification.
  sql`CREATE TABLE socket_io_attachments (
    id bigserial UNIQUE,
    created_at timestamptz DEFAULT now(),
    payload bytea
  )`,
  sql`CREATE TABLE cursors (name text PRIMARY KEY, value jsonb NOT NULL)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
