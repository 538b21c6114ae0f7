import { type BodyOf, routes, type VideoView } from "@shoal/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { patchVideo } from "../../lib/video-cache.ts";

export type VideoChange = BodyOf<typeof routes.updateVideo>;

/** The video as the server has it now. @throws AppError as the call. */
export async function readVideo(queries: QueryClient, uuid: string): Promise<VideoView> {
  const video = await call(routes.getVideo, { params: { id: uuid } });
  return rememberVideo(queries, video);
}

/** Puts what the server answered wherever the video is on screen. */
export function rememberVideo(queries: QueryClient, video: VideoView): VideoView {
  patchVideo(queries, video.uuid, () => video);
  return video;
}

/** Changes fields of one video, here and on every screen. */
export function useVideoChange(uuid: string): (change: VideoChange) => Promise<VideoView> {
  const queries = useQueryClient();
  return async (body) =>
    rememberVideo(queries, await call(routes.updateVideo, { params: { id: uuid }, body }));
}
