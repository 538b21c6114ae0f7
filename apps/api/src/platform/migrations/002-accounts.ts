import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  sql`CREATE TABLE client_ice_sets (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    name text NOT NULL,
    ice_servers jsonb NOT NULL,
    UNIQUE (client_uuid, name)
  )`,
  sql`ALTER TABLE clients
    ADD COLUMN deletion_at timestamptz,
    ADD COLUMN default_qualities jsonb NOT NULL DEFAULT '"shoalOptimization"',
    ADD COLUMN restart_videos boolean NOT NULL DEFAULT false,
    ADD COLUMN chat boolean NOT NULL DEFAULT true,
    ADD COLUMN free_tier boolean NOT NULL DEFAULT false,
    ADD COLUMN number int GENERATED ALWAYS AS IDENTITY (START WITH 1001),
    ADD COLUMN contract_number text NOT NULL DEFAULT '',
    ADD COLUMN company_name text NOT NULL DEFAULT '',
    ADD COLUMN siret text NOT NULL DEFAULT '',
    ADD COLUMN contact_first_name text NOT NULL DEFAULT '',
    ADD COLUMN contact_last_name text NOT NULL DEFAULT '',
    ADD COLUMN contact_email text NOT NULL DEFAULT '',
    ADD COLUMN phone text NOT NULL DEFAULT '',
    ADD COLUMN postal_address text NOT NULL DEFAULT '',
    ADD COLUMN subscription_ends_at timestamptz,
    ADD COLUMN is_contract_signed boolean NOT NULL DEFAULT false,
    ADD COLUMN has_bank_details boolean NOT NULL DEFAULT false,
    ADD COLUMN stream_key text NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    ADD COLUMN ice_set_uuid uuid REFERENCES client_ice_sets ON DELETE SET NULL,
    ADD COLUMN revision int NOT NULL DEFAULT 1`,
  // Names must differ in more than case, like usernames.
  sql`CREATE UNIQUE INDEX clients_name ON clients (lower(name))`,
  sql`CREATE INDEX clients_deletion ON clients (deletion_at) WHERE deletion_at IS NOT NULL`,
  sql`CREATE TABLE client_authorizations (
    client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
    authorized_videos uuid[] NOT NULL DEFAULT '{}',
    authorized_ips text[] NOT NULL DEFAULT '{}',
    unauthorized_ips text[] NOT NULL DEFAULT '{}',
    authorized_vpns boolean NOT NULL DEFAULT true,
    authorized_vpns_list text[] NOT NULL DEFAULT '{}',
    authorized_countries text[] NOT NULL DEFAULT '{}',
    unauthorized_countries text[] NOT NULL DEFAULT '{}'
  )`,
  sql`ALTER TABLE users
    ALTER COLUMN password_hash DROP NOT NULL,
    ADD COLUMN name text,
    ADD COLUMN email_verified_at timestamptz,
    ADD COLUMN new_email text,
    ADD COLUMN activated_at timestamptz,
    ADD COLUMN language text NOT NULL DEFAULT 'EN' CHECK (language IN ('EN', 'FR')),
    ADD COLUMN totp_secret text,
    ADD COLUMN totp_confirmed_at timestamptz,
    ADD COLUMN totp_last_step bigint,
    ADD COLUMN recovery_codes text[] NOT NULL DEFAULT '{}',
    ADD COLUMN github_id text,
    ADD COLUMN github_login text,
    ADD COLUMN last_login_at timestamptz,
    ADD COLUMN revision int NOT NULL DEFAULT 1`,
  // Users that existed before this migration were created with a password, so they count as activated.
  sql`UPDATE users SET activated_at = created_at`,
  sql`CREATE UNIQUE INDEX users_github ON users (github_id)`,
  sql`CREATE INDEX users_client ON users (client_uuid, lower(username))`,
  // A video outlives the user who made it.
  sql`ALTER TABLE videos
    ALTER COLUMN user_uuid DROP NOT NULL,
    DROP CONSTRAINT videos_user_uuid_fkey,
    ADD CONSTRAINT videos_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users ON DELETE SET NULL`,
  // Finds the videos of a user, so that deleting a user does not scan all videos.
  sql`CREATE INDEX videos_user ON videos (user_uuid, created_at DESC, uuid)`,
  // Counted when an output is written, so that what a client stores is a sum of numbers.
  sql`CREATE FUNCTION count_output_bytes(outputs jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
    SELECT coalesce(sum(bytes::bigint), 0)
    FROM jsonb_path_query(outputs, '$[*].segments[*].length') AS bytes
  )`,
  sql`ALTER TABLE encoding_outputs
    ADD COLUMN stored_bytes bigint NOT NULL GENERATED ALWAYS AS (count_output_bytes(outputs)) STORED`,
  sql`ALTER TABLE sessions
    ADD COLUMN uuid uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
    ADD COLUMN address text,
    ADD COLUMN user_agent text,
    ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now()`,
  sql`CREATE TABLE account_links (
    key_hash bytea PRIMARY KEY,
    user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CHECK (purpose IN ('activation', 'password', 'email')),
    email text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  sql`CREATE INDEX account_links_user ON account_links (user_uuid, purpose)`,
  sql`CREATE TABLE provider_flows (
    state_hash bytea PRIMARY KEY,
    code_verifier text NOT NULL,
    provider_user jsonb,
    expires_at timestamptz NOT NULL
  )`,
  // Mails to be sent, outside the queue, whose tables the workers' role can read.
  sql`CREATE TABLE mails (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    recipient text NOT NULL,
    language text NOT NULL CHECK (language IN ('EN', 'FR')),
    content jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // The columns that rate-limiter-flexible expects. Unlogged, since losing them in a crash is acceptable.
  sql`CREATE UNLOGGED TABLE rate_limits (
    key text PRIMARY KEY,
    points int NOT NULL DEFAULT 0,
    expire bigint
  )`,
  // There are no foreign keys: entries stay when users and clients are deleted.
  sql`CREATE TABLE logs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    client_uuid uuid,
    client_name text,
    is_viewed boolean NOT NULL DEFAULT false,
    user_uuid uuid,
    username text,
    type text NOT NULL,
    target text,
    status int NOT NULL,
    address text
  )`,
  sql`CREATE INDEX logs_client ON logs (client_uuid, at DESC, id DESC)`,
  sql`CREATE INDEX logs_at ON logs (at DESC, id DESC)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
