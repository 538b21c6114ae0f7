import type { VideoView } from "@shoal/contract";

/** A live that a camera or a screen sends: it begins where that is turned on. */
export const isOfCamera = ({ liveType }: Pick<VideoView, "liveType">): boolean => liveType === "camera";
