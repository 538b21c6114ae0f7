import type { VideoView } from "@shoal/contract";

/** Whether a live comes from a camera or screen in the browser, where it must be started. */
export const isOfCamera = ({ liveType }: Pick<VideoView, "liveType">): boolean => liveType === "camera";
