import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Tx } from "./platform/database.ts";
import { INHERITED_ACCESS_ENTRY } from "./platform/migrations/043-inherited-access.ts";

/**
 * Logs changes of an upgrade that operators should review. The audit log of each client keeps them.
 * @param carriedOut the names of the migrations applied at this start.
 */
export async function announceUpgrade(
  db: Tx,
  carriedOut: readonly string[],
  log: Pick<FastifyBaseLogger, "info" | "warn">,
): Promise<void> {
  if (!carriedOut.includes("043-inherited-access")) return;
  const { rows } = await sql<{ count: number; clients: number }>`
    SELECT coalesce(sum(target::bigint), 0)::bigint AS count, count(*) AS clients FROM logs
    WHERE type = ${INHERITED_ACCESS_ENTRY}`.execute(db);
  const { count = 0, clients = 0 } = rows[0] ?? {};
  const message =
    "archives, cuts, clips and scene lists were given the password and the rules of what they come from";
  if (count > 0) log.warn({ count, clients }, message);
  else log.info({ count }, message);
}
