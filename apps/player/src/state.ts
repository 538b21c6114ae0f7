import type { EmbedState } from "@shoal/sdk";

export type PlayerState = EmbedState["state"];

/** The events that the player dispatches on its video element. */
export const PLAYER_EVENTS = {
  /** A CustomEvent of `PlayerStateChange`. */
  state: "shoal:state",
} as const;

export interface PlayerStateChange {
  state: PlayerState;
  /** The reason for the state `error`; absent in other states. */
  fault?: string;
}

export const currentState = (): PlayerState =>
  (document.documentElement.dataset.state as PlayerState | undefined) ?? "loading";

/** Reports a state. @param fault the error, in the state `error`. */
export function reportState(video: HTMLVideoElement, state: PlayerState, fault?: string): void {
  document.documentElement.dataset.state = state;
  video.dispatchEvent(new CustomEvent(PLAYER_EVENTS.state, { detail: { state, fault } }));
}

/** Reports the element's own state. */
export function reportVideoState(video: HTMLVideoElement): void {
  video.addEventListener("playing", () => reportState(video, "playing"));
  video.addEventListener("pause", () => {
    if (!video.ended) reportState(video, "paused");
  });
  video.addEventListener("ended", () => reportState(video, "ended"));
}
