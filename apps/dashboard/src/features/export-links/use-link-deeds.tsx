import { type ExportLinkView, routes } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLinkErrorText } from "../../components/export-links/link-faults.ts";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { EXPORT_LINKS_KEY } from "../../lib/list-keys.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/** Pauses, resumes and deletes a link. */
export function useLinkDeeds({ uuid, name, isPaused }: ExportLinkView) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const linkErrorText = useLinkErrorText();
  const params = { id: uuid };
  const readAgain = () => queries.invalidateQueries({ queryKey: [EXPORT_LINKS_KEY] });
  const pausing = useMutation({
    mutationFn: () => call(routes.pauseExportLink, { params, body: { isPaused: !isPaused } }),
    onSuccess: (link) =>
      notify.success({ message: t(link.isPaused ? "exportLinks.paused" : "exportLinks.resumed", { name }) }),
    onError: (error) =>
      notify.failure({ title: t("exportLinks.faults.update"), message: linkErrorText(error) }),
    onSettled: readAgain,
  });
  async function remove(): Promise<void> {
    await call(routes.deleteExportLink, { params });
    notify.success({ message: t("exportLinks.deleted", { name }) });
    await readAgain();
  }
  const askDelete = () =>
    askConfirmation({
      title: t("exportLinks.deleteTitle", { name }),
      text: t("exportLinks.deleteText"),
      confirm: t("exportLinks.delete"),
      isDangerous: true,
      failed: { title: t("exportLinks.faults.delete"), textOf: linkErrorText },
      run: remove,
    });
  return { togglePause: () => pausing.mutate(), askDelete, isRunning: pausing.isPending };
}
