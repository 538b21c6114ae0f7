import { routes, type VideoView } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";

/** Gives the encoding of a video priority over other encodings, or removes the priority. */
export function useEncodingPriority({ uuid, isAccelerated }: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(isAccelerated ? routes.decelerate : routes.accelerate, { params: { id: uuid } }),
    onSuccess(saved) {
      cacheVideo(queries, saved);
      notify.success({
        message: t(saved.isAccelerated ? "actions.accelerateDone" : "actions.decelerateDone"),
      });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
}
