import type { ChargeState, PaymentMethodKind } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;

/** How a client pays. The provider stores the numbers of cards and accounts, which are never stored here. */
export interface PaymentMeansRow {
  client_uuid: string;
  /** The provider's id of the customer. */
  customer_id: string;
  method_id: NullableText;
  method_kind: ColumnType<
    PaymentMethodKind | null,
    PaymentMethodKind | null | undefined,
    PaymentMethodKind | null
  >;
  /** The card or account for display, such as `visa •••• 4242`. */
  method_label: NullableText;
  /** When the checkout of the method started, or when the method was removed. Older events change nothing. */
  method_at: NullableDate;
}

/** A charge of an invoice, finished or in progress. */
export interface PaymentChargeRow {
  invoice_number: string;
  client_uuid: string;
  cents: number;
  /** The customer and payment method of the current attempt, since a repeat must use the same. */
  customer_id: string;
  method_id: string;
  attempt: Generated<number>;
  state: Generated<ChargeState>;
  intent_id: NullableText;
  /** Why the last attempt failed, as the provider names it. */
  failure: NullableText;
  /** The amount that was refunded of the charge, or withdrawn in disputes of a part. */
  reduced_cents: Generated<number>;
  begun_at: Generated<Date>;
  ended_at: NullableDate;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    payment_means: PaymentMeansRow;
    payment_charges: PaymentChargeRow;
  }
}

/** Creates the tables of payments, whose rows are deleted with their client. */
export const paymentTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE payment_means (
      client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
      customer_id text NOT NULL UNIQUE,
      method_id text,
      method_kind text,
      method_label text,
      method_at timestamptz
    )`.execute(db);
    await sql`CREATE TABLE payment_charges (
      invoice_number text PRIMARY KEY,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      cents bigint NOT NULL,
      customer_id text NOT NULL,
      method_id text NOT NULL,
      attempt integer NOT NULL DEFAULT 1,
      state text NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'pending', 'succeeded', 'failed')),
      intent_id text,
      failure text,
      begun_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz
    )`.execute(db);
    await sql`CREATE INDEX payment_charges_by_client ON payment_charges (client_uuid)`.execute(db);
  },
};

/**
 * Lets charges store what was deducted from them, since the reference of an invoice's payment is written only when the invoice is
 * paid.
 */
export const reducedCharges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE payment_charges ADD COLUMN reduced_cents bigint NOT NULL DEFAULT 0`.execute(db);
  },
};
