import { AppError, type ErrorBody, type ErrorCode, type SearchFailure } from "@shoal/contract";

/** The error types of Elasticsearch, by which clients distinguish errors. */
type FaultType =
  | "parsing_exception"
  | "illegal_argument_exception"
  | "index_not_found_exception"
  | "too_many_buckets_exception";

interface SearchFault {
  /** The position of the error in the query. */
  at: string;
  reason: string;
  /** The reason without the position, which the fields of our own errors state separately. */
  fault?: string;
}

/** An error in a search, which is returned in Elasticsearch's error format and in the product's own. */
export class SearchError extends AppError {
  readonly type: FaultType;
  constructor(code: ErrorCode, type: FaultType, { at, reason, fault = reason }: SearchFault) {
    super(code, reason, [{ path: at, reason: fault }]);
    this.type = type;
  }
  override toBody(): ErrorBody {
    const cause = { type: this.type, reason: this.message };
    return { ...super.toBody(), error: { root_cause: [cause], ...cause }, status: this.status } as ErrorBody;
  }
}

/**
 * Creates the error for an unsupported part of a search.
 * @example unsupportedError("aggregation percentiles", "aggs.x") // "unsupported aggregation percentiles at aggs.x"
 */
export const unsupportedError = (what: string, at: string) =>
  new SearchError("bad_request", "parsing_exception", { at, reason: `unsupported ${what} at ${at}` });

/**
 * Creates the error for an invalid value in a search.
 * @example malformedError("size", "must be an integer from 0 to 10000")
 */
export function malformedError(at: string, fault: string): SearchError {
  const reason = `${at} ${fault}`;
  return new SearchError("bad_request", "parsing_exception", { at, reason, fault });
}

export const tooManyBuckets = (max: number, at: string) =>
  new SearchError("bad_request", "too_many_buckets_exception", {
    at,
    reason: `more than ${max} buckets: use longer steps, fewer terms or a shorter period`,
  });

export const noSuchIndex = (name: string) =>
  new SearchError("not_found", "index_not_found_exception", { at: "key", reason: `no such index [${name}]` });

/** The error codes that end only one of several searches; any other code ends all of them. */
const SINGLE_SEARCH_CODES: readonly ErrorCode[] = ["bad_request", "not_found", "took_too_long"];

/**
 * Returns the error of a failed search in its place among other searches.
 * @throws the error itself, if it concerns all searches of the call.
 */
export function presentFailure(error: unknown): SearchFailure {
  if (!(error instanceof AppError && SINGLE_SEARCH_CODES.includes(error.code))) throw error;
  const type = error instanceof SearchError ? error.type : "search_phase_execution_exception";
  const cause = { type, reason: error.message };
  return { error: { root_cause: [cause], ...cause }, status: error.status };
}
