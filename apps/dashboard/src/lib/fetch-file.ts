import { AppError, errorOf } from "@shoal/contract";
import { session } from "./session.ts";

/** The timeout for a file, in ms, long enough for a picture of 10 MB over a slow connection, or 100,000 lines of the log. */
const TIMEOUT_MS = 120_000;

/**
 * Sends or loads content other than JSON, as the signed-in user.
 * @param path path in the API, including its parameters.
 * @throws AppError with the server's code; "unavailable" if there was no response.
 * @example const response = await fetchFile("/api/logs/export", {});
 */
export async function fetchFile(
  path: string,
  { method = "GET", body, signal: own }: { method?: string; body?: FormData; signal?: AbortSignal },
): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(own ? [own] : [])]);
  const headers = session.headers();
  const response = await fetch(path, { method, headers, signal, ...(body ? { body } : {}) }).catch(() => {
    throw new AppError("unavailable", "The server did not answer");
  });
  if (!response.ok) throw await errorOf(response);
  return response;
}
