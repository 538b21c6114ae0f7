import { routes, type SceneListSummary } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { removeFromCache } from "./scene-lists-query.ts";

/**
 * Returns a function that deletes a list after confirmation.
 * @param onDeleted called before the list is removed from all screens.
 */
export function useDeleteList(onDeleted: () => void = () => undefined) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return ({ uuid, title }: Pick<SceneListSummary, "uuid" | "title">) =>
    askConfirmation({
      title: t("sceneLists.deleteQuestion"),
      text: (
        <>
          <strong>{title}</strong>
          <br />
          {t("sceneLists.deleteText")}
        </>
      ),
      confirm: t("sceneLists.delete"),
      isDangerous: true,
      async run() {
        await call(routes.deleteSceneList, { params: { id: uuid } });
        notify.success({ message: t("sceneLists.deleted", { title }) });
        onDeleted();
        await removeFromCache(queries, uuid);
      },
    });
}
