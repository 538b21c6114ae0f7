import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";

/** White space between words, as the database knows it. */
const SPACES = /[\t\n\v\f\r ]+/;
/** A part that matches more words does not use the index: the cost per video found grows with the number of words. */
const WORDS_MAX = 50;
/** Unused words are removed in this many hourly shares: each word is checked once per cycle. */
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
      const wanted = [...new Set(parts)];
      if (wanted.length === 0) return new Map();
      const { rows } = await sql<{ part: string; keys: string[] }>`
        SELECT part, ARRAY(SELECT key::text FROM description_words
          WHERE client_uuid = ${clientUuid} AND word LIKE lower(pattern) LIMIT ${WORDS_MAX + 1}) AS keys
        FROM unnest(${wanted}::text[], ${wanted.map(likeAnywhere)}::text[]) AS asked (part, pattern)`.execute(
        db,
      );
      const few = rows.filter(({ keys }) => keys.length <= WORDS_MAX);
      return new Map(few.map(({ part, keys }) => [part, keys]));
    },
  };
}

/**
 * Removes words that no description contains any longer, in the share that is due: all within a week if called hourly. Words of a
 * client whose descriptions are just changing are left for next time.
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
  // Checks each word separately: with a join, the planner might split every description for every word.
  await sql`
    DELETE FROM description_words AS known
    WHERE client_uuid = ${clientUuid} AND key BETWEEN ${from}::bigint AND ${last}::bigint AND (
      SELECT count(*) FROM (
        SELECT FROM videos WHERE videos.client_uuid = known.client_uuid AND trashed_at IS NULL AND kind = 'video'
          AND keys_of_words(description) @> ARRAY[known.key] LIMIT 1
      ) AS used) = 0`.execute(tx);
}
