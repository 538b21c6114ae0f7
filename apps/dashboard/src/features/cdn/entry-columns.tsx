import { Anchor, Box, Skeleton, Text } from "@mantine/core";
import type { CdnEntryView, CdnSums } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { type FigureUnit, figureText } from "../../components/analytics/figure-text.ts";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { formatDateTime, formatDay } from "../../lib/dates.ts";
import classes from "./cdn.module.css";
import type { CdnSortField } from "./entries-query.ts";
import { EntryActions } from "./entry-actions.tsx";

const ENTRY_STATE_TONES: Record<CdnEntryView["state"], StateTone> = {
  active: "good",
  paused: "warning",
  draining: "plain",
  unsubscribed: "bad",
  budgetReached: "bad",
};

/** The traffic of entries by uuid; undefined while it is loading, null if it could not be loaded. */
export type TrafficByEntry = ReadonlyMap<string, CdnSums> | null | undefined;

/** The traffic of an entry that received no requests. */
const NO_TRAFFIC: CdnSums = { requests: 0, hits: 0, misses: 0, bytesSent: 0, bytesOrigin: 0 };

const hitRatioOf = ({ hits, misses }: CdnSums) =>
  hits + misses === 0 ? null : (100 * hits) / (hits + misses);
const TRAFFIC_COLUMNS: readonly [CdnSortField & keyof typeof TRAFFIC_VALUES, FigureUnit][] = [
  ["requests", "count"],
  ["bytesSent", "bytes"],
  ["hitRatio", "percent"],
];
const TRAFFIC_VALUES = {
  requests: ({ requests }: CdnSums) => requests,
  bytesSent: ({ bytesSent }: CdnSums) => bytesSent,
  hitRatio: hitRatioOf,
};

interface EntryColumnsOptions {
  traffic: TrafficByEntry;
  onOpen: (entry: CdnEntryView) => void;
}

/** Returns the columns of the list of entries. */
export function useEntryColumns({
  traffic,
  onOpen,
}: EntryColumnsOptions): Column<CdnEntryView, CdnSortField>[] {
  const { t, i18n } = useTranslation();
  const figureOf = (entry: CdnEntryView, key: keyof typeof TRAFFIC_VALUES, unit: FigureUnit) => {
    if (traffic === undefined) return <Skeleton h={14} w={56} ml="auto" />;
    const value = traffic && TRAFFIC_VALUES[key](traffic.get(entry.uuid) ?? NO_TRAFFIC);
    return <span className={classes.figure}>{figureText(value, unit, i18n.language)}</span>;
  };
  return [
    {
      key: "name",
      title: t("cdn.name"),
      sortBy: "name",
      cell: (entry) => <NameCell entry={entry} onOpen={() => onOpen(entry)} />,
    },
    {
      key: "url",
      title: t("cdn.addresses"),
      sortBy: "originUrl",
      cell: (entry) => <AddressCell entry={entry} />,
    },
    { key: "state", title: t("cdn.state"), cell: (entry) => <EntryState entry={entry} /> },
    ...TRAFFIC_COLUMNS.map(([key, unit]) => ({
      key,
      title: t(key === "hitRatio" ? "cdn.cacheHits" : `cdn.statistics.${key}`),
      sortBy: key,
      firstDirection: -1 as const,
      isEndAligned: true,
      cell: (entry: CdnEntryView) => figureOf(entry, key, unit),
    })),
    { key: "protection", title: t("cdn.protection"), cell: (entry) => <ProtectionCell entry={entry} /> },
    {
      key: "createdAt",
      title: t("cdn.createdAt"),
      sortBy: "createdAt",
      firstDirection: -1,
      cell: ({ createdAt }) => (
        <Box
          dateTime={createdAt}
          title={formatDateTime(createdAt)}
          component="time"
          style={{ whiteSpace: "nowrap" }}
        >
          {formatDay(createdAt)}
        </Box>
      ),
    },
    {
      key: "actions",
      title: t("cdn.actions"),
      isTitleHidden: true,
      isEndAligned: true,
      cell: (entry) => <EntryActions entry={entry} onOpen={() => onOpen(entry)} />,
    },
  ];
}

function NameCell({ entry, onOpen }: { entry: CdnEntryView; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stacked}>
      <Anchor component="button" type="button" size="sm" fw={600} ta="start" onClick={onOpen}>
        {entry.name}
      </Anchor>
      {entry.user && (
        <Text span size="xs" c="dimmed">
          {t("cdn.createdBy", { user: entry.user })}
        </Text>
      )}
    </div>
  );
}

function AddressCell({ entry: { url, originUrl } }: { entry: CdnEntryView }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stacked}>
      <Text span ff="monospace" fz={13}>
        {url}
      </Text>
      <Text span size="xs" c="dimmed">
        {t("cdn.from", { origin: originUrl })}
      </Text>
    </div>
  );
}

/** Shows the current state of an entry, and when this state ends. */
export function EntryState({ entry: { state, endsAt } }: { entry: CdnEntryView }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stacked}>
      <StateBadge tone={ENTRY_STATE_TONES[state]}>{t(`cdn.states.${state}`)}</StateBadge>
      {endsAt && (
        <Text span c="dimmed" fz="xs">
          {t("cdn.goneAt", { date: formatDateTime(endsAt) })}
        </Text>
      )}
    </div>
  );
}

function ProtectionCell({ entry: { rules, secrets } }: { entry: CdnEntryView }) {
  const { t } = useTranslation();
  const notes = [
    secrets.length > 0 && t("cdn.signed"),
    Boolean(rules.unauthorizedIPs?.length) && t("cdn.blockedIPs", { count: rules.unauthorizedIPs?.length }),
    Boolean(rules.unauthorizedCountries?.length) &&
      t("cdn.blockedCountries", { count: rules.unauthorizedCountries?.length }),
    Boolean(rules.authorizedWebsites?.length) &&
      t("cdn.allowedWebsites", { count: rules.authorizedWebsites?.length }),
    Boolean(rules.unauthorizedWebsites?.length) &&
      t("cdn.blockedWebsites", { count: rules.unauthorizedWebsites?.length }),
  ].filter(Boolean);
  return (
    <Text size="sm" miw={76}>
      {notes.length > 0 ? notes.join(", ") : t("cdn.everybody")}
    </Text>
  );
}
