import { Box, Text } from "@mantine/core";
import type { LogEntry } from "@shoal/contract";
import { nameInLanguage } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { actionText } from "./log-actions.ts";
import type { LogSortField } from "./log-filter.ts";
import classes from "./logs-page.module.css";

/** The lowest HTTP status that counts as a failure. */
const MIN_FAILURE_STATUS = 400;

/** Returns the columns of the log; only administrators see the client's name. */
export function useLogColumns(hasClients: boolean): Column<LogEntry, LogSortField>[] {
  const { t, i18n } = useTranslation();
  const client: Column<LogEntry, LogSortField> = {
    key: "client",
    title: t("logs.client"),
    cell: (entry) => <ClientCell entry={entry} />,
  };
  return [
    {
      key: "at",
      title: t("logs.at"),
      sortBy: "at",
      firstDirection: -1,
      cell: ({ at }) => (
        <time dateTime={at} className={classes.at}>
          {formatDateTime(at)}
        </time>
      ),
    },
    {
      key: "username",
      title: t("logs.username"),
      sortBy: "username",
      cell: ({ username }) =>
        username === null ? t("logs.platform") : nameInLanguage(username, i18n.language),
    },
    ...(hasClients ? [client] : []),
    { key: "type", title: t("logs.action"), sortBy: "type", cell: (entry) => <ActionCell entry={entry} /> },
    {
      key: "target",
      title: t("logs.target"),
      cell: ({ target }) =>
        target ? (
          <Text span c="dimmed" fz={13} ff="monospace">
            {target}
          </Text>
        ) : (
          <EmptyCell />
        ),
    },
    { key: "address", title: t("logs.address"), cell: ({ address }) => address ?? <EmptyCell /> },
  ];
}

function ClientCell({ entry: { clientname, viewedClientname } }: { entry: LogEntry }) {
  const { t } = useTranslation();
  if (!viewedClientname) return clientname ?? <EmptyCell />;
  return (
    <span>
      {clientname && `${clientname} `}
      <Text span size="sm" c="dimmed">
        {t("logs.inClient", { name: viewedClientname })}
      </Text>
    </span>
  );
}

function ActionCell({ entry: { type, status } }: { entry: LogEntry }) {
  const { t } = useTranslation();
  return (
    <span title={type}>
      {actionText(type)}
      {status >= MIN_FAILURE_STATUS && (
        <Box component="span" c="var(--shoal-bad)" fw={600}>
          {" "}
          {t("logs.refused")}
        </Box>
      )}
    </span>
  );
}

const EmptyCell = () => (
  <Text span c="dimmed" aria-hidden>
    –
  </Text>
);
