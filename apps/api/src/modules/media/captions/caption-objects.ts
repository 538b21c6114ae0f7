import { createHash } from "node:crypto";
import type { CaptionCue } from "@shoal/contract";
import { writeCaptionsFile } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";

/** The number of earlier versions that are kept for edges that do not have the latest version yet. */
const RETAINED_VERSIONS = 3;

/** Returns the folder of a track in the media store. It belongs to no generation, so that a restart leaves it there. */
export const folderOf = (videoUuid: string, uuid: string) => `videos/${videoUuid}/captions/${uuid}/`;

/**
 * Writes cues as the object that the edge serves, named by version and content.
 * @returns the object's name.
 */
export async function putCues(
  store: Pick<MediaStore, "put">,
  { videoUuid, uuid, version }: { videoUuid: string; uuid: string; version: number },
  cues: readonly CaptionCue[],
): Promise<string> {
  const bytes = Buffer.from(writeCaptionsFile(cues, "vtt"));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const object = `${folderOf(videoUuid, uuid)}${version}-${hash}.vtt`;
  await store.put(object, bytes);
  return object;
}

/** Decides which objects are kept besides the new object, and which are removed. */
export function ageObjects(current: string, former: readonly string[]): { kept: string[]; gone: string[] } {
  const all = [current, ...former];
  return { kept: all.slice(0, RETAINED_VERSIONS), gone: all.slice(RETAINED_VERSIONS) };
}
