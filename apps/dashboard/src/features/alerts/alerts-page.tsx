import { Alert, Button } from "@mantine/core";
import { IconBell, IconClockPause, IconSearchOff, IconSettings } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState } from "../../components/ui/states.tsx";
import { DataTable } from "../../components/ui/table/data-table.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import { useListPage } from "../../components/ui/table/use-list-page.ts";
import { formatDateTime } from "../../lib/dates.ts";
import { useAlertColumns } from "./alert-columns.tsx";
import { AlertFilters } from "./alert-filters.tsx";
import classes from "./alerts.module.css";
import {
  ALERT_LIST,
  type AlertFilterName,
  type AlertListState,
  type AlertSort,
  alertListQuery,
} from "./alerts-queries.ts";
import { RulesDrawer } from "./rules-drawer.tsx";

const NO_FILTERS = { state: "", kind: "", video: "", from: "", to: "" };
/** The delay, in ms, from which alerts count as late. Normally, each minute is evaluated 20 s after its end. */
const DELAYED_AFTER_MS = 180_000;

/** Lists the open and closed alerts (§2, /alert). */
export function AlertsPage() {
  const { t } = useTranslation();
  const { state, change, list, table } = useListPage(ALERT_LIST, alertListQuery);
  const [isSettingUp, setSettingUp] = useState(false);
  const columns = useAlertColumns(list.dataUpdatedAt);
  const { data } = list;
  return (
    <>
      <PageHeader
        title={t("alerts.title")}
        note={data?.asOf ? t("alerts.asOf", { time: formatDateTime(data.asOf) }) : ""}
      >
        <Button variant="default" leftSection={<IconSettings size={17} />} onClick={() => setSettingUp(true)}>
          {t("alerts.settings.open")}
        </Button>
      </PageHeader>
      <DelayNotice asOf={data?.asOf} nowMs={list.dataUpdatedAt} />
      <AlertFilters state={state} change={change} alerts={data?._embedded} />
      <DataTable
        {...table}
        caption={t("alerts.title")}
        columns={columns}
        rowKey={({ uuid }) => uuid}
        empty={<NoAlerts state={state} change={change} />}
      />
      <RulesDrawer isOpen={isSettingUp} onClose={() => setSettingUp(false)} />
    </>
  );
}

/** Informs the reader that alerts are late. @param asOf time of the last check; undefined while unknown, null before the first check. */
function DelayNotice({ asOf, nowMs }: { asOf: string | null | undefined; nowMs: number }) {
  const { t } = useTranslation();
  const isLate = asOf != null && nowMs - Date.parse(asOf) > DELAYED_AFTER_MS;
  const text =
    asOf === null ? t("alerts.never") : isLate ? t("alerts.late", { time: formatDateTime(asOf) }) : "";
  // The live region must be in the document before its text; otherwise, some screen readers do not announce the text.
  return (
    <div role="status" className={text ? (classes.notice ?? "") : ""}>
      {text && (
        <Alert color={isLate ? "orange" : "gray"} role="presentation" icon={<IconClockPause />}>
          {text}
        </Alert>
      )}
    </div>
  );
}

interface NoAlertsProps {
  state: AlertListState;
  change: ListChange<AlertSort, AlertFilterName>;
}

function NoAlerts({ state: { filters }, change }: NoAlertsProps) {
  const { t } = useTranslation();
  if (Object.values(filters).every((filter) => !filter))
    return (
      <EmptyState
        icon={<IconBell size={34} />}
        title={t("alerts.empty.title")}
        text={t("alerts.empty.text")}
      />
    );
  return (
    <EmptyState
      icon={<IconSearchOff size={34} />}
      title={t("alerts.empty.filtered")}
      text={t("alerts.empty.filteredHint")}
    >
      <Button variant="default" onClick={() => change({ filters: NO_FILTERS })}>
        {t("alerts.filters.clear")}
      </Button>
    </EmptyState>
  );
}
