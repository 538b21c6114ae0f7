import { isStoreAway } from "@shoal/store";

/** Connection exceptions (class 08), shutdown, crash, start-up, and no connection left (PostgreSQL, appendix A). */
const POSTGRES_CODE = /^(08...|57P0[123]|53300)$/;
/** What Node says of a connection that cannot be made, or breaks. */
const NODE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Errors to which pg gives no code. */
const TEXTS = new Set([
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
]);

/**
 * Whether an engine that the api needs did not answer at all: the call may be right, and can be tried again. A query that
 * took too long or failed is none of these.
 * @example isEngineAway(error) // true for ECONNREFUSED, false for a syntax error
 */
export function isEngineAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (isStoreAway(error)) return true;
  // The socket of a PostgreSQL on this machine goes with it; a file that is missing is opened, not connected to.
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string") return NODE_CODES.has(code) || POSTGRES_CODE.test(code);
  return TEXTS.has(error.message);
}
