import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { EmptyState } from "../components/ui/states.tsx";
import { errorText } from "../lib/error-text.ts";
import { noteError } from "../lib/recent-errors.ts";

/** A page that could not be shown: its program did not load, or the server does not answer. */
export function RouteFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => noteError(error), [error]);
  const isProgramMissing = error instanceof TypeError;
  return (
    <main role="alert">
      <EmptyState
        icon={<IconCloudOff size={34} />}
        title={t("common.failure")}
        text={isProgramMissing ? t("errors.unavailable") : errorText(error)}
      >
        <Button onClick={() => window.location.reload()}>{t("common.retry")}</Button>
      </EmptyState>
    </main>
  );
}
