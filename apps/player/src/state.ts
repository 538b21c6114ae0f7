import type { EmbedState } from "@shoal/sdk";

export type PlayerState = EmbedState["state"];

/** Events of the player's own, sent on its video element. */
export const PLAYER_EVENTS = {
  /** A CustomEvent of `PlayerStateChange`. */
  state: "shoal:state",
} as const;

export interface PlayerStateChange {
  state: PlayerState;
  /** Why, in the state `error`. */
  fault?: string;
}

export const currentState = (): PlayerState =>
  (document.documentElement.dataset.state as PlayerState | undefined) ?? "loading";
