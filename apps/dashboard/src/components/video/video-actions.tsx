import { type EncodingStatus, routes, type VideoView } from "@shoal/contract";
import { removalOf } from "@shoal/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { patchVideo, removeVideo } from "../../lib/video-cache.ts";
import { askConfirmation } from "../ui/dialogs/confirm.tsx";
import { useUndo } from "./use-undo.tsx";

type Action = "stop" | "restart" | "delete";

/** Stop, restart and delete of one video, each after a question. */
export function useVideoActions(video: VideoView, options: { onDeleted?: () => void } = {}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: video.uuid };
  const show = (encodingStatus: EncodingStatus) =>
    patchVideo(queries, video.uuid, (known) => ({ ...known, encodingStatus }));
  const work: Record<Action, () => Promise<void>> = {
    async stop() {
      await call(routes.stopEncoding, { params });
      show("to_stop");
    },
    async restart() {
      await call(routes.restartEncoding, { params });
      show("restart");
    },
    async delete() {
      await call(routes.deleteVideo, { params });
      options.onDeleted?.();
      removeVideo(queries, video.uuid);
    },
  };
  const removal = removalOf({ ...video, isPlanned: video.deleteDate !== null });
  const offerUndo = useUndo(video);
  const run = useMutation({
    mutationFn: (action: Action) => work[action](),
    onSuccess(_, action) {
      if (action !== "delete") notify.success({ message: t(`actions.${action}Done`) });
      else if (removal === "trashed") offerUndo();
      else notify.success({ message: t(`actions.removed.${removal}`) });
    },
  });
  const ask = (action: Action) => () =>
    askConfirmation({
      title: t(`actions.${action}Question`),
      text: (
        <>
          <strong>{video.title}</strong>
          <br />
          {action === "delete" && removal !== "trashed"
            ? t(`actions.removes.${removal}`)
            : t(`actions.${action}Consequence`)}
        </>
      ),
      confirm: t(`actions.${action}`),
      isDangerous: action === "delete",
      run: () => run.mutateAsync(action),
    });
  return {
    askStop: ask("stop"),
    askRestart: ask("restart"),
    askDelete: ask("delete"),
    isRunning: run.isPending,
  };
}
