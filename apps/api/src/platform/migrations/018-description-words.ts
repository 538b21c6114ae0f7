import { type Kysely, sql } from "kysely";

/**
 * Descriptions were found by trigrams, most of which occur in most descriptions: the texts of 10,000 candidates were read.
 * Now the client's words that contain the search text lead to exactly the videos that have them.
 */
const STATEMENTS = [
  // Words are separated by these white spaces; searches split at the same characters.
  sql`CREATE FUNCTION words_of(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_remove(string_to_array(translate(lower(words), E'\\t\\n\\v\\f\\r', '     '), ' '), '')`,
  // The function has a high cost, so that the planner reads its result from the index instead of computing it for each row.
  sql`CREATE FUNCTION keys_of_words(words text) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
    RETURN ARRAY(SELECT hashtextextended(word, 0) FROM unnest(words_of(words)) AS word)`,
  sql`CREATE TABLE description_words (
    client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
    word text NOT NULL,
    key bigint NOT NULL GENERATED ALWAYS AS (hashtextextended(word, 0)) STORED
  )`,
  // The index is not unique, so that adding a word does not wait; a word added twice does no harm.
  sql`CREATE INDEX description_words_key ON description_words (client_uuid, key)`,
  sql`CREATE INDEX description_words_search ON description_words USING gin (client_uuid, word gin_trgm_ops)`,
  sql`CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    -- Until this transaction ends, no word of the client is forgotten as unused.
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('words ' || NEW.client_uuid, 0));
    INSERT INTO description_words (client_uuid, word)
    SELECT DISTINCT NEW.client_uuid, own.word FROM unnest(words_of(NEW.description)) AS own (word)
    WHERE NOT EXISTS (SELECT FROM description_words AS known
      WHERE known.client_uuid = NEW.client_uuid AND known.key = hashtextextended(own.word, 0));
    RETURN NULL;
  END $$`,
  sql`CREATE TRIGGER videos_words AFTER INSERT ON videos FOR EACH ROW
    WHEN (NEW.description <> '' AND NEW.trashed_at IS NULL AND NEW.kind = 'video') EXECUTE FUNCTION note_words()`,
  // The words of a video in the trash may be deleted until it is restored.
  sql`CREATE TRIGGER videos_words_changed AFTER UPDATE OF description, trashed_at ON videos FOR EACH ROW
    WHEN (NEW.description <> '' AND NEW.trashed_at IS NULL AND NEW.kind = 'video'
      AND (OLD.description <> NEW.description OR OLD.trashed_at IS NOT NULL)) EXECUTE FUNCTION note_words()`,
  sql`INSERT INTO description_words (client_uuid, word)
    SELECT DISTINCT client_uuid, word FROM videos, unnest(words_of(description)) AS word
    WHERE trashed_at IS NULL AND kind = 'video'`,
  sql`DROP INDEX videos_descriptions`,
  // The pending list is short, since each search reads it.
  sql`CREATE INDEX videos_description_words ON videos USING gin (client_uuid, keys_of_words(description))
    WITH (gin_pending_list_limit = 512) WHERE trashed_at IS NULL AND kind = 'video'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
