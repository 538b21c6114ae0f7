import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { ALERT_KINDS, ALERT_STATES, type AlertView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateField } from "../../components/ui/form/date-field.tsx";
import { noneFoundMessage } from "../../components/ui/form/none-found.tsx";
import type { ListChange } from "../../components/ui/table/use-list-address.ts";
import classes from "./alerts.module.css";
import {
  type AlertFilterName,
  type AlertListState,
  type AlertSort,
  foundVideosQuery,
} from "./alerts-queries.ts";

const DEBOUNCE_MS = 300;

interface AlertFiltersProps {
  state: AlertListState;
  change: ListChange<AlertSort, AlertFilterName>;
  /** The alerts on the page, from which the filter takes the title of the selected video. */
  alerts: readonly AlertView[] | undefined;
}

/** Shows the filters of the list of alerts. */
export function AlertFilters({ state: { filters }, change, alerts }: AlertFiltersProps) {
  const { t } = useTranslation();
  const set = (next: Partial<typeof filters>) => change({ filters: next });
  return (
    <fieldset className={classes.filters} aria-label={t("alerts.filters.label")}>
      <Select
        clearable
        label={t("alerts.filters.state")}
        placeholder={t("alerts.filters.everyState")}
        data={ALERT_STATES.map((value) => ({ value, label: t(`alerts.states.${value}`) }))}
        value={filters.state || null}
        onChange={(state) => set({ state: state ?? "" })}
      />
      <Select
        clearable
        label={t("alerts.filters.kind")}
        placeholder={t("alerts.filters.everyKind")}
        data={ALERT_KINDS.map((value) => ({ value, label: t(`alerts.kinds.${value}`) }))}
        value={filters.kind || null}
        onChange={(kind) => set({ kind: kind ?? "" })}
      />
      <div className={classes.video}>
        <VideoFilter video={filters.video} alerts={alerts} onChange={(video) => set({ video })} />
      </div>
      <DateField
        label={t("alerts.filters.from")}
        max={filters.to}
        value={filters.from}
        onChange={(from) => set({ from })}
      />
      <DateField
        label={t("alerts.filters.to")}
        min={filters.from}
        value={filters.to}
        onChange={(to) => set({ to })}
      />
    </fieldset>
  );
}

interface VideoFilterProps {
  video: string;
  alerts: readonly AlertView[] | undefined;
  onChange: (video: string) => void;
}

/** Selects a video by words of its title. */
function VideoFilter({ video, alerts, onChange }: VideoFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = useQuery(foundVideosQuery(search));
  const { data: found = [] } = query;
  const listed = alerts?.find(({ subject }) => subject.video === video)?.subject.title;
  const items = found.map(({ uuid, title }) => ({ value: uuid, label: title }));
  const isThere = video === "" || items.some(({ value }) => value === video);
  return (
    <Select
      searchable
      clearable
      label={t("alerts.filters.video")}
      placeholder={t("alerts.filters.everyVideo")}
      nothingFoundMessage={noneFoundMessage(query, t("alerts.filters.noVideo"))}
      data={isThere ? items : [{ value: video, label: listed ?? video }, ...items]}
      // The server has already filtered the options, and not only by title, so the field keeps all of them.
      filter={({ options }) => options}
      value={video || null}
      onSearchChange={setTyped}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}
