import type { VideoView } from "@shoal/contract";

/** The state of a live's preview (§4), with `stopping`, `ending` and `ended` for one that its owner or its encoder ends. */
export type PreviewState =
  | "stopped"
  | "connecting"
  | "encoding"
  | "live"
  | "lost"
  | "error"
  | "stopping"
  | "ending"
  | "ended";

interface Preview {
  video: Pick<VideoView, "encodingStatus" | "live">;
  /** The player's page has loaded. */
  isPlayerThere: boolean;
  /** Polling the state of the live has failed. */
  hasPollFailed: boolean;
}

/** The state of a live's preview. @example previewStateOf({ video, isPlayerThere: false, hasPollFailed: true }) // "error" */
export function previewStateOf({ video, isPlayerThere, hasPollFailed }: Preview): PreviewState {
  const { encodingStatus, live } = video;
  if (hasPollFailed || encodingStatus === "error" || !live) return "error";
  if (encodingStatus === "to_stop") return "stopping";
  if (live.state === "live") return isPlayerThere ? "live" : "encoding";
  if (live.state === "idle") return live.isOpen ? "stopped" : "ended";
  return live.state === "lost" && live.isSignedOff ? "ending" : live.state;
}

/** Whether a player is shown. */
export const hasPlayer = ({ live }: Pick<VideoView, "live">): boolean =>
  live?.state === "live" || live?.state === "lost";
