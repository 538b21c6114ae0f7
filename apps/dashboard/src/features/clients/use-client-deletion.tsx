import { type ClientView, routes } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { callInClient } from "../../lib/call-in-client.ts";
import { formatLongDate } from "../../lib/dates.ts";
import { deletionDateOf } from "../../lib/deletion-date.ts";
import { notify } from "../../lib/notify.ts";
import { meQuery } from "../../lib/queries.ts";
import { cacheClient, removeClientFromCache } from "./clients-query.ts";
import { EndForm } from "./end-form.tsx";

/** Schedules the deletion of a client (§4), cancels it, or deletes the client immediately. */
export function useClientDeletion(client: ClientView, onDeleted?: () => unknown) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { uuid, clientname } = client;
  const params = { id: uuid };
  const call = callInClient(uuid);
  const confirmPlan = () =>
    confirmDeletion(t("clients.planTitle", { clientname }), {
      text: t("clients.planText", { date: formatLongDate(deletionDateOf(client), i18n.language) }),
      confirm: t("clients.plan"),
      run: async () => cacheClient(queries, await call(routes.planClientDeletion, { params })),
    });
  const confirmKeep = () =>
    askConfirmation({
      title: t("clients.keepTitle", { clientname }),
      text: t("clients.keepText"),
      confirm: t("clients.keep"),
      run: async () => cacheClient(queries, await call(routes.keepClient, { params })),
    });
  const confirmDelete = () =>
    confirmDeletion(t("clients.deleteTitle", { clientname }), {
      text: t("clients.deleteText"),
      confirm: t("clients.delete"),
      repeat: clientname,
      async run() {
        // Calls the API in the administrator's own client, because the view of the deleted client ends with it.
        await callInClient(me?.client)(routes.deleteClient, { params, body: { clientname } });
        notify.success({ message: t("clients.deleted", { clientname }) });
        await onDeleted?.();
        await removeClientFromCache(queries, uuid);
      },
    });
  return { confirmPlan, confirmKeep, confirmDelete, isOwn: me?.client === uuid };
}

type DeletionQuestion = Pick<Parameters<typeof EndForm>[0], "text" | "confirm" | "repeat" | "run">;

function confirmDeletion(title: string, question: DeletionQuestion): void {
  const close = async () => (await closing)();
  const run = async () => {
    await question.run();
    await close();
  };
  const children = <EndForm {...question} run={run} onCancel={() => void close()} />;
  const closing = openDialog({ title, children });
}
