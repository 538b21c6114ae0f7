import { routes, type VideoText, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { readVideo, rememberVideo } from "../../lib/video-cache.ts";

type Texts = Pick<VideoView, "title" | "tags" | VideoText>;

/** Loads and saves one text of a video, and updates it wherever the video is shown. */
export function useVideoText<K extends keyof Texts>({ uuid }: Pick<VideoView, "uuid">, name: K) {
  const queries = useQueryClient();
  return {
    /** @throws AppError as the call. */
    async read(): Promise<{ value: Texts[K]; revision: number }> {
      const video = await readVideo(queries, uuid);
      return { value: video[name], revision: video.revision };
    },
    /** @throws AppError "edit_conflict" when the video has another revision by now, or as the call. */
    async onSave(value: Texts[K], revision: number): Promise<void> {
      const body = { [name]: value, revision };
      rememberVideo(queries, await call(routes.updateVideo, { params: { id: uuid }, body }));
      if (name === "tags") void queries.invalidateQueries({ queryKey: ["tags"] });
    },
  };
}
