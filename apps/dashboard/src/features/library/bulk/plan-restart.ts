import type { VideoView } from "@shoal/contract";
import { isCameraLive } from "../../../components/video/is-camera-live.ts";

type SelectedVideo = Pick<VideoView, "uuid" | "liveType">;

/**
 * The plan for restarting selected videos: the videos that the server restarts, and the camera live whose window opens instead (§4).
 */
export interface RestartPlan {
  uuids: string[];
  camera: string | undefined;
  /** Whether nothing is restarted, because several cameras cannot start at the same time (§5). */
  isRefused: boolean;
}

export function planRestart(chosen: readonly SelectedVideo[]): RestartPlan {
  const cameras = chosen.filter(isCameraLive);
  const isRefused = cameras.length > 1;
  return {
    uuids: isRefused ? [] : chosen.filter((video) => !isCameraLive(video)).map(({ uuid }) => uuid),
    camera: isRefused ? undefined : cameras[0]?.uuid,
    isRefused,
  };
}
