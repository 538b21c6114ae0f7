import type { BilledParty, Language, Seller } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Json } from "../../../platform/schema/columns.ts";
import { TERMS_EN } from "./terms/terms-en.ts";
import { TERMS_FR } from "./terms/terms-fr.ts";

type SetNull = ColumnType<string | null, string | null | undefined, string | null>;

/** A version of the terms of all contracts, which is never changed. */
export interface ContractTermsRow {
  version: number;
  text_en: string;
  text_fr: string;
  /** The user who added the version; null for the text included in the product. */
  created_by: SetNull;
  created_at: Generated<Date>;
}

/** An accepted contract with all of its data, so that nothing has to be looked up elsewhere later. */
export interface ContractRow {
  uuid: Generated<string>;
  client_uuid: string;
  number: string;
  version: number;
  language: Language;
  /** The accepted text, which includes the data of both parties. */
  text: string;
  /** The SHA-256 hash of the text, in hex. */
  text_hash: string;
  seller: Json<Seller>;
  party: Json<BilledParty>;
  /** The name that the user typed. */
  accepted_name: string;
  accepted_by_uuid: SetNull;
  /** The username of the user who accepted the contract, which is kept when the user is deleted. */
  accepted_by: string;
  accepted_at: Date;
  pdf: Buffer;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    contract_terms: ContractTermsRow;
    contracts: ContractRow;
  }
}

/** Creates the tables of contracts, which are deleted with their client. */
export const contractTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE contract_terms (
      version integer PRIMARY KEY,
      text_en text NOT NULL,
      text_fr text NOT NULL,
      created_by text,
      created_at timestamptz NOT NULL DEFAULT now()
    )`.execute(db);
    await sql`INSERT INTO contract_terms (version, text_en, text_fr) VALUES (1, ${TERMS_EN}, ${TERMS_FR})`.execute(
      db,
    );
    await sql`CREATE TABLE contracts (
      uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      number text NOT NULL,
      version integer NOT NULL REFERENCES contract_terms,
      language text NOT NULL CHECK (language IN ('EN', 'FR')),
      text text NOT NULL,
      text_hash text NOT NULL,
      seller jsonb NOT NULL,
      party jsonb NOT NULL,
      accepted_name text NOT NULL,
      accepted_by_uuid uuid REFERENCES users ON DELETE SET NULL,
      accepted_by text NOT NULL,
      accepted_at timestamptz NOT NULL,
      pdf bytea NOT NULL,
      UNIQUE (client_uuid, number)
    )`.execute(db);
    await sql`CREATE INDEX contracts_by_client ON contracts (client_uuid, accepted_at DESC)`.execute(db);
    await sql`CREATE INDEX contracts_by_user ON contracts (accepted_by_uuid)`.execute(db);
  },
};
