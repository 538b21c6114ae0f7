import { AppError } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { DIRECT_PATH } from "@shoal/contract/player";

/** Whether at least the first viewers of a live watch without delay. */
export const isDirect = (live: PlaybackDescriptor["live"]): boolean =>
  live?.delay === "no" || live?.delay === "middle";

/**
 * Asserts that a video can be watched by segments. A live whose viewers all watch without delay has no segments, and only viewers
 * with a place can watch it.
 * @throws AppError "not_found"
 */
export function requireSegments({ live }: PlaybackDescriptor): void {
  if (live?.delay === "no") throw new AppError("not_found", "The live is watched without delay");
}

/** Returns the WebSocket address of an edge's rooms. @param url the edge's public URL. */
export const roomUrlAt = (url: string): string => url.replace(/^http/, "ws") + DIRECT_PATH;
