import type { EncodingStatus } from "@shoal/contract";
import { displayStatus } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import classes from "./status-badge.module.css";

/** The status of a video in its colour and the reader's words (§4). */
export function StatusBadge({ status }: { status: EncodingStatus }) {
  const { t } = useTranslation();
  const shown = displayStatus(status);
  return (
    <span className={classes.badge} data-status={shown}>
      <span className={classes.dot} aria-hidden />
      {t(`status.${shown}`)}
    </span>
  );
}
