import { Alert } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { IconAlertTriangle, IconClockPause } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import classes from "./figures-unavailable.module.css";
import { isUnavailable } from "./statistics-queries.ts";

/** Explains why figures are missing: they are unavailable, the period cannot be shown, or another error occurred. */
export function FiguresUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const isGone = isUnavailable(error);
  const isRefused = error instanceof AppError && error.code === "bad_request";
  if (!isGone && !isRefused) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div role="alert">
      <EmptyState
        icon={isGone ? <IconClockPause size={34} /> : <IconAlertTriangle size={34} />}
        title={t(isGone ? "analytics.away.title" : "analytics.own.refused")}
        text={t(isGone ? "analytics.away.text" : "analytics.own.refusedHint")}
      />
    </div>
  );
}

/** Informs the reader that analytics are unavailable and the last loaded figures are shown. */
export function StaleNotice({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation();
  // The live region must exist before its text: otherwise some screen readers do not announce it.
  return (
    <div role="status" className={isShown ? (classes.notice ?? "") : ""}>
      {isShown && (
        <Alert color="orange" role="presentation" icon={<IconClockPause />}>
          {t("analytics.away.stale")}
        </Alert>
      )}
    </div>
  );
}
