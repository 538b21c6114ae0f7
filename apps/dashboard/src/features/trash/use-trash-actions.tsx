import { routes, type VideoView } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { TRASH_KEY } from "./trash-query.ts";

/** Takes a video out of the trash, or deletes it for good after a question. */
export function useTrashActions({ uuid, title }: Pick<VideoView, "uuid" | "title">) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const params = { id: uuid };
  // A video that comes back appears in every list of videos.
  const readAgain = () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
  const restoring = useMutation({
    mutationFn: () => call(routes.restoreFromTrash, { params }),
    onSuccess: async () => {
      notify.success({ message: t("trash.restored", { title }) });
      await readAgain();
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  async function purge(): Promise<void> {
    await call(routes.deleteFromTrash, { params });
    notify.success({ message: t("trash.purged", { title }) });
    await queries.invalidateQueries({ queryKey: [TRASH_KEY] });
  }
  const askPurge = () =>
    askConfirmation({
      title: t("trash.purgeQuestion"),
      text: (
        <>
          <strong>{title}</strong>
          <br />
          {t("trash.purgeConsequence")}
        </>
      ),
      confirm: t("trash.purge"),
      isDangerous: true,
      run: purge,
    });
  return { restore: () => restoring.mutate(), askPurge, isRunning: restoring.isPending };
}
