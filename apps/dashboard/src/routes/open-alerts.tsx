import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ALERTS_KEY } from "../lib/list-keys.ts";
import { call } from "../lib/session.ts";
import classes from "./open-alerts.module.css";

/** The polling interval, in ms. The server pushes each alert, but the page may miss pushes. */
const REFETCH_INTERVAL_MS = 15_000;
/** The largest number that is shown exactly. Larger numbers are shown as "99+". */
const MAX_SHOWN_COUNT = 99;

/** Shows the number of open alerts next to the navigation entry for alerts; shows nothing if no alert is open. */
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
