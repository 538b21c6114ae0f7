import type { BillingPlan, DunningStage, InvoiceDocument, InvoiceKind } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Bigint, Json } from "../../../platform/schema/columns.ts";

type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

/** A closed month of a client, even if there was no amount to pay. */
export interface BilledMonthRow {
  client_uuid: string;
  month: string;
  /** The plan of the month. Later changes of prices do not affect it. */
  plan: Json<BillingPlan>;
  /** The charged amount, including corrections of late figures. */
  delivered_bytes: Bigint;
  cents: Bigint;
  closed_at: Generated<Date>;
}

/** An invoice or a credit note. The columns besides the document are for lists. */
export interface InvoiceRow {
  uuid: Generated<string>;
  /** The client, without a foreign key, because invoices are kept when their client is deleted. */
  client_uuid: string;
  kind: InvoiceKind;
  number: string;
  issued_on: string;
  due_on: string;
  month: NullableText;
  party_name: string;
  net_cents: Bigint;
  vat_cents: Bigint;
  gross_cents: Bigint;
  /** The invoice that a credit note refunds. */
  credited_uuid: NullableText;
  /** Whether a credit note is for an unpaid invoice, so that no amount is to be paid back. */
  is_offset: Generated<boolean>;
  document: Json<InvoiceDocument>;
  paid_on: NullableText;
  paid_reference: Generated<string>;
  paid_by: Generated<string>;
  /** Whether the client was deleted, with the personal data that the law does not require. */
  is_reduced: Generated<boolean>;
  created_at: Generated<Date>;
}

/** When managers were notified of an overdue invoice. */
export interface InvoiceReminderRow {
  invoice_uuid: string;
  stage: DunningStage;
  /** The UTC day on which the reminder was sent. */
  sent_on: string;
  /** The order in which the mails of reminders are sent. */
  place: Generated<number>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    billed_months: BilledMonthRow;
    invoices: InvoiceRow;
    invoice_reminders: InvoiceReminderRow;
    /** The last number assigned in each year. */
    invoice_counters: { year: number; last: number };
  }
}

/** The name of the cursor that stores the first billed month, such as 2026-10. */
export const FIRST_MONTH_CURSOR = "billing.invoiced_since";

/**
 * Dates and months are stored as text, so that no connection's time zone shifts them. Delivery before the installation could
 * create invoices is never billed: the first month is the current one.
 */
export const invoiceTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE billed_months (
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      month text NOT NULL,
      plan jsonb NOT NULL,
      delivered_bytes bigint NOT NULL,
      cents bigint NOT NULL,
      closed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (client_uuid, month)
    )`.execute(db);
    await sql`CREATE TABLE invoice_counters (year integer PRIMARY KEY, last integer NOT NULL)`.execute(db);
    await sql`CREATE TABLE invoices (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
      number text NOT NULL UNIQUE,
      issued_on text NOT NULL,
      due_on text NOT NULL,
      month text,
      party_name text NOT NULL,
      net_cents bigint NOT NULL,
      vat_cents bigint NOT NULL,
      gross_cents bigint NOT NULL,
      credited_uuid uuid REFERENCES invoices ON DELETE SET NULL,
      is_offset boolean NOT NULL DEFAULT false,
      document jsonb NOT NULL,
      paid_on text,
      paid_reference text NOT NULL DEFAULT '',
      paid_by text NOT NULL DEFAULT '',
      is_reduced boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (gross_cents = net_cents + vat_cents)
    )`.execute(db);
    await sql`CREATE UNIQUE INDEX invoices_month ON invoices (client_uuid, month)`.execute(db);
    await sql`CREATE INDEX invoices_credited ON invoices (credited_uuid)`.execute(db);
    await sql`INSERT INTO cursors (name, value)
      VALUES (${FIRST_MONTH_CURSOR}, to_jsonb(to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')))
      ON CONFLICT DO NOTHING`.execute(db);
  },
};

/** Adds the stages of overdue invoices, and which clients' CDN entries they have stopped. */
export const dunningTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE invoice_reminders (
      invoice_uuid uuid NOT NULL REFERENCES invoices ON DELETE CASCADE,
      stage text NOT NULL CHECK (stage IN ('reminder', 'second', 'final', 'suspended')),
      sent_on text NOT NULL,
      place integer GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (invoice_uuid, stage)
    )`.execute(db);
    await sql`ALTER TABLE clients ADD COLUMN cdn_suspended_at timestamptz`.execute(db);
  },
};
