import type {
  Language,
  WebhookDeliveryState,
  WebhookEventType,
  WebhookFormat,
  WebhookOffReason,
} from "@shoal/contract";
import { type ColumnType, type Generated, type GeneratedAlways, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableColumn<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** An address that receives a client's events. */
export interface WebhookRow {
  uuid: Generated<string>;
  client_uuid: string;
  url: string;
  description: string;
  /** The types of events to send; empty for all. */
  events: string[];
  format: Generated<WebhookFormat>;
  /** The language of sentences for people, unused if the receiver is a program. */
  language: Generated<Language>;
  /** The secret, encrypted with the uuid of the webhook as context. */
  sealed_secret: string;
  sealed_old_secret: NullableColumn<string>;
  old_secret_until: NullableDate;
  is_on: Generated<boolean>;
  off_reason: NullableColumn<WebhookOffReason>;
  failing_since: NullableDate;
  /** The number of consecutive failed attempts. */
  failure_count: Generated<number>;
  /** The time before which no message is sent. */
  paused_until: NullableDate;
  revision: Generated<number>;
  created_at: Generated<Date>;
}

/** An event, written in the transaction of the change, and only if a webhook subscribes to it. */
export interface WebhookEventRow {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  client_uuid: string;
  type: WebhookEventType | "webhook.test";
  /** What the event is about. Events of one subject are delivered in order. */
  subject: string;
  data: ColumnType<Record<string, unknown>, string, never>;
  at: Generated<Date>;
}

export interface WebhookDeliveryRow {
  id: GeneratedAlways<number>;
  webhook_uuid: string;
  client_uuid: string;
  event_id: number;
  subject: string;
  state: Generated<WebhookDeliveryState>;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  /** When the first attempt since the request was made, at which the retry period starts. */
  first_at: NullableDate;
  last_at: NullableDate;
  last_status: NullableColumn<number>;
  last_error: NullableColumn<string>;
  last_answer: NullableColumn<string>;
  last_ms: NullableColumn<number>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    webhooks: WebhookRow;
    webhook_events: WebhookEventRow;
    webhook_deliveries: WebhookDeliveryRow;
  }
}

