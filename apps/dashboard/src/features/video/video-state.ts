import { type BodyOf, routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { cacheVideo } from "../../lib/video-cache.ts";

export type VideoChange = BodyOf<typeof routes.updateVideo>;

/** Whether a live leaves no recording. Its download setting and its chapters would apply only to a recording (§4). */
export const isUnkept = ({ type, keepLive }: Pick<VideoView, "type" | "keepLive">): boolean =>
  type === "live" && !keepLive;

/** Returns a function that changes fields of one video, on the server and on every screen. */
export function useVideoChange(uuid: string): (change: VideoChange) => Promise<VideoView> {
  const queries = useQueryClient();
  return async (body) => cacheVideo(queries, await call(routes.updateVideo, { params: { id: uuid }, body }));
}
