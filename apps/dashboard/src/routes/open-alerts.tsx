import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ALERTS_KEY } from "../lib/list-keys.ts";
import { call } from "../lib/session.ts";
import classes from "./open-alerts.module.css";

/** Polling interval in ms: the server pushes each alert, but pushes can be missed. */
const READ_EVERY_MS = 15_000;
/** Largest number that is shown exactly; larger ones are "99+". */
const SHOWN_MAX = 99;

/** Shows the number of open alerts next to their navigation entry; nothing if there are none. */
export function OpenAlerts() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [ALERTS_KEY, "open"],
    queryFn: ({ signal }) => call(routes.countOpenAlerts, {}, { signal }),
    refetchInterval: READ_EVERY_MS,
    retry: false,
  });
  if (!data?.count) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{data.count > SHOWN_MAX ? `${SHOWN_MAX}+` : data.count}</span>
      <span className={classes.words}>{t("alerts.openCount", { count: data.count })}</span>
    </span>
  );
}
