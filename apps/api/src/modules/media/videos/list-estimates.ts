import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** What the planner says of a statement that it does not run. */
interface Explained {
  "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
}

/**
 * How many videos the planner expects to meet the conditions on `videos`: takes less than 1 ms, and may be wrong by any
 * factor. Good enough to choose between two ways to the same answer.
 */
export async function expectVideos(db: Tx, conditions: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<Explained>`EXPLAIN (FORMAT JSON) SELECT FROM videos WHERE ${conditions}`.execute(
    db,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}
