import { Anchor, Box, Text } from "@mantine/core";
import type { AlertView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { AlertState } from "./alert-state.tsx";
import { durationText, valueText } from "./alert-text.ts";
import classes from "./alerts.module.css";
import type { AlertSort } from "./alerts-queries.ts";
import { useSubjectText } from "./use-subject-text.ts";

/** Returns the columns of the list of alerts. */
export function useAlertColumns(nowMs: number): Column<AlertView, AlertSort>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const subjectText = useSubjectText();
  return [
    {
      key: "kind",
      title: t("alerts.columns.kind"),
      sortBy: "kind",
      cell: ({ uuid, kind }) => (
        <Anchor component={Link} to={`/alert/${uuid}`} size="sm" fw={600}>
          {t(`alerts.kinds.${kind}`)}
        </Anchor>
      ),
    },
    {
      key: "state",
      title: t("alerts.columns.state"),
      cell: ({ state }) => <AlertState state={state} />,
    },
    {
      key: "video",
      title: t("alerts.columns.video"),
      sortBy: "video",
      cell: (alert) => (
        <Box component="span" style={{ overflowWrap: "anywhere" }}>
          {subjectText(alert)}
        </Box>
      ),
    },
    {
      key: "openedAt",
      title: t("alerts.columns.openedAt"),
      sortBy: "openedAt",
      firstDirection: -1,
      cell: ({ openedAt }) => (
        <time dateTime={openedAt} className={classes.when}>
          {formatDateTime(openedAt)}
        </time>
      ),
    },
    {
      key: "duration",
      title: t("alerts.columns.duration"),
      cell: (alert) => <span className={classes.when}>{durationText(alert, nowMs, language)}</span>,
    },
    {
      key: "worst",
      title: t("alerts.columns.worst"),
      isEndAligned: true,
      cell: ({ kind, extreme }) => <span className={classes.when}>{valueText(kind, extreme, language)}</span>,
    },
    {
      key: "acknowledged",
      title: t("alerts.columns.acknowledged"),
      cell: ({ acknowledgement }) =>
        acknowledgement?.by ?? (
          <Text span c="dimmed" aria-hidden>
            –
          </Text>
        ),
    },
  ];
}
