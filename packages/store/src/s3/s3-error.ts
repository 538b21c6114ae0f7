/** The error for an error response of the store, or for a missing response. */
export class S3Error extends Error {
  /** The store's error code, such as `NoSuchKey`. Without a response, it is the system's error code. */
  readonly s3Code: string;
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** `ENOSPC` if the store is full. Callers then wait as they do for a full disk. */
  readonly code?: string;
  constructor(
    what: string,
    { s3Code, status, message }: { s3Code: string; status: number; message: string },
  ) {
    super(`The media store failed at ${what}: ${s3Code} ${message}`.trim());
    this.name = "S3Error";
    this.s3Code = s3Code;
    this.status = status;
    if (FULL_CODES.has(s3Code) || status === 507) this.code = "ENOSPC";
  }
}

const FULL_CODES = new Set([
  "QuotaExceeded",
  "InsufficientCapacity",
  "XMinioStorageFull",
  "EntityTooLargeForQuota",
]);

/**
 * Returns whether the store is temporarily unavailable, in which case the call can be retried.
 * @example isStoreUnavailable(error) // true for 503 SlowDown, false for a missing object
 */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof S3Error && isTemporaryError(error);

/** Temporary errors of the store. */
const TEMPORARY_CODES = new Set([
  "SlowDown",
  "RequestTimeout",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
  "RequestTimeTooSkewed",
]);

/** Returns whether a retry may succeed. */
export const isTemporaryError = ({ status, s3Code, code }: S3Error): boolean =>
  code !== "ENOSPC" &&
  // The store does not support the request, so a retry would not help.
  status !== 501 &&
  (status === 0 || status >= 500 || status === 429 || TEMPORARY_CODES.has(s3Code));
