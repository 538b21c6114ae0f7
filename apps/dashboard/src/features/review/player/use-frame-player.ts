import { useSyncExternalStore } from "react";
import type { FramePlayer, FramePlayerState } from "./frame-player.types.ts";

/**
 * Returns a part of a player's state; re-renders only when that part changes.
 * @param select returns the part, which must be a primitive or an object that the state itself contains.
 */
export function useFramePlayer<Part>(player: FramePlayer, select: (state: FramePlayerState) => Part): Part {
  return useSyncExternalStore(player.subscribe, () => select(player.getSnapshot()));
}
