import { AppError, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { saveOverLatest } from "../../lib/edit-conflict.ts";
import { loadVideo } from "../../lib/video-cache.ts";

/**
 * Saves a form that does not detect conflicts itself, unless another user has changed its subject since the form opened. In that case, the
 * change is shown and saving again overwrites it.
 * @param concernOf returns the part of the video that the form changes, which is compared for changes.
 */
export function useConflictSafeSave(video: VideoView, concernOf: (video: VideoView) => unknown) {
  const queries = useQueryClient();
  const seen = useRef(concernOf(video));
  /** Saves the form. @throws AppError "edit_conflict", or any error of `save`. */
  return async <R>(save: (revision: number) => Promise<R>): Promise<R> => {
    const saved = await saveOverLatest(
      () => loadVideo(queries, video.uuid),
      async (latest) => {
        const isForeign = concernOf(latest) !== seen.current;
        seen.current = concernOf(latest);
        return isForeign ? undefined : { result: await save(latest.revision) };
      },
    );
    if (!saved) throw new AppError("edit_conflict");
    return saved.result;
  };
}
