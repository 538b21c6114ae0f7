import { fillPath, queryString } from "./address.ts";
import { CLIENT_VIEW_HEADER, GUEST_HEADER } from "./constants.ts";
import { AppError, type ErrorBody } from "./errors.ts";
import type { CallOf, ResponseOf, RouteSpec } from "./route.ts";

export interface ApiClientOptions {
  /** Origin of the api, without a trailing slash; "" for the page's own. */
  baseUrl: string;
  /** The stored credential, or undefined when nobody is signed in. */
  credential: () => string | undefined;
  /** Uuid of the client that an administrator views; undefined for the administrator's own client. */
  clientView?: () => string | undefined;
  /** The session of a review link's guest, for guest calls. */
  guest?: () => string | undefined;
  /** Language for validation messages, as in Accept-Language; the browser's by default. */
  language?: () => string;
  timeoutMs?: number;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch;
}

export type ApiCall = <R extends RouteSpec>(
  route: R,
  call: CallOf<R>,
  options?: { signal?: AbortSignal },
) => Promise<ResponseOf<R>>;

/**
 * Creates an API client typed by the route table. It throws AppError with the server's error code, or `unavailable` if there
 * was no response.
 * @example const me = await createApiClient({ baseUrl, credential })(routes.getMe, {});
 */
export function createApiClient(options: ApiClientOptions): ApiCall {
  const { baseUrl, timeoutMs = 30_000 } = options;
  return async (route, call, { signal } = {}) => {
    const { params, query, body } = call as { params?: object; query?: object; body?: unknown };
    const url = `${baseUrl}${fillPath(route.path, params as Record<string, unknown>)}${queryString(query)}`;
    const headers = sessionHeaders(options.credential(), options.clientView?.());
    const guest = options.guest?.();
    if (guest !== undefined) headers[GUEST_HEADER] = guest;
    if (options.language) headers["accept-language"] = options.language();
    if (body !== undefined) headers["content-type"] = "application/json";
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await (options.fetch ?? fetch)(url, {
      method: route.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw Object.assign(new AppError("unavailable", "The server did not answer"), { cause });
    });
    if (!response.ok) throw await errorOf(response);
    const text = await response.text();
    return (text === "" ? undefined : JSON.parse(text)) as never;
  };
}

/**
 * Returns the headers that identify the caller, and the client or user they view as.
 * @example sessionHeaders("k", undefined) // { authorization: "Bearer k" }
 */
export function sessionHeaders(
  credential: string | undefined,
  clientView: string | undefined,
): Record<string, string> {
  return {
    ...(credential ? { authorization: `Bearer ${credential}` } : {}),
    ...(clientView ? { [CLIENT_VIEW_HEADER]: clientView } : {}),
  };
}

/** Converts an error response of the api to an AppError. */
export async function errorOf(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  if (body?.code) {
    const error = new AppError(body.code, body.message, body.fields, body.suggestion);
    error.callId = body.callId;
    error.retryAfterSec = Number(response.headers.get("retry-after")) || undefined;
    return error;
  }
  return new AppError(response.status === 404 ? "not_found" : "unavailable", `HTTP ${response.status}`);
}
