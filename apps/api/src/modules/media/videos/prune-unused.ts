import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";

/** The number of hourly shares in which unused rows are removed: each row is checked once per cycle. */
const SHARE_COUNT = 168;

/** A table of words or tags in the videos of each client, by `client_uuid` and `key`, to which triggers add rows. */
interface KeyTable {
  table: "description_words" | "tag_names";
  /** The prefix of the name of the lock that writers of a client hold. */
  lock: string;
  /** Whether a video has the word or tag of the row `known`. */
  isUsed: RawBuilder<SqlBool>;
}

/**
 * Removes rows that no video uses any longer from the share that is due, which covers all rows within a week if called hourly.
 * Rows of a client whose videos are being changed are left for next time.
 */
export async function pruneUnused(db: Database, nowMs: number, keys: KeyTable): Promise<void> {
  const share = BigInt(Math.floor(nowMs / 3_600_000) % SHARE_COUNT);
  const width = 2n ** 64n / BigInt(SHARE_COUNT) + 1n;
  const from = -(2n ** 63n) + share * width;
  const last = from + width - 1n < 2n ** 63n ? from + width - 1n : 2n ** 63n - 1n;
  const clients = await db.selectFrom("clients").select("uuid").execute();
  for (const { uuid } of clients)
    await db.transaction().execute((tx) => pruneBetween(tx, uuid, keys, [String(from), String(last)]));
}

async function pruneBetween(
  tx: Tx,
  clientUuid: string,
  { table, lock, isUsed }: KeyTable,
  [from, last]: [string, string],
): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lock} || ${clientUuid}::uuid, 0)) AS "isOurs"`.execute(
    tx,
  );
  if (!rows[0]?.isOurs) return;
  // Checks each row separately: with a join, the planner might read every video for every row.
  await sql`
    DELETE FROM ${sql.table(table)} AS known
    WHERE client_uuid = ${clientUuid} AND key BETWEEN ${from}::bigint AND ${last}::bigint AND (
      SELECT count(*) FROM (
        SELECT FROM videos WHERE videos.client_uuid = known.client_uuid AND trashed_at IS NULL AND kind = 'video'
          AND ${isUsed} LIMIT 1
      ) AS used) = 0`.execute(tx);
}
