import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { uploadWindow } from "../features/uploads/upload-window-state.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { meQuery } from "../lib/queries.ts";
import { call, session } from "../lib/session.ts";

/** Asks, ends the session on the server and here, and leads to the sign-in. */
export function useLogOut(): () => void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  async function logOut(): Promise<void> {
    uploadWindow.close();
    // Whether or not the server hears of it, this browser forgets the session.
    await uploads.abandon().catch(() => undefined);
    await call(routes.logout, {}).catch(() => undefined);
    session.clear();
    queries.clear();
    queries.setQueryData(meQuery.queryKey, null);
    await navigate("/auth");
  }
  return () =>
    modals.openConfirmModal({
      title: t("auth.logout"),
      children: (
        <Text size="sm">
          {t("auth.logoutQuestion")} {uploads.isBusy && t("uploads.closeConsequence")}
        </Text>
      ),
      labels: { confirm: t("auth.logout"), cancel: t("common.cancel") },
      onConfirm: () => void logOut(),
    });
}
