import { sql } from "kysely";
import type { TestApi } from "../test-api.ts";

/** The lock that lets the mirror run one pass at a time. */
const MIRROR_LOCK = 7_201;

/**
 * Pauses the mirror of figures after its current pass has ended. A pass that has started before does not see
 * rows that are added during it, and finally overwrites the time up to which hours are closed.
 * @returns a function that resumes it.
 */
export async function pauseFigures({ database }: Pick<TestApi, "database">): Promise<() => Promise<void>> {
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
