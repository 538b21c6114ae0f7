import { type EncodingStatus, routes, type VideoView } from "@shoal/contract";
import { canStop, type DeletionMode, deletionModeOf, isRefetched } from "@shoal/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { patchVideo, reloadLists, removeVideo } from "../../lib/video-cache.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { windows } from "../ui/windows/windows.ts";
import { useDeletedNotice } from "./deleted-notice.tsx";
import { isCameraLive } from "./is-camera-live.ts";

type ConfirmedAction = "stop" | "restart" | "delete";

/** Returns functions that stop, restart and delete a video, each after confirmation. Moving to the trash can be undone. */
export function useVideoActions(video: VideoView, options: { onDeleted?: () => void } = {}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const noticeDeleted = useDeletedNotice();
  const way = deletionModeOf(video);
  const params = { id: video.uuid };
  const show = (encodingStatus: EncodingStatus) =>
    patchVideo(queries, video.uuid, (known) => ({ ...known, encodingStatus }));
  const work: Record<ConfirmedAction, () => Promise<void>> = {
    async stop() {
      await call(routes.stopEncoding, { params });
      show("to_stop");
    },
    async restart() {
      await call(routes.restartEncoding, { params });
      show(actionKeyOf("restart", video) === "refetch" ? "uploading" : "restart");
    },
    async delete() {
      await call(routes.deleteVideo, { params });
      options.onDeleted?.();
      if (way !== "flagged") return removeVideo(queries, video.uuid);
      patchVideo(queries, video.uuid, (known) => ({ ...known, isDeleted: true }));
      reloadLists(queries);
    },
  };
  const run = useMutation({
    mutationFn: (action: ConfirmedAction) => work[action](),
    onSuccess: (_, action) => {
      if (action === "delete" && way === "trashed")
        noticeDeleted([video.uuid], { deleted: t("actions.deleteDone"), title: video.title });
      else notify.success({ message: t(doneKey(action, video, way)) });
    },
  });
  const confirm = (action: ConfirmedAction) => () =>
    askConfirmation({
      title: t(`actions.${actionKeyOf(action, video)}Question`),
      text: (
        <>
          <strong>{video.title}</strong>
          <br />
          {t(consequenceKey(action, video, way))}
        </>
      ),
      confirm: t(`actions.${actionKeyOf(action, video)}`),
      isDangerous: action === "delete",
      run: () => run.mutateAsync(action),
    });
  return {
    confirmStop: confirm("stop"),
    // A live from a camera must be started on its own page (§4).
    confirmRestart: isCameraLive(video) ? () => windows.open("newLive", video.uuid) : confirm("restart"),
    confirmDelete: confirm("delete"),
    isRunning: run.isPending,
  };
}

const LIVE_ACTION_KEYS = { stop: "stopLive", restart: "restartLive", delete: "delete" } as const;

/**
 * Returns the text key of an action's name for a video. A file from a URL is fetched again, and a fetch is cancelled, whereas a live is
 * stopped and started.
 */
export function actionKeyOf(action: ConfirmedAction, video: VideoView) {
  const { type, sourceUrl, encodingStatus } = video;
  if (type === "live") return LIVE_ACTION_KEYS[action];
  if (action === "restart") return isRefetched(video) ? "refetch" : "restart";
  const isFetch = sourceUrl !== null && encodingStatus === "uploading";
  return action === "delete" && isFetch ? "cancelFetch" : action;
}

const DELETION_KEYS = { trashed: "delete", flagged: "deleteFlag", forGood: "deleteForGood" } as const;

/** Returns the texts that explain an action's effect. The texts of a deletion depend on its kind. */
function actionOf(action: ConfirmedAction, video: VideoView, way: DeletionMode) {
  const word = actionKeyOf(action, video);
  if (word === "delete" && way === "trashed" && video.type === "live" && canStop(video)) return "deleteLive";
  return word === "delete" ? DELETION_KEYS[way] : word;
}

const consequenceKey = (...choice: Parameters<typeof actionOf>) =>
  `actions.${actionOf(...choice)}Consequence` as const;

const doneKey = (...choice: Parameters<typeof actionOf>) => `actions.${actionOf(...choice)}Done` as const;
