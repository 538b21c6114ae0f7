import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ALERTS_KEY } from "../lib/list-keys.ts";
import { call } from "../lib/session.ts";
import classes from "./open-alerts.module.css";

/** Polling interval in ms: the server pushes each alert, but pushes can be missed. */
const REFETCH_INTERVAL_MS = 15_000;
/** Largest number that is shown exactly; larger numbers are "99+". */
const MAX_SHOWN_COUNT = 99;

/** Shows the number of open alerts next to their navigation entry; shows nothing if there are none. */
export function OpenAlerts() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [ALERTS_KEY, "open"],
    queryFn: ({ signal }) => call(routes.countOpenAlerts, {}, { signal }),
    refetchInterval: REFETCH_INTERVAL_MS,
    retry: false,
  });
  if (!data?.count) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{data.count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : data.count}</span>
      <span className={classes.words}>{t("alerts.openCount", { count: data.count })}</span>
    </span>
  );
}
