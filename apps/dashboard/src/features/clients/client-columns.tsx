import { Badge, Box, Group, Text } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDay } from "../../lib/dates.ts";
import { numberFormat } from "../../lib/figures.ts";
import { ClientActions } from "./client-actions.tsx";
import { lastDayOf } from "./client-values.ts";
import classes from "./clients-page.module.css";
import type { ClientSortField } from "./clients-query.ts";

/** The features of a client that have a badge in the list, with their labels. */
const FEATURE_BADGES = [
  "freeTier",
  "vireed",
  "export",
  "scenelist",
  "restartVideos",
  "noKeepLive",
  "oldTable",
] as const;

/** Returns the columns of the list of clients. */
export function useClientColumns(): Column<ClientView, ClientSortField>[] {
  const { t } = useTranslation();
  return [
    {
      key: "number",
      title: t("clients.number"),
      sortBy: "clientNumber",
      firstDirection: -1,
      cell: ({ clientNumber }) => clientNumber,
    },
    {
      key: "clientname",
      title: t("clients.clientname"),
      sortBy: "clientname",
      cell: ({ uuid, clientname }) => (
        <Link to={`/admin/${uuid}`} className={classes.name}>
          {clientname}
        </Link>
      ),
    },
    {
      key: "type",
      title: t("clients.type"),
      sortBy: "type",
      cell: ({ type }) => t(`clients.types.${type}`),
    },
    { key: "flags", title: t("clients.options"), cell: (client) => <FeatureBadges client={client} /> },
    ...useStateColumns(),
    {
      key: "actions",
      title: t("shared.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (client) => <ClientActions client={client} />,
    },
  ];
}

/** Returns the columns for the client's plan and the end of its subscription. */
function useStateColumns(): Column<ClientView, ClientSortField>[] {
  const { t, i18n } = useTranslation();
  const number = (value: number) => numberFormat(i18n.language).format(value);
  return [
    {
      key: "users",
      title: t("clients.users"),
      isEndAligned: true,
      cell: ({ userCount }) => number(userCount),
    },
    {
      key: "videos",
      title: t("clients.videos"),
      isEndAligned: true,
      cell: ({ videoCount }) => number(videoCount),
    },
    {
      key: "end",
      title: t("clients.subscription"),
      cell: ({ subscriptionEndsAt: end }) => (end ? <DayCell at={lastDayOf(end)} /> : t("clients.endless")),
    },
    {
      key: "deletion",
      title: t("clients.deletion"),
      cell: (client) => <DeletionDate client={client} />,
    },
  ];
}

function FeatureBadges({ client }: { client: ClientView }) {
  const { t } = useTranslation();
  const marks = FEATURE_BADGES.filter((mark) => client[mark]);
  if (marks.length === 0) return <EmptyCell />;
  return (
    <Group gap={4} maw={280}>
      {marks.map((mark) => (
        <Badge key={mark} variant="default" size="sm" tt="none" fw={600}>
          {t(`clients.marks.${mark}`)}
        </Badge>
      ))}
    </Group>
  );
}

function DeletionDate({ client }: { client: ClientView }) {
  if (!client.dataToDelete || !client.deletionAt) return <EmptyCell />;
  return (
    <Text span size="sm" fw={600} c="var(--shoal-bad)">
      <DayCell at={client.deletionAt} />
    </Text>
  );
}

const DayCell = ({ at }: { at: string }) => (
  <Box dateTime={at} component="time" style={{ fontVariantNumeric: "tabular-nums" }}>
    {formatDay(at)}
  </Box>
);

const EmptyCell = () => (
  <Text span c="dimmed" aria-hidden>
    –
  </Text>
);
