import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, ERRORS, type ErrorBody, type ErrorCode } from "@shoal/contract";
import { isStoreUnavailable, ObjectNotFound } from "@shoal/store";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { OPEN_HEADERS } from "./headers.ts";

/** Error codes for requests that the framework itself rejects, by status. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  404: "not_found",
  413: "body_too_large",
  415: "unsupported_media_type",
  429: "too_many_requests",
};

/**
 * Converts an error for the caller: an AppError is kept, the framework's rejections are mapped by status, and any other error
 * counts as a bug.
 */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStoreUnavailable(error))
    return new AppError("unavailable", "The media cannot be read now; try again");
  if (error instanceof ObjectNotFound) return new AppError("not_found", "No such media");
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 400 || status >= 500)
    return new AppError("internal_error", "Something went wrong on our side");
  return new AppError(CODES_BY_STATUS[status] ?? "bad_request", (error as Error).message);
}

/**
 * Builds the response to an error. Details of internal errors go only to the log, because they may name paths and internal
 * services.
 */
function bodyOf(error: AppError): ErrorBody {
  if (!ERRORS[error.code].report) return error.toBody();
  return { code: error.code, message: "The server is temporarily unavailable" };
}

const UNAVAILABLE_RETRY_SEC = 2;

const retryAfterSecOf = ({ code, retryAfterSec }: AppError): number | undefined =>
  retryAfterSec ?? (code === "unavailable" ? UNAVAILABLE_RETRY_SEC : undefined);

function logFault(log: FastifyBaseLogger, error: unknown, fields: { method?: string; path: string }): void {
  const isFault = ERRORS[toAppError(error).code].report || error instanceof ObjectNotFound;
  if (isFault) log.error({ err: error, ...fields }, "A request failed");
}

/** Makes the framework respond to every error of its routes with an ErrorBody. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, req, reply) => {
    logFault(req.log, error, { method: req.method, path: withoutToken(req.url) });
    const answer = toAppError(error);
    const retryAfterSec = retryAfterSecOf(answer);
    if (retryAfterSec !== undefined) reply.header("retry-after", String(retryAfterSec));
    return reply.header("cache-control", "no-store").code(answer.status).send(bodyOf(answer));
  });
  app.setNotFoundHandler(() => {
    throw new AppError("not_found", "Not found");
  });
}

/** Sends an error to a request that bypasses the framework. */
export function sendRawError(
  log: FastifyBaseLogger,
  error: unknown,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): void {
  if (res.headersSent) return void res.destroy();
  logFault(log, error, { path: withoutToken(req.url ?? "") });
  const answer = toAppError(error);
  const headers: Record<string, string> = { ...OPEN_HEADERS, "Content-Type": "application/json" };
  headers["Cache-Control"] = "no-store";
  const retryAfterSec = retryAfterSecOf(answer);
  if (retryAfterSec !== undefined) headers["Retry-After"] = String(retryAfterSec);
  res.writeHead(answer.status, headers).end(JSON.stringify(bodyOf(answer)));
}

/** Removes the token from a URL. A token in the log would let its readers watch the video. */
const withoutToken = (url: string) => url.replace(/^\/(m|download)\/[^/]+/, "/$1/…");
