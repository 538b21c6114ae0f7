import { Button } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconUserOff } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { STATISTICS_KEY } from "../../../components/analytics/statistics-queries.ts";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";

/** Erases a viewer's identity, after explaining the consequences. */
export function ForgetViewer({ viewer }: { viewer: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  async function forget(): Promise<void> {
    const { sessions } = await call(routes.forgetViewer, { params: { viewer } });
    notify.success({ message: t("viewing.forget.done", { count: sessions }) });
    void navigate("/analytics?tab=sessions");
    await queries.invalidateQueries({ queryKey: STATISTICS_KEY });
  }
  const ask = () =>
    askConfirmation({
      title: t("viewing.forget.question"),
      text: t("viewing.forget.text"),
      confirm: t("viewing.forget.confirm"),
      isDangerous: true,
      run: forget,
    });
  return (
    <Button variant="default" color="red" leftSection={<IconUserOff size={17} aria-hidden />} onClick={ask}>
      {t("viewing.forget.button")}
    </Button>
  );
}
