import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isEditConflict } from "../../lib/edit-conflict.ts";
import { errorText } from "../../lib/error-text.ts";
import { plannedDateOf } from "../../lib/local-moment.ts";
import { call } from "../../lib/session.ts";
import { findKnownVideo, rememberVideo } from "../../lib/video-cache.ts";
import { useSafeSaving } from "./use-safe-saving.ts";

/** Sets when a video is deleted, unless another user has set another date in the meantime. Texts of area "manage". */
export function useDeletionDate(video: VideoView) {
  const { uuid } = video;
  const { t } = useTranslation();
  const queries = useQueryClient();
  const saveSafely = useSafeSaving(video, ({ deleteDate }) => deleteDate);
  return {
    /**
     * Saves the date.
     * @param deleteDate ISO 8601, or "" for none.
     * @throws AppError "edit_conflict", or any error of the call.
     */
    async save(deleteDate: string): Promise<VideoView> {
      const saved = await saveSafely((revision) =>
        call(routes.planDeletion, { params: { id: uuid }, body: { deleteDate, revision } }),
      );
      return rememberVideo(queries, saved);
    },
    /** Explains why the date was not saved, with the date that another user set. */
    faultOf(error: unknown): string {
      if (!isEditConflict(error)) return errorText(error);
      const date = findKnownVideo(queries, uuid)?.deleteDate;
      return t("manage.conflict.overDate", { date: date ? plannedDateOf(date) : t("manage.none") });
    },
  };
}
