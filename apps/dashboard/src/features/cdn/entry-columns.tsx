import { Anchor, Box, Text } from "@mantine/core";
import type { CdnEntryView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import type { Column } from "../../components/ui/table/data-table.tsx";
import { dateOf, dayOf } from "../../lib/dates.ts";
import classes from "./cdn.module.css";
import type { CdnSortField } from "./entries-query.ts";
import { EntryActions } from "./entry-actions.tsx";

const TONES: Record<CdnEntryView["state"], StateTone> = {
  active: "good",
  paused: "warning",
  draining: "plain",
  unsubscribed: "bad",
  budgetReached: "bad",
};

/** The columns of the list of entries. */
export function useEntryColumns(onOpen: (entry: CdnEntryView) => void): Column<CdnEntryView, CdnSortField>[] {
  const { t } = useTranslation();
  return [
    {
      key: "name",
      title: t("cdn.name"),
      sortBy: "name",
      cell: (entry) => <Name entry={entry} onOpen={() => onOpen(entry)} />,
    },
    {
      key: "url",
      title: t("cdn.addresses"),
      sortBy: "originUrl",
      cell: (entry) => <Addresses entry={entry} />,
    },
    { key: "state", title: t("cdn.state"), cell: (entry) => <EntryState entry={entry} /> },
    { key: "protection", title: t("cdn.protection"), cell: (entry) => <Protection entry={entry} /> },
    {
      key: "createdAt",
      title: t("cdn.createdAt"),
      sortBy: "createdAt",
      firstDirection: -1,
      cell: ({ createdAt }) => (
        <Box dateTime={createdAt} title={dateOf(createdAt)} component="time" style={{ whiteSpace: "nowrap" }}>
          {dayOf(createdAt)}
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

function Name({ entry, onOpen }: { entry: CdnEntryView; onOpen: () => void }) {
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

function Addresses({ entry: { url, originUrl } }: { entry: CdnEntryView }) {
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

/** The current state of an entry, and until when. */
export function EntryState({ entry: { state, endsAt } }: { entry: CdnEntryView }) {
  const { t } = useTranslation();
  return (
    <div className={classes.stacked}>
      <StateBadge tone={TONES[state]}>{t(`cdn.states.${state}`)}</StateBadge>
      {endsAt && (
        <Text span c="dimmed" fz="xs">
          {t("cdn.goneAt", { date: dateOf(endsAt) })}
        </Text>
      )}
    </div>
  );
}

function Protection({ entry: { rules, secrets } }: { entry: CdnEntryView }) {
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
  return <Text size="sm">{notes.length > 0 ? notes.join(", ") : t("cdn.everybody")}</Text>;
}
