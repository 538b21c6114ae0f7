import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { EmptyState } from "../components/ui/states.tsx";
import { errorText } from "../lib/error-text.ts";
import { chunkFaultOf } from "../lib/load-chunk.ts";
import { noteError } from "../lib/recent-errors.ts";

/**
 * A page that could not be shown: its program or its styles did not load, or the server does not answer. Loading anew
 * asks for all of them again.
 */
export function RouteFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => noteError(error), [error]);
  const fault = chunkFaultOf(error);
  // A call that got no answer.
  const isServerAway = error instanceof TypeError;
  return (
    <main role="alert">
      <EmptyState
        icon={<IconCloudOff size={34} />}
        title={t("common.failure")}
        text={fault ? t(`errors.chunk_${fault}`) : isServerAway ? t("errors.unavailable") : errorText(error)}
      >
        <Button onClick={() => window.location.reload()}>{t("common.retry")}</Button>
      </EmptyState>
    </main>
  );
}
