import { routes, type VideoText, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { cacheVideo, loadVideo } from "../../lib/video-cache.ts";

type EditableTexts = Pick<VideoView, "title" | "tags" | VideoText>;

/** Loads and saves one text of a video, and updates it wherever the video is shown. */
export function useVideoText<K extends keyof EditableTexts>({ uuid }: Pick<VideoView, "uuid">, name: K) {
  const queries = useQueryClient();
  return {
    /** Loads the current text. @throws AppError of the call. */
    async read(): Promise<{ value: EditableTexts[K]; revision: number }> {
      const video = await loadVideo(queries, uuid);
      return { value: video[name], revision: video.revision };
    },
    /** Saves the text. @throws AppError "edit_conflict" if the revision is outdated, or any error of the call. */
    async onSave(value: EditableTexts[K], revision: number): Promise<void> {
      const body = { [name]: value, revision };
      cacheVideo(queries, await call(routes.updateVideo, { params: { id: uuid }, body }));
      if (name === "tags") void queries.invalidateQueries({ queryKey: ["tags"] });
    },
  };
}
