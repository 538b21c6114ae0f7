import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // A client without a row uses the default rules.
  sql`CREATE TABLE alert_rules (
    client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
    rules jsonb NOT NULL,
    revision integer NOT NULL DEFAULT 1
  )`,
  // Only users who changed the default choice have a row.
  sql`CREATE TABLE alert_mail_choices (
    user_uuid uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    is_wanted boolean NOT NULL
  )`,
  // The table includes rising alerts, which have not been reported: they outlive the process that detected them.
  sql`CREATE TABLE alerts (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('stream_down', 'rebuffering', 'errors', 'quota', 'offload_lost')),
    subject text NOT NULL,
    subject_title text,
    is_ours boolean NOT NULL,
    phase text NOT NULL CHECK (phase IN ('rising', 'open', 'falling', 'closed')),
    since timestamptz NOT NULL,
    judged_until timestamptz NOT NULL,
    threshold double precision NOT NULL,
    usual double precision,
    worst double precision NOT NULL,
    last double precision NOT NULL,
    opened_at timestamptz,
    closed_at timestamptz,
    ending text CHECK (ending IN ('recovered', 'switched_off', 'subject_gone')),
    acknowledged_at timestamptz,
    acknowledged_by text,
    note text,
    CHECK ((phase = 'rising') = (opened_at IS NULL)),
    CHECK ((phase = 'closed') = (closed_at IS NOT NULL AND ending IS NOT NULL))
  )`,
  sql`CREATE UNIQUE INDEX alerts_one_each ON alerts (client_uuid, kind, subject) WHERE phase <> 'closed'`,
  sql`CREATE INDEX alerts_listed ON alerts (client_uuid, opened_at DESC, uuid) WHERE phase <> 'rising'`,
  sql`CREATE INDEX alerts_by_end ON alerts (closed_at) WHERE phase = 'closed'`,
  // The values of kinds that sessions do not contain; other values are read from the sessions.
  sql`CREATE TABLE alert_values (
    alert_uuid uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
    client_uuid uuid NOT NULL,
    at timestamptz NOT NULL,
    until timestamptz NOT NULL,
    value double precision NOT NULL,
    PRIMARY KEY (alert_uuid, at)
  )`,
  sql`CREATE TABLE alert_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    alert_uuid uuid NOT NULL REFERENCES alerts ON DELETE CASCADE,
    type text NOT NULL CHECK (type IN ('alert.opened', 'alert.acknowledged', 'alert.closed')),
    at timestamptz NOT NULL,
    payload jsonb NOT NULL
  )`,
  // This index serves a query that runs every few seconds.
  sql`CREATE INDEX lives_off_air ON lives (ended_at) WHERE is_open AND state IN ('lost', 'ended')`,
  sql`CREATE INDEX alert_events_of_alert ON alert_events (alert_uuid, id)`,
];

/** Creates the tables of alerts, their rules and their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