const TABLE_STATEMENTS = [
  sql`CREATE TABLE webhooks (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    url text NOT NULL,
    description text NOT NULL,
    events text[] NOT NULL,
    sealed_secret text NOT NULL,
    sealed_old_secret text,
    old_secret_until timestamptz,
    is_on boolean NOT NULL DEFAULT true,
    off_reason text CHECK (off_reason IN ('user', 'failing', 'gone')),
    failing_since timestamptz,
    failure_count integer NOT NULL DEFAULT 0,
    paused_until timestamptz,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (is_on = (off_reason IS NULL))
  )`,
  sql`CREATE INDEX webhooks_by_client ON webhooks (client_uuid)`,
  sql`CREATE TABLE webhook_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    type text NOT NULL,
    subject text NOT NULL,
    data jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  )`,
  sql`CREATE INDEX webhook_events_by_client ON webhook_events (client_uuid)`,
  sql`CREATE INDEX webhook_events_by_age ON webhook_events (at)`,
  sql`CREATE TABLE webhook_deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook_uuid uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    event_id bigint NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
    subject text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    first_at timestamptz,
    last_at timestamptz,
    last_status integer,
    last_error text,
    last_answer text,
    last_ms integer,
    UNIQUE (webhook_uuid, event_id)
  )`,
  sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE state = 'waiting'`,
  sql`CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (webhook_uuid, subject, id) WHERE state = 'waiting'`,
  sql`CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_uuid, id) WHERE state = 'waiting'`,
  sql`CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_uuid, id DESC)`,
  sql`CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id)`,
  sql`CREATE INDEX webhook_deliveries_by_client ON webhook_deliveries (client_uuid)`,
];

/**
 * Triggers write the events, so that code that changes a video cannot miss them and rolled-back changes cause none. Clients that
 * are being deleted cause no events either.
 */
const TRIGGER_STATEMENTS = [
  sql`CREATE FUNCTION note_for_webhooks(client uuid, happened text, about text, what jsonb) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE made bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM webhooks JOIN clients ON clients.uuid = webhooks.client_uuid
        WHERE client_uuid = client AND is_on AND (events = '{}' OR happened = ANY (events))) THEN RETURN; END IF;
      INSERT INTO webhook_events (client_uuid, type, subject, data) VALUES (client, happened, about, what)
        RETURNING id INTO made;
      INSERT INTO webhook_deliveries (webhook_uuid, client_uuid, event_id, subject)
        SELECT uuid, client, made, about FROM webhooks
        WHERE client_uuid = client AND is_on AND (events = '{}' OR happened = ANY (events));
    END $$`,
  sql`CREATE FUNCTION note_video_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      row videos := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
      what jsonb;
      happened text[] := '{}';
    BEGIN
      IF row.kind <> 'video' OR row.replaces_uuid IS NOT NULL THEN RETURN NULL; END IF;
      IF TG_OP = 'INSERT' THEN happened := '{video.created}';
      ELSIF TG_OP = 'DELETE' THEN
        IF OLD.trashed_at IS NULL AND NOT OLD.is_deleted THEN happened := '{video.deleted}'; END IF;
      ELSE
        IF row.type = 'vod' AND ((NEW.contiguous_chunks = NEW.chunk_count AND OLD.contiguous_chunks < NEW.contiguous_chunks)
          OR (NEW.chunk_count IS NULL AND OLD.status = 'uploading' AND NEW.status = 'waiting_for_encoding'))
          THEN happened := happened || 'video.uploaded'::text; END IF;
        IF row.type = 'vod' AND OLD.status <> NEW.status THEN
          IF NEW.status = 'segmented' THEN happened := happened || 'video.playable'::text;
          ELSIF NEW.status = 'encoded' THEN happened := happened || 'video.encoded'::text;
          ELSIF NEW.status IN ('error', 'upload_failed') THEN happened := happened || 'video.failed'::text;
          END IF;
        END IF;
        IF (OLD.trashed_at IS NULL AND NOT OLD.is_deleted) <> (NEW.trashed_at IS NULL AND NOT NEW.is_deleted) THEN
          happened := happened || CASE WHEN NEW.trashed_at IS NULL AND NOT NEW.is_deleted
            THEN 'video.restored' ELSE 'video.deleted' END;
        END IF;
      END IF;
      IF cardinality(happened) = 0 THEN RETURN NULL; END IF;
      what := jsonb_build_object('uuid', row.uuid, 'title', row.title, 'type', row.type,
        'encodingStatus', row.status, 'durationSec', row.duration_sec, 'errorType', row.error_type,
        'origin', row.origin_uuid);
      FOR n IN 1..cardinality(happened) LOOP
        PERFORM note_for_webhooks(row.client_uuid, happened[n], row.uuid::text, what);
      END LOOP;
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER videos_are_told AFTER INSERT OR DELETE OR UPDATE OF status, contiguous_chunks, trashed_at, is_deleted
    ON videos FOR EACH ROW EXECUTE FUNCTION note_video_for_webhooks()`,
  sql`CREATE FUNCTION note_live_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      happened text := CASE
        WHEN NEW.state = 'live' AND OLD.state = 'lost' THEN 'live.back'
        WHEN NEW.state = 'live' THEN 'live.started'
        WHEN NEW.state = 'lost' AND OLD.state = 'live' THEN 'live.lost'
        WHEN NEW.state IN ('idle', 'ended') AND OLD.state IN ('live', 'lost') THEN 'live.ended'
      END;
    BEGIN
      IF happened IS NULL THEN RETURN NULL; END IF;
      PERFORM note_for_webhooks(NEW.client_uuid, happened, NEW.video_uuid::text,
        jsonb_build_object('uuid', NEW.video_uuid, 'title', (SELECT title FROM videos WHERE uuid = NEW.video_uuid),
          'liveType', NEW.live_type, 'fault', NEW.fault));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER lives_are_told AFTER UPDATE OF state ON lives FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION note_live_for_webhooks()`,
  sql`CREATE FUNCTION note_alert_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, NEW.type, NEW.alert_uuid::text, NEW.payload);
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER alert_events_are_told AFTER INSERT ON alert_events FOR EACH ROW
    EXECUTE FUNCTION note_alert_for_webhooks()`,
  sql`CREATE FUNCTION note_project_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, NEW.type, NEW.project_uuid::text,
        NEW.payload || jsonb_build_object('project', NEW.project_uuid, 'version', NEW.version_number,
          'subject', NEW.subject_uuid, 'by', NEW.actor_name));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER project_events_are_told AFTER INSERT ON project_events FOR EACH ROW
    EXECUTE FUNCTION note_project_for_webhooks()`,
  // Mentions in conversations of two people and in support rooms cause no events.
  sql`CREATE FUNCTION note_mention_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE room chat_rooms;
    BEGIN
      SELECT * INTO room FROM chat_rooms WHERE uuid = NEW.room_uuid;
      IF room.kind IN ('private', 'support') THEN RETURN NULL; END IF;
      PERFORM note_for_webhooks(NEW.client_uuid, 'chat.mentioned', NEW.room_uuid::text,
        jsonb_build_object('room', NEW.room_uuid, 'roomType', room.kind, 'message', NEW.id, 'by', NEW.sender_name,
          'mentions', to_jsonb(NEW.mention_uuids), 'mentionsRoom', NEW.mentions_room));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER chat_mentions_are_told AFTER INSERT ON chat_messages FOR EACH ROW
    WHEN (NEW.mentions_room OR cardinality(NEW.mention_uuids) > 0) EXECUTE FUNCTION note_mention_for_webhooks()`,
  sql`CREATE FUNCTION note_member_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE row users := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      PERFORM note_for_webhooks(row.client_uuid, CASE WHEN TG_OP = 'DELETE' THEN 'member.removed' ELSE 'member.added' END,
        row.uuid::text, jsonb_build_object('uuid', row.uuid, 'username', row.username, 'roles', to_jsonb(row.roles)));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER members_are_told AFTER INSERT OR DELETE ON users FOR EACH ROW
    EXECUTE FUNCTION note_member_for_webhooks()`,
];

export const webhookTables: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...TABLE_STATEMENTS, ...TRIGGER_STATEMENTS]) await statement.execute(db);
  },
};

/** The triggers of later types of events, and of messages for people. */
const LATER_STATEMENTS = [
  sql`ALTER TABLE webhooks
    ADD COLUMN format text NOT NULL DEFAULT 'standard' CHECK (format IN ('standard', 'slack', 'teams')),
    ADD COLUMN language text NOT NULL DEFAULT 'EN' CHECK (language IN ('EN', 'FR'))`,
  // A replaced file has another source; a video that was encoded again has the same.
  sql`CREATE FUNCTION note_replacement_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, 'video.replaced', NEW.uuid::text,
        jsonb_build_object('uuid', NEW.uuid, 'title', NEW.title, 'type', NEW.type, 'encodingStatus', NEW.status,
          'durationSec', NEW.duration_sec, 'errorType', NEW.error_type, 'origin', NEW.origin_uuid));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER replacements_are_told AFTER UPDATE OF source_object ON videos FOR EACH ROW
    WHEN (NEW.kind = 'video' AND NEW.replaces_uuid IS NULL AND NEW.status IN ('segmented', 'encoded')
      AND OLD.generation <> NEW.generation AND OLD.source_object IS DISTINCT FROM NEW.source_object)
    EXECUTE FUNCTION note_replacement_for_webhooks()`,
  sql`CREATE FUNCTION note_archive_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, 'live.archived', NEW.live_uuid::text,
        jsonb_build_object('uuid', NEW.live_uuid, 'title', (SELECT title FROM videos WHERE uuid = NEW.live_uuid),
          'archive', NEW.video_uuid));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER archives_are_told AFTER UPDATE OF state ON live_archives FOR EACH ROW
    WHEN (NEW.state = 'made' AND OLD.state <> 'made' AND NEW.live_uuid IS NOT NULL AND NEW.video_uuid IS NOT NULL)
    EXECUTE FUNCTION note_archive_for_webhooks()`,
  // A deleted client is no longer notified of its invoices.
  sql`CREATE FUNCTION note_invoice_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, CASE WHEN TG_OP = 'INSERT' THEN 'invoice.issued' ELSE 'invoice.paid' END,
        NEW.uuid::text, jsonb_build_object('uuid', NEW.uuid, 'kind', NEW.kind, 'number', NEW.number, 'month', NEW.month,
          'issuedOn', NEW.issued_on, 'dueOn', NEW.due_on, 'grossCents', NEW.gross_cents, 'paidOn', NEW.paid_on));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER invoices_are_told AFTER INSERT ON invoices FOR EACH ROW
    EXECUTE FUNCTION note_invoice_for_webhooks()`,
  sql`CREATE TRIGGER paid_invoices_are_told AFTER UPDATE OF paid_on ON invoices FOR EACH ROW
    WHEN (OLD.paid_on IS NULL AND NEW.paid_on IS NOT NULL) EXECUTE FUNCTION note_invoice_for_webhooks()`,
  // A deleted entry serves running downloads for some minutes. The event is sent as soon as it serves no new downloads.
  sql`CREATE FUNCTION note_cdn_entry_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(NEW.client_uuid, CASE
          WHEN TG_OP = 'INSERT' THEN 'cdn.created'
          WHEN NEW.drains_until IS NOT NULL THEN 'cdn.deleted'
          ELSE 'cdn.changed' END,
        NEW.uuid::text, jsonb_build_object('uuid', NEW.uuid, 'name', NEW.name, 'key', NEW.key,
          'originUrl', NEW.origin_url, 'isPaused', NEW.is_paused));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER new_cdn_entries_are_told AFTER INSERT ON cdn_entries FOR EACH ROW
    EXECUTE FUNCTION note_cdn_entry_for_webhooks()`,
  sql`CREATE TRIGGER cdn_entries_are_told AFTER UPDATE OF edit_revision, drains_until ON cdn_entries FOR EACH ROW
    WHEN (OLD.drains_until IS NULL AND (NEW.drains_until IS NOT NULL OR OLD.edit_revision <> NEW.edit_revision))
    EXECUTE FUNCTION note_cdn_entry_for_webhooks()`,
];

export const moreWebhookEvents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of LATER_STATEMENTS) await statement.execute(db);
  },
};

/** A user who moves to another client leaves the first client and joins the second. */
const MOVED_MEMBERS = [
  sql`CREATE FUNCTION note_moved_member_for_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM note_for_webhooks(OLD.client_uuid, 'member.removed', OLD.uuid::text,
        jsonb_build_object('uuid', OLD.uuid, 'username', OLD.username, 'roles', to_jsonb(OLD.roles)));
      PERFORM note_for_webhooks(NEW.client_uuid, 'member.added', NEW.uuid::text,
        jsonb_build_object('uuid', NEW.uuid, 'username', NEW.username, 'roles', to_jsonb(NEW.roles)));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER moved_members_are_told AFTER UPDATE OF client_uuid ON users FOR EACH ROW
    WHEN (OLD.client_uuid <> NEW.client_uuid) EXECUTE FUNCTION note_moved_member_for_webhooks()`,
];

export const movedMemberEvents: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of MOVED_MEMBERS) await statement.execute(db);
  },
};
