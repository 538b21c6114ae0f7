import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { DIRECT_PATH } from "@shoal/contract/player";

/** Whether all or the first viewers of a live watch without delay. */
export const isDirect = (live: PlaybackDescriptor["live"]): boolean =>
  live?.delay === "no" || live?.delay === "middle";

/**
 * Asserts that a video can be watched by segments: a live whose viewers all watch without delay has none, so that no more can
 * watch than have a place.
 * @throws AppError "not_found"
 */
export function requireSegments({ live }: PlaybackDescriptor): void {
  if (live?.delay === "no") throw new AppError("not_found", "The live is watched without delay");
}

/** The address of the rooms at an edge. @param url its public one. */
export const roomUrlAt = (url: string): string => url.replace(/^http/, "ws") + DIRECT_PATH;
