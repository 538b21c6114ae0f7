import type { VideoView } from "@shoal/contract";

/** Whether a live is published from a camera or screen in the browser, and therefore must be started there. */
export const isCameraLive = ({ liveType }: Pick<VideoView, "liveType">): boolean => liveType === "camera";
