import { useSyncExternalStore } from "react";
import type { FramePlayer, FramePlayerState } from "./frame-player.types.ts";

/**
 * Returns a part of a player's state; re-renders only when that part changes.
 * @param select returns a primitive, or an object of the state itself.
 */
export function useFramePlayer<Part>(player: FramePlayer, select: (state: FramePlayerState) => Part): Part {
  return useSyncExternalStore(player.subscribe, () => select(player.getSnapshot()));
}
