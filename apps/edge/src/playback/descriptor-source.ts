import {
  errorOf,
  fillPath,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  PlaybackDescriptor,
} from "@shoal/contract";

/** What the api answered: `descriptor` undefined when there is no such video. */
export type DescriptorAnswer =
  | { kind: "unchanged" }
  | { kind: "found"; descriptor: PlaybackDescriptor; etag: string | undefined }
  | { kind: "missing" };

/** Asks for a video's descriptor. Throws when the api is away or answers nonsense. */
export type DescriptorSource = (uuid: string, etag: string | undefined) => Promise<DescriptorAnswer>;

/** Longer than any answer of a healthy api; viewers who wait for a first descriptor wait as long. */
const TIMEOUT_MS = 3_000;

/** The api, reached over HTTP. */
export function createDescriptorSource(apiUrl: string, internalSecret: string): DescriptorSource {
  return async (uuid, etag) => {
    const response = await fetch(`${apiUrl}${fillPath(internalRoutes.getDescriptor.path, { uuid })}`, {
      headers: { [INTERNAL_SECRET_HEADER]: internalSecret, ...(etag ? { "if-none-match": etag } : {}) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 200) {
      const descriptor = PlaybackDescriptor.parse(await response.json());
      return { kind: "found", descriptor, etag: response.headers.get("etag") ?? undefined };
    }
    if (response.status === 304) return { kind: "unchanged" };
    const error = await errorOf(response);
    if (response.status === 404) return { kind: "missing" };
    throw error;
  };
}
