import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";

/** White space between words, as the database knows it. */
const SPACES = /[\t\n\v\f\r ]+/;
/**
 * A part of more words leads to no index: what a search in the index does for each video that it finds grows with the
 * number of words.
 */
const WORDS_MAX = 50;
/** Words are looked after once in so many hours, an equal share of them in each. */
const SHARES = 168;

/** The keys of the words that hold a part of a word; parts of too many words are missing. */
export type WordKeys = ReadonlyMap<string, readonly string[]>;

/** The words of a text. @example wordsOf("two  words") // ["two", "words"] */
export const wordsOf = (text: string): string[] => text.split(SPACES).filter((word) => word !== "");

/** The words in the descriptions of each client's videos, which triggers keep. */
export function createDescriptionWordsRepository(db: Tx) {
  return {
    /** @param parts of words, in any case. */
    async findKeys(clientUuid: string, parts: readonly string[]): Promise<WordKeys> {
      const asked = [...new Set(parts)];
      if (asked.length === 0) return new Map();
      const { rows } = await sql<{ part: string; keys: string[] }>`
        SELECT part, ARRAY(SELECT key::text FROM description_words
          WHERE client_uuid = ${clientUuid} AND word LIKE lower(pattern) LIMIT ${WORDS_MAX + 1}) AS keys
        FROM unnest(${asked}::text[], ${asked.map(likeAnywhere)}::text[]) AS asked (part, pattern)`.execute(
        db,
      );
      const few = rows.filter(({ keys }) => keys.length <= WORDS_MAX);
      return new Map(few.map(({ part, keys }) => [part, keys]));
    },
  };
}

/**
 * Forgets the words that no description holds any more, in the share of them whose turn it is: all within a week, if it is
 * called every hour. Those of a client whose descriptions just change are left for the next time.
 */
export async function forgetUnusedWords(db: Database, nowMs: number): Promise<void> {
  const share = BigInt(Math.floor(nowMs / 3_600_000) % SHARES);
  const width = 2n ** 64n / BigInt(SHARES) + 1n;
  const from = -(2n ** 63n) + share * width;
  const last = from + width - 1n < 2n ** 63n ? from + width - 1n : 2n ** 63n - 1n;
  const clients = await db.selectFrom("clients").select("uuid").execute();
  for (const { uuid } of clients)
    await db.transaction().execute((tx) => forgetWordsBetween(tx, uuid, [String(from), String(last)]));
}

async function forgetWordsBetween(tx: Tx, clientUuid: string, [from, last]: [string, string]): Promise<void> {
  const { rows } = await sql<{ isOurs: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('words ' || ${clientUuid}::uuid, 0)) AS "isOurs"`.execute(
    tx,
  );
  if (!rows[0]?.isOurs) return;
  // Each word by itself: joined, the planner might split every description for every word.
  await sql`
    DELETE FROM description_words AS known
    WHERE client_uuid = ${clientUuid} AND key BETWEEN ${from}::bigint AND ${last}::bigint AND (
      SELECT count(*) FROM (
        SELECT FROM videos WHERE videos.client_uuid = known.client_uuid AND trashed_at IS NULL AND kind = 'video'
          AND keys_of_words(description) @> ARRAY[known.key] LIMIT 1
      ) AS used) = 0`.execute(tx);
}
