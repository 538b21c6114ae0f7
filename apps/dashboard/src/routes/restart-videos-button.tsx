import { Button } from "@mantine/core";
import { routes, type UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../components/ui/dialogs/confirm.tsx";
import { notify } from "../lib/notify.ts";
import { call } from "../lib/session.ts";

/** 'Restart videos', for the clients that have it (§2). */
export function RestartVideosButton({ user }: { user: UserView }) {
  const { t } = useTranslation();
  if (!user.client_infos[0]?.restartVideos || !hasRole(user.roles, "manager")) return null;
  const ask = () =>
    askConfirmation({
      title: t("nav.refreshTitle"),
      text: t("nav.refreshText"),
      confirm: t("nav.restartVideos"),
      async run() {
        await call(routes.refresh, {});
        notify.success({ message: t("nav.refreshed") });
      },
    });
  return (
    <Button size="xs" variant="default" leftSection={<IconRefresh size={15} />} onClick={ask}>
      {t("nav.restartVideos")}
    </Button>
  );
}
