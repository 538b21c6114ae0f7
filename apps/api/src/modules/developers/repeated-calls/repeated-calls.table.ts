import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { OptionalTimestamp, Timestamp } from "../../../platform/schema/columns.ts";

/** A call that was sent with an idempotency key. */
export interface RepeatedCallRow {
  client_uuid: string;
  /** The uuid of the user or the API key. */
  caller_uuid: string;
  /** The method and path as in the contract. */
  route: string;
  /** The hash of the key, because callers may use a secret as key. */
  key_hash: string;
  digest: string;
  state: Generated<"running" | "done" | "answered">;
  /** The claim of the process that carries out the call; after a takeover, the claim of the new process. */
  claim: string;
  claimed_until: Timestamp;
  status: number | null;
  sealed_answer: string | null;
  created_at: Timestamp;
  answered_at: OptionalTimestamp;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    repeated_calls: RepeatedCallRow;
  }
}

export const repeatedCallTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE repeated_calls (
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      caller_uuid uuid NOT NULL,
      route text NOT NULL,
      key_hash text NOT NULL,
      digest text NOT NULL,
      state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'answered')),
      claim uuid NOT NULL UNIQUE,
      claimed_until timestamptz NOT NULL,
      status integer,
      sealed_answer text,
      created_at timestamptz NOT NULL DEFAULT now(),
      answered_at timestamptz,
      PRIMARY KEY (client_uuid, caller_uuid, route, key_hash)
    )`.execute(db);
    await sql`CREATE INDEX repeated_calls_by_age ON repeated_calls (created_at)`.execute(db);
  },
};
