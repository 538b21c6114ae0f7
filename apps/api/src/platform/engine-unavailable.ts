import { isStoreUnavailable } from "@shoal/store";

/**
 * The SQLSTATEs of PostgreSQL (appendix A) for failed connections (class 08), shutdown, crash, start-up, and a full number of
 * connections.
 */
const POSTGRES_CODE = /^(08...|57P0[123]|53300)$/;
/** Node's error codes for connections that fail or break. */
const NODE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Messages of pg's errors that have no code. */
const UNAVAILABLE_MESSAGES = new Set([
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "timeout exceeded when trying to connect",
  "timeout expired",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
]);

/**
 * Returns whether a server that the api depends on did not respond at all: the call may be valid and can be retried. A query that
 * took too long or failed does not count.
 * @example isEngineUnavailable(error) // true for ECONNREFUSED, false for a syntax error
 */
export function isEngineUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (isStoreUnavailable(error)) return true;
  // A stopped local PostgreSQL removes its socket; for a missing file, the failed call is "open" instead of "connect".
  if (code === "ENOENT") return syscall === "connect";
  if (typeof code === "string") return NODE_CODES.has(code) || POSTGRES_CODE.test(code);
  return UNAVAILABLE_MESSAGES.has(error.message);
}
