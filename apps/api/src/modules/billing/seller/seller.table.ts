import type { Seller } from "@shoal/contract";
import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Json } from "../../../platform/schema/columns.ts";

export interface SellerRow {
  /** The primary key, which allows only one row. */
  is_only: Generated<boolean>;
  data: Json<Seller>;
  saved_at: Generated<Date>;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    seller: SellerRow;
  }
}

/** Creates the table of the seller, and adds client data that documents require. */
export const sellerTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      CREATE TABLE seller (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        data jsonb NOT NULL,
        saved_at timestamptz NOT NULL DEFAULT now()
      )`.execute(db);
    await sql`
      ALTER TABLE clients
        ADD COLUMN country text NOT NULL DEFAULT 'FR',
        ADD COLUMN vat_number text NOT NULL DEFAULT ''`.execute(db);
  },
};
