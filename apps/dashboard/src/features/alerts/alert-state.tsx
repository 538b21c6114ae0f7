import type { AlertState as State } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./alerts.module.css";

/** Whether an alert is open, and whether somebody knows of it. */
export function AlertState({ state }: { state: State }) {
  const { t } = useTranslation();
  return (
    <span className={classes.badge} data-state={state}>
      {t(`alerts.states.${state}`)}
    </span>
  );
}
