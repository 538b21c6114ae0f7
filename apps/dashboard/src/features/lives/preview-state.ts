import type { VideoView } from "@shoal/contract";
import { type LiveStage, type LiveStageSubject, liveStageOf } from "@shoal/domain";

/** The state of a live's preview (§4), with `stopping`, `ending` and `ended` for a live that its owner or its encoder ends. */
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

interface PreviewFacts {
  video: LiveStageSubject;
  /** Whether the player's page has loaded. */
  isPlayerThere: boolean;
  /** Whether polling the state of the live has failed. */
  hasPollFailed: boolean;
}

/** The preview states of the live stages that determine the state alone. */
const STAGE_STATES = {
  waiting: "stopped",
  scheduled: "stopped",
  interrupted: "lost",
  ending: "ending",
  stopping: "stopping",
  ended: "ended",
  error: "error",
} as const satisfies Partial<Record<LiveStage, PreviewState>>;

/**
 * Returns the state of a live's preview.
 * @example previewStateOf({ video, isPlayerThere: false, hasPollFailed: true }) // "error"
 */
export function previewStateOf({ video, isPlayerThere, hasPollFailed }: PreviewFacts): PreviewState {
  const { live } = video;
  if (hasPollFailed || !live) return "error";
  const stage = liveStageOf(video, Date.now());
  if (stage === "onAir") return isPlayerThere ? "live" : "encoding";
  if (stage === "starting") return live.state === "connecting" ? "connecting" : "stopped";
  return STAGE_STATES[stage];
}

/** Whether the preview shows a player in this state of the live. */
export const hasPlayer = ({ live }: Pick<VideoView, "live">): boolean =>
  live?.state === "live" || live?.state === "lost";
