import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { DIRECT_PATH } from "@shoal/contract/player";

/** Whether viewers of a live, or the first of them, watch without delay. */
export const isDirect = (live: PlaybackDescriptor["live"]): boolean =>
  live?.delay === "no" || live?.delay === "middle";

/**
 * Asserts that a video may be watched by segments: of a live whose viewers are all without delay there are none, so that
 * no more watch it than have a place.
 * @throws AppError "not_found"
 */
export function requireSegments({ live }: PlaybackDescriptor): void {
  if (live?.delay === "no") throw new AppError("not_found", "The live is watched without delay");
}

/** The address of the rooms at an edge. @param url its public one. */
export const roomUrlAt = (url: string): string => url.replace(/^http/, "ws") + DIRECT_PATH;
