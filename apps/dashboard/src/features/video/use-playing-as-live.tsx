import { routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { plannedDateOf } from "../../lib/local-moment.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { rememberVideo } from "../../lib/video-cache.ts";

/** Plays a video as a live, plans that, and ends it. */
export function usePlayingAsLive({ uuid }: VideoView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: uuid };
  return {
    /** @param startDate ISO 8601; null for now. Rejects as the call. */
    async play(startDate: string | null): Promise<void> {
      const saved = await call(routes.playAsLive, { params, body: { startDate } });
      rememberVideo(queries, saved);
      const { startDate: date = "" } = saved.vodToLive ?? {};
      const isPlanned = Date.parse(date) > Date.now();
      notify.success({
        message: isPlanned
          ? t("videoPage.asLive.planned", { date: plannedDateOf(date) })
          : t("videoPage.asLive.begun"),
      });
    },
    /** Asks first. @param isPlan whether it has not begun. */
    askEnd: (isPlan: boolean) => {
      const words = isPlan ? "clear" : "end";
      askConfirmation({
        title: t(`videoPage.asLive.${words}Question`),
        text: t(`videoPage.asLive.${words}Text`),
        confirm: t(`videoPage.asLive.${words}`),
        async run() {
          rememberVideo(queries, await call(routes.endPlayingAsLive, { params }));
          notify.success({ message: t(`videoPage.asLive.${words}Done`) });
        },
      });
    },
  };
}
