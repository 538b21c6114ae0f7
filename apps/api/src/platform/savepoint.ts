import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** The classes of SQLSTATE codes that say nothing about the data: connection, deadlock, resources, and shutdown (PostgreSQL, Appendix A). */
const TRANSIENT_CLASSES = new Set(["08", "40", "53", "57"]);

/**
 * Runs work in a transaction such that its failure undoes only its own changes.
 * @throws the error of the work; the transaction can continue after it.
 */
export async function runInSavepoint(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`SAVEPOINT work`.execute(tx);
  try {
    await work();
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT work`.execute(tx);
    throw error;
  }
  await sql`RELEASE SAVEPOINT work`.execute(tx);
}

/** Returns whether the same work may succeed when it is tried again, because the error comes from the database's condition. */
export function isTransientDatabaseError(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && TRANSIENT_CLASSES.has(code.slice(0, 2));
}
