import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { StatisticsSubjects } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnalyticsAddress } from "../address/use-analytics-address.ts";
import { foundVideosQuery } from "../analytics-queries.ts";
import { changeTo, EVERYTHING, subjectOf } from "./subject.ts";

const DEBOUNCE_MS = 300;

interface SubjectSelectProps {
  address: AnalyticsAddress;
  subjects: StatisticsSubjects | undefined;
  /** What is looked at now. */
  name: string;
}

/** Everything, a config, a collection, or one video by words of its title. */
export function SubjectSelect({ address, subjects, name }: SubjectSelectProps) {
  const { t } = useTranslation();
  const { state, video, linkToSubject, go } = address;
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isSearching = search !== "" && search !== name;
  const found = useQuery({ ...foundVideosQuery(isSearching ? search : ""), enabled: subjects !== undefined });
  const subject = subjectOf(state, video);
  const data = useSubjects(subjects, found.data, { value: subject, label: name });
  function handleChange(next: string | null): void {
    const { video: wanted, change } = changeTo(next ?? EVERYTHING);
    go(linkToSubject(wanted, { ...change, ...rangeKept(state.range) }));
  }
  return (
    <Select
      searchable
      aria-label={t("analytics.subject.label")}
      maxDropdownHeight={380}
      allowDeselect={false}
      data={data}
      value={subject}
      onChange={handleChange}
      onSearchChange={setTyped}
      filter={(input) => filterSubjects(input, name)}
      nothingFoundMessage={t("analytics.subject.nothing")}
      comboboxProps={{ shadow: "lg" }}
    />
  );
}

/** A range that somebody chose stays; "yesterday" is the start of everything alone, where one thing starts with 24 hours. */
const rangeKept = (range: string) => (range === "yesterday" ? { range: "day" as const } : {});

function useSubjects(
  subjects: StatisticsSubjects | undefined,
  videos: readonly { uuid: string; title: string }[] = [],
  shown: ComboboxItem,
) {
  const { t } = useTranslation();
  const groups = [
    { group: "configs", items: subjects?.configs.map(({ uuid, name }) => item("config", uuid, name)) ?? [] },
    {
      group: "collections",
      items: subjects?.collections.map((name) => item("collection", name, name)) ?? [],
    },
    { group: "videos", items: videos.map(({ uuid, title }) => item("video", uuid, title)) },
  ] as const;
  const isListed = groups.some(({ items }) => items.some(({ value }) => value === shown.value));
  return [
    { value: EVERYTHING, label: t("analytics.subject.everything") },
    ...(isListed || shown.value === EVERYTHING ? [] : [shown]),
    ...groups
      .filter(({ items }) => items.length > 0)
      .map(({ group, items }) => ({ group: t(`analytics.subject.${group}`), items: [...items] })),
  ];
}

const item = (kind: string, id: string, label: string): ComboboxItem => ({ value: `${kind}:${id}`, label });

/** Videos are those that the server found; while what is looked at stands in the field, nothing is searched. */
function filterSubjects({ options, search }: Parameters<OptionsFilter>[0], shown: string) {
  const wanted = search.trim().toLowerCase();
  if (wanted === "" || search === shown) return options;
  const isCalled = ({ label }: ComboboxItem) => label.toLowerCase().includes(wanted);
  const matches = (each: ComboboxItem) => each.value.startsWith("video:") || isCalled(each);
  return options
    .map((option) => ("group" in option ? { ...option, items: option.items.filter(matches) } : option))
    .filter((option) => ("group" in option ? option.items.length > 0 : isCalled(option)));
}
