import { type OutroView, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reloadOutros } from "../../components/outros/outros-query.ts";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { reloadVideos } from "../../lib/video-cache.ts";

/** Returns a function that asks for confirmation before an outro is deleted, which names the number of videos that use it. */
export function useOutroRemoval({ id, title, videoCount }: OutroView, onRemoved?: () => void): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function remove(): Promise<void> {
    await call(routes.deleteOutro, { params: { id } });
    notify.success({ message: t("outros.removed", { title }) });
    onRemoved?.();
    reloadVideos(queries);
    await reloadOutros(queries);
  }
  return () =>
    askConfirmation({
      title: t("outros.removeQuestion"),
      text: (
        <>
          <strong>{title}</strong>
          <br />
          {t("outros.removeText", { count: videoCount })}
        </>
      ),
      confirm: t("outros.remove"),
      isDangerous: true,
      run: remove,
    });
}
