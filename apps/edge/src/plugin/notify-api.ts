import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import type { ApiAddress } from "../playback/descriptor-source.ts";

const TIMEOUT_MS = 5_000;

/**
 * Reports data to the api by an internal call. A rejected report counts as delivered, since it would be rejected again.
 * @throws Error while the api is unreachable.
 */
export async function reportToApi(
  { apiUrl, internalSecret }: ApiAddress,
  { method, path }: { method: string; path: string },
  body: unknown,
): Promise<void> {
  const response = await fetch(apiUrl + path, {
    method,
    headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: internalSecret },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`the api answered ${response.status}`);
}
