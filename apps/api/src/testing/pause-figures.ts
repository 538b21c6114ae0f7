import { sql } from "kysely";
import type { TestApi } from "../test-api.ts";

/** The lock that lets the mirror do one run at a time. */
const MIRROR_LOCK = 7_201;

/**
 * Pauses the mirror of figures once its current run has ended. A run that is still in progress would miss rows added during it, and
 * would then overwrite the time up to which hours are closed.
 * @returns a function that resumes the mirror.
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
