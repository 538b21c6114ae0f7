import { sql } from "kysely";
import type { TestApi } from "../test-api.ts";

/** Of the mirror: one pass at a time. */
const MIRROR_LOCK = 7_201;

/**
 * Keeps the mirror of figures from its passes, once the one that goes on has ended. One that has started before knows nothing
 * of rows that come during it, and says at its end how far hours are closed, whatever was said of that meanwhile.
 * @returns lets it go on.
 */
export async function restFigures({ database }: Pick<TestApi, "database">): Promise<() => Promise<void>> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const resting = database.db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(${sql.lit(MIRROR_LOCK)})`.execute(connection);
    begun.resolve();
    await over.promise;
    await sql`SELECT pg_advisory_unlock(${sql.lit(MIRROR_LOCK)})`.execute(connection);
  });
  await Promise.race([begun.promise, resting]);
  return () => {
    over.resolve();
    return resting;
  };
}
