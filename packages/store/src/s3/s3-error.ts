/** An answer of the store that is no success, or none at all. */
export class S3Error extends Error {
  /** The store's own word for it, such as `NoSuchKey`; the system's where no answer came. */
  readonly s3Code: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** `ENOSPC` where the store is full, so that callers wait as they do for a full disk. */
  readonly code?: string;
  constructor(
    what: string,
    { s3Code, status, message }: { s3Code: string; status: number; message: string },
  ) {
    super(`The media store failed at ${what}: ${s3Code} ${message}`.trim());
    this.name = "S3Error";
    this.s3Code = s3Code;
    this.status = status;
    if (FULL.has(s3Code) || status === 507) this.code = "ENOSPC";
  }
}

const FULL = new Set([
  "QuotaExceeded",
  "InsufficientCapacity",
  "XMinioStorageFull",
  "EntityTooLargeForQuota",
]);

/**
 * Whether the store did not do what it was asked for a reason that passes: the call may be right, and can be tried again.
 * @example isStoreAway(error) // true for 503 SlowDown, false for an object that is missing
 */
export const isStoreAway = (error: unknown): boolean => error instanceof S3Error && isPassing(error);

/** The store's faults that pass by themselves. */
const PASSING = new Set([
  "SlowDown",
  "RequestTimeout",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
  "RequestTimeTooSkewed",
]);

/** Whether the same request may succeed a moment later. */
export const isPassing = ({ status, s3Code, code }: S3Error): boolean =>
  code !== "ENOSPC" &&
  // If the store does not know it, retrying does not help.
  status !== 501 &&
  (status === 0 || status >= 500 || status === 429 || PASSING.has(s3Code));
