import type { BankFileType } from "@shoal/contract";
import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A client's bank details for debits or refunds. */
export interface BankDetailsRow {
  client_uuid: string;
  holder: string;
  /** The IBAN, encrypted with the client as context. */
  sealed_iban: string;
  masked_iban: string;
  bic: string;
  file_name: string;
  file_type: BankFileType;
  size_bytes: number;
  /** The file, encrypted like the IBAN. */
  sealed_file: Buffer;
  saved_at: Generated<Date>;
  saved_by: string;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    bank_details: BankDetailsRow;
  }
}

/** Creates the table of bank details, which are deleted with their client. */
export const bankDetailsTable: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE bank_details (
      client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
      holder text NOT NULL,
      sealed_iban text NOT NULL,
      masked_iban text NOT NULL,
      bic text NOT NULL,
      file_name text NOT NULL,
      file_type text NOT NULL,
      size_bytes integer NOT NULL,
      sealed_file bytea NOT NULL,
      saved_at timestamptz NOT NULL DEFAULT now(),
      saved_by text NOT NULL
    )`.execute(db);
    // The column is not compressed, because encrypted bytes do not become smaller.
    await sql`ALTER TABLE bank_details ALTER COLUMN sealed_file SET STORAGE EXTERNAL`.execute(db);
  },
};
