import {
  AppError,
  fillPath,
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  PlaybackDescriptor,
} from "@shoal/contract";

/** What the api answered. */
export type DescriptorAnswer =
  | { kind: "unchanged" }
  | { kind: "found"; descriptor: PlaybackDescriptor; etag: string | undefined }
  | { kind: "missing" };

/**
 * Asks for a video's descriptor.
 * @throws AppError "unavailable" when the api is away or answers nonsense.
 */
export type DescriptorSource = (uuid: string, etag: string | undefined) => Promise<DescriptorAnswer>;

/** Longer than any answer of a healthy api; viewers who wait for a first descriptor wait as long. */
const TIMEOUT_MS = 3_000;

/** The api, reached over HTTP. */
export function createDescriptorSource(apiUrl: string, internalSecret: string): DescriptorSource {
  return async (uuid, etag) => {
    const path = fillPath(internalRoutes.getDescriptor.path, { uuid });
    const headers = { [INTERNAL_SECRET_HEADER]: internalSecret, ...(etag ? { "if-none-match": etag } : {}) };
    try {
      return await answerOf(
        await fetch(`${apiUrl}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      );
    } catch (error) {
      throw new AppError("unavailable", `The api gave no descriptor: ${String(error)}`);
    }
  };
}

async function answerOf(response: Response): Promise<DescriptorAnswer> {
  if (response.status === 200) {
    const descriptor = PlaybackDescriptor.parse(await response.json());
    return { kind: "found", descriptor, etag: response.headers.get("etag") ?? undefined };
  }
  await response.body?.cancel();
  if (response.status === 304) return { kind: "unchanged" };
  if (response.status === 404) return { kind: "missing" };
  throw new Error(`HTTP ${response.status}`);
}
