import type { VideoView } from "@shoal/contract";

/** Whether a live comes from a camera or screen in the browser, where it must be started. */
export const isCameraLive = ({ liveType }: Pick<VideoView, "liveType">): boolean => liveType === "camera";
