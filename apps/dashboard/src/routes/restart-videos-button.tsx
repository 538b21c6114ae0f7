import { Button } from "@mantine/core";
import type { UserView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../components/ui/dialogs/confirm.tsx";
import { notify } from "../lib/notify.ts";
import { call } from "../lib/session.ts";
import { reloadLists } from "../lib/video-cache.ts";
import { restartVideos } from "./restart-videos.ts";

/** Shows 'Restart videos' to clients that have it (§2). */
export function RestartVideosButton({ user }: { user: UserView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  if (!user.client_infos[0]?.restartVideos || !hasRole(user.roles, "manager")) return null;
  const confirm = () =>
    askConfirmation({
      title: t("nav.refreshTitle"),
      text: t("nav.refreshText"),
      confirm: t("nav.restartVideos"),
      async run() {
        const { restarted, refused } = await restartVideos(call);
        reloadLists(queries);
        notify.success({
          message: [
            t("nav.refreshed"),
            ...(restarted > 0 ? [t("nav.livesRestarted", { count: restarted })] : []),
          ].join(" "),
        });
        if (refused > 0) notify.warning({ message: t("nav.livesRefused", { count: refused }) });
      },
    });
  return (
    <Button size="xs" variant="default" leftSection={<IconRefresh size={15} />} onClick={confirm}>
      {t("nav.restartVideos")}
    </Button>
  );
}
