import { AppError, ERRORS, type ErrorCode } from "@shoal/contract";
import { isDiskFull } from "@shoal/store";
import type { FastifyInstance } from "fastify";
import { diskLow } from "../disk-guard.ts";
import { isEngineUnavailable } from "../engine-unavailable.ts";
import { callerLanguage } from "./caller-language.ts";
import { translateFields } from "./field-reasons.ts";

/** The maximum number of reported errors, since a body can have 100,000. */
export const MAX_FIELDS_REPORTED = 100;

/** Seconds after which callers retry: a restarted server is available within seconds. */
const UNAVAILABLE_RETRY_SEC = 2;

/** The framework's error codes for errors of the caller. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  404: "not_found",
  // The framework's error code for a body that is not multipart but must be.
  406: "unsupported_media_type",
  413: "body_too_large",
  415: "unsupported_media_type",
  429: "too_many_requests",
};

/** The product's wording of the multipart parser's errors, whose own messages do not help the sender. */
const ERRORS_OF_PARSER: Record<string, readonly [ErrorCode, string]> = {
  FST_FILES_LIMIT: ["bad_request", "The request body contains more files than this call accepts"],
  FST_FIELDS_LIMIT: ["bad_request", "The request body contains more fields than this call accepts"],
  FST_PARTS_LIMIT: ["bad_request", "The request body contains more parts than this call accepts"],
  FST_REQ_FILE_TOO_LARGE: ["body_too_large", "The file is too large"],
  FST_PROTO_VIOLATION: ["bad_request", "A field of the request body has a name that is not allowed"],
  FST_INVALID_JSON_FIELD_ERROR: ["bad_request", "A field of the request body is declared as JSON but is not"],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_media_type", "Send the request as multipart/form-data"],
  FST_MP_PREMATURE_CLOSE: ["bad_request", "The request body is incomplete"],
};

/**
 * The only place where errors become responses. An AppError is returned as declared, and an unreachable server as "unavailable".
 * Anything else is a bug, which is logged and reported as such.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const known =
      error instanceof AppError ? error : (callerFault(error) ?? diskFault(error) ?? engineError(error));
    if (isRefusal(error)) {
      // A single line: in a flood, each error would otherwise log a stack of 2 kB.
      request.log.warn({ code: error.code, reason: error.message }, "request rejected for lack of resources");
    } else if (!known || ERRORS[known.code].report) {
      request.log.error({ err: error }, "request failed");
    }
    const answer = known ?? new AppError("internal_error", "Something went wrong on our side");
    if (answer.code === "internal_error") answer.callId = request.id;
    const retryAfterSec = answer.retryAfterSec ?? (answer.status === 503 ? UNAVAILABLE_RETRY_SEC : undefined);
    if (retryAfterSec !== undefined) reply.header("retry-after", String(retryAfterSec));
    const body = answer.toBody();
    const language = callerLanguage(request.headers["accept-language"]);
    const fields = body.fields && {
      fields: translateFields(body.fields.slice(0, MAX_FIELDS_REPORTED), language),
    };
    // Errors are never cached, even on routes whose responses are.
    reply.header("cache-control", "no-store");
    return reply.code(answer.status).send({ ...body, ...fields });
  });
  app.setNotFoundHandler((_request, reply) => {
    const error = new AppError("not_found", "There is nothing at this URL");
    return reply.code(error.status).send(error.toBody());
  });
}

/** The error of a full queue states when to retry, and is not a failure of this call. */
const isRefusal = (error: Error): error is AppError =>
  error instanceof AppError && ERRORS[error.code].report && error.retryAfterSec !== undefined;

function callerFault({
  statusCode = 500,
  code = "",
  message,
}: {
  statusCode?: number;
  code?: string;
  message: string;
}): AppError | undefined {
  const refused = ERRORS_OF_PARSER[code];
  if (refused) return new AppError(...refused);
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return new AppError(CODES_BY_STATUS[statusCode] ?? "bad_request", message);
}

const diskFault = (error: Error): AppError | undefined => (isDiskFull(error) ? diskLow() : undefined);

const engineError = (error: Error): AppError | undefined =>
  isEngineUnavailable(error)
    ? new AppError("unavailable", "A service this call needs does not respond; try again")
    : undefined;
