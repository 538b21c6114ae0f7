import type { ErrorCode } from "./calls.ts";

/** One wrong field of a call: `path` is the dotted path in the body, the query or the parameters. */
export interface FieldError {
  path: string;
  reason: string;
}

/** The api's response to a failed call. */
export interface ShoalErrorDetails {
  /** HTTP status; 0 if there was no response. */
  status?: number | undefined;
  fields?: FieldError[] | undefined;
  /** Identifies the call in the installation's log. */
  requestId?: string | undefined;
  /** The number of seconds until a retry may succeed. */
  retryAfterSec?: number | undefined;
  cause?: unknown;
}

/** Thrown when a call is rejected, or receives no response (code `unavailable`). */
export class ShoalError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(code: ErrorCode, message: string = code, details: ShoalErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "ShoalError";
    this.code = code;
    this.status = details.status ?? 0;
    this.fields = details.fields ?? [];
    this.requestId = details.requestId;
    this.retryAfterSec = details.retryAfterSec;
  }

  /** The path of the first invalid field; undefined if no field is named. */
  get field(): string | undefined {
    return this.fields[0]?.path;
  }
}

/** Returns the code of a ShoalError or a system error. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Converts an error response of the api to a ShoalError. */
export async function errorOf(response: Response): Promise<ShoalError> {
  const body = (await response.json().catch(() => undefined)) as
    | { code?: ErrorCode; message?: string; fields?: FieldError[]; callId?: string }
    | undefined;
  const retryAfterSec = Number(response.headers.get("retry-after"));
  return new ShoalError(
    body?.code ?? (response.status === 404 ? "not_found" : "unavailable"),
    body?.message ?? `HTTP ${response.status}`,
    {
      status: response.status,
      fields: body?.fields,
      requestId: response.headers.get("x-request-id") ?? body?.callId,
      retryAfterSec: retryAfterSec > 0 ? retryAfterSec : undefined,
    },
  );
}
