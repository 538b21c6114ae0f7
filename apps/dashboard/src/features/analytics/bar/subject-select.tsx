import { type ComboboxItem, MultiSelect, type OptionsFilter, Pill } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { MAX_STATISTICS_VIDEOS, type StatisticsSubjects } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toPlainText } from "../../../lib/search-words.ts";
import type { AnalyticsAddress } from "../address/use-analytics-address.ts";
import { foundVideosQuery } from "../analytics-queries.ts";
import { ALL_SUBJECTS, applyToLatest, combineSubjects, selectSubjects, subjectsOf } from "./subject.ts";
import classes from "./subject-select.module.css";

const DEBOUNCE_MS = 300;
/** The number of selected videos that are shown by title. The others are only counted, which keeps the field to one or two lines. */
const MAX_SHOWN_PILLS = 2;

interface SubjectSelectProps {
  address: AnalyticsAddress;
  subjects: StatisticsSubjects | undefined;
  /** The titles of the selected videos by uuid. */
  titles: ReadonlyMap<string, string>;
}

/** Selects the subject: all media, a config, a collection, or up to fifty videos by words of their titles. */
export function SubjectSelect({ address, subjects, titles }: SubjectSelectProps) {
  const { t } = useTranslation();
  const { state, video, linkToSubject, go } = address;
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const found = useQuery({ ...foundVideosQuery(search), enabled: subjects !== undefined });
  const chosen = subjectsOf(state, video);
  const [latest, recordChoice] = useLatestChoice(chosen);
  const data = useSubjects(subjects, found.data, { chosen, titles });
  function handleChange(next: string[]): void {
    const combined = combineSubjects(latest.current, applyToLatest(latest.current, chosen, next));
    const { video: wanted, change } = selectSubjects(combined);
    recordChoice(combined);
    go(linkToSubject(wanted, { ...change, ...rangeForSubject(state.range) }));
  }
  return (
    <MultiSelect
      searchable
      clearable
      aria-label={t("analytics.subject.label")}
      placeholder={t(chosen.length === 0 ? "analytics.subject.everything" : "analytics.subject.more")}
      clearButtonProps={{ "aria-label": t("analytics.subject.clear") }}
      classNames={{ root: classes.select ?? "", inputField: classes.field ?? "" }}
      maxDropdownHeight={380}
      maxValues={MAX_STATISTICS_VIDEOS}
      data={data}
      value={chosen}
      onChange={handleChange}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={filterSubjects}
      renderPill={({ option, value, onRemove }) => (
        <ChosenPill
          label={option?.label ?? String(value)}
          place={chosen.indexOf(String(value))}
          count={chosen.length}
          onRemove={onRemove}
        />
      )}
      nothingFoundMessage={t("analytics.subject.nothing")}
      comboboxProps={{ shadow: "lg" }}
    />
  );
}

/**
 * Returns the subjects that were chosen last, and a function that records a choice: a new URL takes effect slightly later, and a second
 * choice must not undo the first.
 */
function useLatestChoice(shown: readonly string[]) {
  const latest = useRef(shown);
  const underWay = useRef<string[]>([]);
  const current = useRef(shown);
  current.current = shown;
  const key = JSON.stringify(shown);
  useEffect(() => {
    const place = underWay.current.indexOf(key);
    underWay.current = place === -1 ? [] : underWay.current.slice(place + 1);
    if (underWay.current.length === 0) latest.current = current.current;
  }, [key]);
  function recordChoice(subjects: readonly string[]): void {
    latest.current = subjects;
    underWay.current.push(JSON.stringify(subjects));
  }
  return [latest, recordChoice] as const;
}

interface ChosenPillProps {
  label: string;
  place: number;
  count: number;
  onRemove?: (() => void) | undefined;
}

function ChosenPill({ label, place, count, onRemove }: ChosenPillProps) {
  const { t } = useTranslation();
  if (place < MAX_SHOWN_PILLS)
    return (
      <Pill withRemoveButton {...(onRemove ? { onRemove } : {})} className={classes.pill ?? ""} title={label}>
        {label}
      </Pill>
    );
  if (place > MAX_SHOWN_PILLS) return null;
  return <Pill>{t("analytics.subject.others", { count: count - MAX_SHOWN_PILLS })}</Pill>;
}

/**
 * Keeps the selected range, except "yesterday", which is the default for all media only. A single subject starts with the last 24 hours.
 */
const rangeForSubject = (range: string) => (range === "yesterday" ? { range: "day" as const } : {});

interface SelectedSubjects {
  chosen: readonly string[];
  titles: ReadonlyMap<string, string>;
}

function useSubjects(
  subjects: StatisticsSubjects | undefined,
  videos: readonly { uuid: string; title: string }[] = [],
  { chosen, titles }: SelectedSubjects,
) {
  const { t } = useTranslation();
  const groups = [
    {
      group: "configs",
      items: subjects?.configs.map(({ uuid, name }) => comboboxItem("config", uuid, name)) ?? [],
    },
    {
      group: "collections",
      items: subjects?.collections.map((name) => comboboxItem("collection", name, name)) ?? [],
    },
    { group: "videos", items: videos.map(({ uuid, title }) => comboboxItem("video", uuid, title)) },
  ] as const;
  const listed = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)));
  const others = chosen.filter((value) => !listed.has(value));
  return [
    { value: ALL_SUBJECTS, label: t("analytics.subject.everything") },
    ...others.map((value) => ({ value, label: nameOf(value, titles) ?? t("analytics.subject.oneVideo") })),
    ...groups
      .filter(({ items }) => items.length > 0)
      .map(({ group, items }) => ({ group: t(`analytics.subject.${group}`), items: [...items] })),
  ];
}

const nameOf = (value: string, titles: ReadonlyMap<string, string>) =>
  titles.get(value.slice(value.indexOf(":") + 1));

const comboboxItem = (kind: string, id: string, label: string): ComboboxItem => ({
  value: `${kind}:${id}`,
  label,
});

/** Filters the subjects by name, except videos, which the server has already searched. */
function filterSubjects({ options, search }: Parameters<OptionsFilter>[0]) {
  const wanted = toPlainText(search.trim());
  if (wanted === "") return options;
  const isCalled = ({ label }: ComboboxItem) => toPlainText(label).includes(wanted);
  const matches = (each: ComboboxItem) => each.value.startsWith("video:") || isCalled(each);
  return options
    .map((option) => ("group" in option ? { ...option, items: option.items.filter(matches) } : option))
    .filter((option) => ("group" in option ? option.items.length > 0 : isCalled(option)));
}
