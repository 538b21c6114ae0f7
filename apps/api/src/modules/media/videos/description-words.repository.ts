import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { pruneUnused } from "./prune-unused.ts";

/** The white space that separates words in the database. */
const SPACES_PATTERN = /[\t\n\v\f\r ]+/;
/**
 * The maximum number of words that a searched part may match in the index, because the cost per found video grows with the number of words.
 */
const MAX_WORDS_PER_PART = 50;

/** The keys of the words that contain each part; parts that match too many words are missing. */
export type WordKeys = ReadonlyMap<string, readonly string[]>;

/** Splits a string into words. @example splitWords("two  words") // ["two", "words"] */
export const splitWords = (text: string): string[] =>
  text.split(SPACES_PATTERN).filter((word) => word !== "");

/** Creates the repository of the words in the descriptions of each client's videos, which triggers add. */
export function createDescriptionWordsRepository(db: Tx) {
  return {
    /** @param parts substrings of words, in any case. */
    async findKeys(clientUuid: string, parts: readonly string[]): Promise<WordKeys> {
      const wanted = [...new Set(parts)];
      if (wanted.length === 0) return new Map();
      const { rows } = await sql<{ part: string; keys: string[] }>`
        SELECT part, ARRAY(SELECT key::text FROM description_words
          WHERE client_uuid = ${clientUuid} AND word LIKE lower(pattern) LIMIT ${MAX_WORDS_PER_PART + 1}) AS keys
        FROM unnest(${wanted}::text[], ${wanted.map(likeAnywhere)}::text[]) AS asked (part, pattern)`.execute(
        db,
      );
      const few = rows.filter(({ keys }) => keys.length <= MAX_WORDS_PER_PART);
      return new Map(few.map(({ part, keys }) => [part, keys]));
    },
  };
}

/** Removes words that no description contains any longer, among the share of words that is due for a check. */
export const pruneUnusedWords = (db: Database, nowMs: number): Promise<void> =>
  pruneUnused(db, nowMs, {
    table: "description_words",
    lock: "words ",
    isUsed: sql`keys_of_words(description) @> ARRAY[known.key]`,
  });
