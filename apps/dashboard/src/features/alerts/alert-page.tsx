import { Button, Group, Stack } from "@mantine/core";
import type { AlertDetail } from "@shoal/contract";
import { IconBellOff, IconChartLine, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { BackLink } from "../../components/ui/back-link.tsx";
import { FactList } from "../../components/ui/fact-list.tsx";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { useLastError } from "../../lib/use-last-error.ts";
import { Acknowledgement } from "./acknowledgement.tsx";
import { AlertChart } from "./alert-chart.tsx";
import { AlertState } from "./alert-state.tsx";
import { analyticsLink, durationText, valueText } from "./alert-text.ts";
import classes from "./alerts.module.css";
import { alertQuery } from "./alerts-queries.ts";
import { isAlertMissing } from "./reload-interval.ts";
import { useSubjectText } from "./use-subject-text.ts";

/** Shows one alert (§2, /alert/{uuid}): its value over time, its details and its history. */
export function AlertPage() {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const alert = useQuery(alertQuery(uuid));
  const error = useLastError(alert, uuid);
  return (
    <>
      <BackLink to="/alert">{t("alerts.all")}</BackLink>
      {alert.data ? (
        <UnsavedChanges key={uuid}>
          <AlertContent alert={alert.data} nowMs={alert.dataUpdatedAt} />
        </UnsavedChanges>
      ) : error ? (
        <NoAlert error={error} onRetry={alert.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function NoAlert({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  if (!isAlertMissing(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <>
      <PageHeader title={t("alerts.title")} />
      <EmptyState
        icon={<IconBellOff size={34} />}
        title={t("alerts.page.gone")}
        text={t("alerts.page.goneHint")}
      />
    </>
  );
}

interface PartProps {
  alert: AlertDetail;
  nowMs: number;
}

function AlertContent({ alert, nowMs }: PartProps) {
  const { t } = useTranslation();
  const subjectText = useSubjectText();
  const { subject, kind, state } = alert;
  return (
    <>
      <PageHeader title={`${t(`alerts.kinds.${kind}`)} – ${subjectText(alert)}`}>
        {/* Without this wrapper, the badge would fill the width of a phone, as the tools of other pages do. */}
        <div>
          <AlertState state={state} />
        </div>
      </PageHeader>
      <Group gap="sm" mb="lg">
        {subject.hasPage && (
          <Button
            component={Link}
            to={`/player/${subject.video}`}
            variant="default"
            leftSection={<IconPlayerPlay size={17} />}
          >
            {t("alerts.page.openVideo")}
          </Button>
        )}
        <Button
          component={Link}
          to={analyticsLink(alert, nowMs)}
          variant="default"
          leftSection={<IconChartLine size={17} />}
        >
          {t("alerts.page.openAnalytics")}
        </Button>
      </Group>
      <Stack gap={20} miw={0}>
        <AlertChart alert={alert} />
        <div className={classes.columns}>
          <Panel title={t("alerts.page.facts")}>
            <AlertFacts alert={alert} nowMs={nowMs} />
          </Panel>
          <Stack gap={20} miw={0}>
            <Acknowledgement alert={alert} />
            <Panel title={t("alerts.page.history")}>
              <AlertHistory alert={alert} />
            </Panel>
          </Stack>
        </div>
      </Stack>
    </>
  );
}

function AlertFacts({ alert, nowMs }: PartProps) {
  const { t, i18n } = useTranslation();
  const { kind, baseline, threshold, extreme, last, closedAt, ending } = alert;
  const text = (value: number) => valueText(kind, value, i18n.language);
  return (
    <FactList
      facts={[
        [t("alerts.page.worst"), text(extreme)],
        [t("alerts.page.last"), text(last)],
        ...(kind === "stream_down" ? [] : [[t("alerts.page.threshold"), text(threshold)] as const]),
        ...(baseline === null ? [] : [[t("alerts.page.usual"), text(baseline)] as const]),
        [t("alerts.page.openedAt"), formatDateTime(alert.openedAt)],
        [t("alerts.page.closedAt"), closedAt ? formatDateTime(closedAt) : t("alerts.page.stillOpen")],
        [t("alerts.page.duration"), durationText(alert, nowMs, i18n.language)],
        ...(ending ? [[t("alerts.page.ending"), t(`alerts.endings.${ending}`)] as const] : []),
      ]}
    />
  );
}

function AlertHistory({ alert: { history } }: { alert: AlertDetail }) {
  const { t } = useTranslation();
  return (
    <ol className={classes.history}>
      {history.map(({ type, at, by, remark }) => (
        <li key={`${type} ${at}`}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          <span>
            {t(`alerts.page.events.${type}`, { by: by ?? "" })}
            {remark && <q className={classes.note}>{remark}</q>}
          </span>
        </li>
      ))}
    </ol>
  );
}
