import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { patchVideo } from "../../lib/video-cache.ts";

type Change = Partial<Pick<VideoView, "title" | "description" | "tags">>;

/** Saves the texts of a video and shows them wherever it is on screen. @throws AppError when they are refused. */
export function useVideoSaving({ uuid }: Pick<VideoView, "uuid">): (change: Change) => Promise<void> {
  const queries = useQueryClient();
  return async (change) => {
    const saved = await call(routes.updateVideo, { params: { id: uuid }, body: change });
    patchVideo(queries, uuid, () => saved);
    if (change.tags) void queries.invalidateQueries({ queryKey: ["tags"] });
  };
}
