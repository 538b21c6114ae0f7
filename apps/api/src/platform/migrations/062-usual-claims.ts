import { type Kysely, sql } from "kysely";

const STATEMENTS = [
  // The bytes that viewers usually claim in each hour of the day (UTC), which is empty for a client with too little data, and
  // whether the operator allows more of them to be billed.
  sql`ALTER TABLE clients
    ADD COLUMN usual_claims double precision[] NOT NULL DEFAULT '{}',
    ADD COLUMN claims_lifted boolean NOT NULL DEFAULT false`,
  sql`ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check, ADD CONSTRAINT alerts_kind_check CHECK (kind IN
    ('stream_down', 'rebuffering', 'errors', 'quota', 'offload_lost', 'unverified', 'address_quota'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
