import { type GeneratedAlways, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** A call made with an API key. */
export interface ApiKeyCallRow {
  id: GeneratedAlways<number>;
  key_uuid: string;
  client_uuid: string;
  request_id: string;
  at: Date;
  /** The route's name. */
  call: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  address: string;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    api_key_calls: ApiKeyCallRow;
  }
}

export const keyLogTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE api_key_calls (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key_uuid uuid NOT NULL REFERENCES api_keys ON DELETE CASCADE,
      client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
      request_id uuid NOT NULL,
      at timestamptz NOT NULL,
      call text NOT NULL,
      method text NOT NULL,
      path text NOT NULL,
      status smallint NOT NULL,
      duration_ms integer NOT NULL,
      address text NOT NULL
    )`.execute(db);
    await sql`CREATE INDEX api_key_calls_listed ON api_key_calls (key_uuid, id DESC)`.execute(db);
    await sql`CREATE INDEX api_key_calls_found ON api_key_calls (request_id)`.execute(db);
    await sql`CREATE INDEX api_key_calls_by_client ON api_key_calls (client_uuid)`.execute(db);
    await sql`CREATE INDEX api_key_calls_by_age ON api_key_calls (at)`.execute(db);
  },
};
