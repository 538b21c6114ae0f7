import type { NewsKind, NewsMailTime } from "@shoal/contract";
import { type ColumnType, type Generated, type GeneratedAlways, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

export type ProjectEventType =
  | "comment.created"
  | "comment.mentioned"
  | "version.added"
  | "decision.wanted"
  | "decision.made";

/** An event in a project, written by triggers in the same transaction as its cause. */
export interface ProjectEventRow {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  client_uuid: string;
  project_uuid: string;
  version_number: number;
  type: ProjectEventType;
  at: Generated<Date>;
  /** The user who caused the event; null for guests, and for administrators who act for the client. */
  actor_uuid: NullableText;
  actor_name: string;
  /** The uuid of the comment, request or decision concerned; null for versions. */
  subject_uuid: NullableText;
  payload: ColumnType<EventPayload, string, never>;
  /** When notifications were created from the event. */
  told_at: NullableDate;
}

export interface EventPayload {
  /** The uuids of mentioned users, for `comment.created` and `comment.mentioned`. */
  mentions?: string[];
  isInternal?: boolean;
  /** The uuid of the reviewer, for `decision.wanted`. */
  reviewer?: string;
  decision?: string;
}

export interface NewsRow {
  id: GeneratedAlways<number>;
  client_uuid: string;
  user_uuid: string;
  event_uuid: string;
  project_uuid: string;
  kind: NewsKind;
  at: Date;
  read_at: NullableDate;
  /** When the item was mailed, or was found not to need a mail. */
  settled_at: NullableDate;
}

/** Settings of a user who changed them, or was mailed at least once. */
export interface NewsSettingsRow {
  user_uuid: string;
  mail: Generated<NewsMailTime>;
  unmailed: Generated<NewsKind[]>;
  /** The user's time zone; null for the client's. */
  time_zone: NullableText;
  /** The token in the link of each mail that unsubscribes. */
  token: Generated<string>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    project_events: ProjectEventRow;
    news: NewsRow;
    news_settings: NewsSettingsRow;
  }
}

/**
 * Triggers in the database write the events, so that no code that writes a comment, a version or a decision can miss them, and
 * rolled-back changes write no events.
 */
export const projectEventTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE project_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      version_number integer NOT NULL,
      type text NOT NULL CHECK (type IN
        ('comment.created', 'comment.mentioned', 'version.added', 'decision.wanted', 'decision.made')),
      at timestamptz NOT NULL DEFAULT now(),
      actor_uuid uuid,
      actor_name text NOT NULL,
      subject_uuid uuid,
      payload jsonb NOT NULL,
      told_at timestamptz
    )`.execute(db);
    await sql`CREATE INDEX project_events_untold ON project_events (id) WHERE told_at IS NULL`.execute(db);
    await sql`CREATE INDEX project_events_by_project ON project_events (project_uuid)`.execute(db);
    await sql`CREATE INDEX project_events_by_client ON project_events (client_uuid)`.execute(db);
    await sql`CREATE INDEX project_events_by_age ON project_events (at)`.execute(db);

    await sql`CREATE FUNCTION note_comment() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        named uuid[] := NEW.mention_uuids;
        happened text := 'comment.created';
        writer uuid := NEW.author_uuid;
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          named := ARRAY(SELECT unnest(NEW.mention_uuids) EXCEPT SELECT unnest(OLD.mention_uuids));
          happened := 'comment.mentioned';
          IF cardinality(named) = 0 THEN RETURN NULL; END IF;
        END IF;
        INSERT INTO project_events
          (client_uuid, project_uuid, version_number, type, actor_uuid, actor_name, subject_uuid, payload)
        VALUES (NEW.client_uuid, NEW.project_uuid, NEW.version_number, happened, writer, NEW.author_name,
          NEW.uuid, jsonb_build_object('mentions', to_jsonb(named), 'isInternal', NEW.is_internal));
        RETURN NULL;
      END $$`.execute(db);
    await sql`CREATE TRIGGER comments_are_noted AFTER INSERT OR UPDATE OF mention_uuids ON comments
      FOR EACH ROW EXECUTE FUNCTION note_comment()`.execute(db);

    await sql`CREATE FUNCTION note_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO project_events
        (client_uuid, project_uuid, version_number, type, actor_uuid, actor_name, payload)
      VALUES (NEW.client_uuid, NEW.project_uuid, NEW.number, 'version.added', NEW.publisher_uuid,
        NEW.publisher_name, '{}');
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER versions_are_noted AFTER INSERT ON project_versions
      FOR EACH ROW EXECUTE FUNCTION note_version()`.execute(db);

    await sql`CREATE FUNCTION note_request() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO project_events
        (client_uuid, project_uuid, version_number, type, actor_uuid, actor_name, subject_uuid, payload)
      VALUES (NEW.client_uuid, NEW.project_uuid, NEW.version_number, 'decision.wanted', NEW.asked_by_uuid,
        NEW.asked_by, NEW.uuid, jsonb_build_object('reviewer', NEW.user_uuid));
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER requests_are_noted AFTER INSERT ON approval_requests
      FOR EACH ROW EXECUTE FUNCTION note_request()`.execute(db);

    await sql`CREATE FUNCTION note_decision() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO project_events
        (client_uuid, project_uuid, version_number, type, actor_uuid, actor_name, subject_uuid, payload)
      VALUES (NEW.client_uuid, NEW.project_uuid, NEW.version_number, 'decision.made', NEW.user_uuid,
        NEW.username, NEW.uuid, jsonb_build_object('decision', NEW.decision));
      RETURN NULL;
    END $$`.execute(db);
    await sql`CREATE TRIGGER decisions_are_noted AFTER INSERT ON approval_decisions
      FOR EACH ROW EXECUTE FUNCTION note_decision()`.execute(db);
  },
};

export const newsTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE news (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      event_uuid uuid NOT NULL REFERENCES project_events (uuid) ON DELETE CASCADE,
      project_uuid uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN
        ('mentioned', 'answered', 'commented', 'versionAdded', 'decisionWanted', 'decisionMade')),
      at timestamptz NOT NULL,
      read_at timestamptz,
      settled_at timestamptz,
      UNIQUE (user_uuid, event_uuid)
    )`.execute(db);
    await sql`CREATE INDEX news_of_user ON news (user_uuid, id DESC)`.execute(db);
    await sql`CREATE INDEX news_unread ON news (user_uuid) WHERE read_at IS NULL`.execute(db);
    await sql`CREATE INDEX news_unsettled ON news (user_uuid, project_uuid) WHERE settled_at IS NULL`.execute(
      db,
    );
    await sql`CREATE INDEX news_by_event ON news (event_uuid)`.execute(db);
    await sql`CREATE INDEX news_by_project ON news (project_uuid)`.execute(db);
    await sql`CREATE INDEX news_by_client ON news (client_uuid)`.execute(db);
    await sql`CREATE TABLE news_settings (
      user_uuid uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      mail text NOT NULL DEFAULT 'atOnce' CHECK (mail IN ('atOnce', 'daily', 'never')),
      unmailed text[] NOT NULL DEFAULT '{}',
      time_zone text,
      token uuid NOT NULL UNIQUE DEFAULT gen_random_uuid()
    )`.execute(db);
  },
};
