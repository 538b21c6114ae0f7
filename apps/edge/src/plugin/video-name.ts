import { AppError } from "@shoal/contract";
import type { PluginSessionRequest } from "@shoal/contract/player";

const MAX_NAME_LENGTH = 200;
/** Matches a folder token in the path of a CDN entry, which may differ for each viewer. */
const FOLDER_TOKEN = /\/~\d{1,12}-\d{1,2}-[\w-]{43}(?=\/)/;

/**
 * Returns a video's name in analytics, rules and swarms. The video's page sets this name. Otherwise it is derived from the path of
 * the manifest, which is equal on all hosts of a CDN and for all signatures.
 * @throws AppError "bad_request" if the page gives neither.
 */
export function nameOfVideo({
  video,
  manifestUrl,
}: Pick<PluginSessionRequest, "video" | "manifestUrl">): string {
  if (video !== undefined) return video;
  const path = manifestUrl ? URL.parse(manifestUrl, "https://page.invalid")?.pathname : undefined;
  if (!path || path === "/")
    throw new AppError("bad_request", "The name of the video is missing", [
      { path: "video", reason: "is required" },
    ]);
  // A long path is cut at its start, because its end is more specific.
  return path.replace(FOLDER_TOKEN, "").slice(-MAX_NAME_LENGTH);
}
