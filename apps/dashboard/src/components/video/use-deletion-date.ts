import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isEditConflict } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { scheduledDateOf } from "../../lib/local-moment.ts";
import { call } from "../../lib/session.ts";
import { cacheVideo, findCachedVideo } from "../../lib/video-cache.ts";
import { useConflictSafeSave } from "./use-conflict-safe-save.ts";

/**
 * Sets when a video is deleted, unless another user has set a different date since the page loaded it. Uses the texts of the "shared" area.
 */
export function useDeletionDate(video: VideoView) {
  const { uuid } = video;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const saveSafely = useConflictSafeSave(video, ({ deleteDate }) => deleteDate);
  return {
    /**
     * Saves the date.
     * @param deleteDate ISO 8601, or "" for no deletion.
     * @throws AppError "edit_conflict", or any error of the call.
     */
    async save(deleteDate: string): Promise<VideoView> {
      const saved = await saveSafely((revision) =>
        call(routes.planDeletion, { params: { id: uuid }, body: { deleteDate, revision } }),
      );
      return cacheVideo(queries, saved);
    },
    /** Explains that the date was not saved because another user has set another date, and names that date. */
    faultOf(error: unknown): string {
      if (!isEditConflict(error)) return errorText(error);
      const date = findCachedVideo(queries, uuid)?.deleteDate;
      return t("shared.conflict.overDate", { date: date ? scheduledDateOf(date) : t("shared.none") });
    },
  };
}
