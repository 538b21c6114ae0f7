import type { FastifyBaseLogger } from "fastify";
import { Counter, type Registry } from "prom-client";
import type { RefusedHandler } from "./clickhouse.ts";

/** Maximum length of a statement in the log. */
const STATEMENT_CHARS = 20_000;
/** The end-to-end tests look for this message in the platform's log, since each occurrence is a bug. */
const REFUSED_MESSAGE = "the analytics engine refused a statement";

export interface RefusedStatements {
  onRefused: RefusedHandler;
  /** Adds `shoal_analytics_refused_statements_total`. */
  measure(registry: Registry): void;
}

/** Logs and counts what ClickHouse rejects: each rejection is a bug, even if the caller handles the error. */
export function watchRefusedStatements(log: Pick<FastifyBaseLogger, "error">): RefusedStatements {
  const refused = new Counter({
    name: "shoal_analytics_refused_statements_total",
    help: "Statements that the analytics engine rejected as invalid; each is a bug",
    registers: [],
  });
  return {
    onRefused(error, statement) {
      refused.inc();
      log.error({ err: error, statement: statement.slice(0, STATEMENT_CHARS) }, REFUSED_MESSAGE);
    },
    measure: (registry) => registry.registerMetric(refused),
  };
}
