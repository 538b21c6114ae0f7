import { Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router";
import { EmptyState, PageSkeleton } from "../components/ui/states.tsx";
import { errorText } from "../lib/error-text.ts";
import { chunkFaultOf } from "../lib/load-chunk.ts";
import { reloadIfOutdated } from "../lib/newer-build.ts";
import { recordError } from "../lib/recent-errors.ts";

/**
 * Shown when a page cannot be displayed because its script or styles did not load, or the server does not respond. Reloading requests all
 * of them again. After the deployment of a new build, the page is reloaded automatically, but only once.
 */
export function ScreenFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  const fault = chunkFaultOf(error);
  const isMissing = fault === "program" || fault === "styles";
  const [isAsking, setAsking] = useState(isMissing);
  useEffect(() => recordError(error), [error]);
  useEffect(() => {
    if (!isMissing) return;
    // Hides the error about the old page while the page reloads.
    void reloadIfOutdated().then(setAsking);
  }, [isMissing]);
  if (isAsking) return <PageSkeleton />;
  // `fetch` rejects with a TypeError if a call gets no response.
  const isServerAway = error instanceof TypeError;
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={34} />}
        title={t("common.failure")}
        text={fault ? t(`errors.chunk_${fault}`) : isServerAway ? t("errors.unavailable") : errorText(error)}
      >
        <Button onClick={() => window.location.reload()}>{t("common.retry")}</Button>
      </EmptyState>
    </div>
  );
}

/** Shows the failure of a route without a surrounding page. */
export function RouteFailure() {
  return (
    <main>
      <ScreenFailure />
    </main>
  );
}
