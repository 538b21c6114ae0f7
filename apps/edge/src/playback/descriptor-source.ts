import { AppError, fillPath } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import type { z } from "zod";

/** The api's response to a request for a descriptor. */
export type DescriptorAnswer<D> =
  | { kind: "unchanged" }
  | { kind: "found"; descriptor: D; etag: string | undefined }
  | { kind: "missing" };

/**
 * Loads a descriptor.
 * @throws AppError "unavailable" if the api is unreachable or its response is invalid.
 */
export type DescriptorSource<D> = (uuid: string, etag: string | undefined) => Promise<DescriptorAnswer<D>>;

/** Time limit of a request, in ms: longer than any response of a healthy api takes, yet acceptable to viewers who wait for it. */
const TIMEOUT_MS = 3_000;

/** The address of the api, and the installation's secret. */
export interface ApiAddress {
  apiUrl: string;
  internalSecret: string;
}

/** Creates a source that loads descriptors by uuid from one of the api's internal routes. */
export function createDescriptorSource<S extends z.ZodType>(
  { apiUrl, internalSecret }: ApiAddress,
  route: { path: string; response: S },
): DescriptorSource<z.output<S>> {
  return async (uuid, etag) => {
    // Each of these routes has a single parameter, the id of the requested object.
    const path = fillPath(route.path, { uuid, key: uuid });
    const headers = { [INTERNAL_SECRET_HEADER]: internalSecret, ...(etag ? { "if-none-match": etag } : {}) };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return await answerOf(await fetch(`${apiUrl}${path}`, { headers, signal }), route.response);
    } catch (error) {
      throw new AppError("unavailable", `The api gave no descriptor: ${String(error)}`);
    }
  };
}

async function answerOf<S extends z.ZodType>(
  response: Response,
  schema: S,
): Promise<DescriptorAnswer<z.output<S>>> {
  if (response.status === 200) {
    const descriptor = schema.parse(await response.json());
    return { kind: "found", descriptor, etag: response.headers.get("etag") ?? undefined };
  }
  await response.body?.cancel();
  if (response.status === 304) return { kind: "unchanged" };
  if (response.status === 404) return { kind: "missing" };
  throw new Error(`HTTP ${response.status}`);
}
