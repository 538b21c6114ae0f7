import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { routes } from "@shoal/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callInClient } from "../../lib/call-in-client.ts";
import { noneFoundMessage } from "../ui/form/none-found.tsx";

const MAX_OPTIONS = 20;
const DEBOUNCE_MS = 300;

interface VideosFieldProps {
  clientUuid: string;
  /** Uuids of the selected videos. */
  value: string[];
  isReadOnly?: boolean;
  label: string;
  description: string;
  /** The maximum number of videos that can be selected; unlimited by default. */
  max?: number;
  onChange: (uuids: string[]) => void;
}

/** Selects videos of a client, found by title. */
export function VideosField({
  clientUuid,
  value,
  isReadOnly = false,
  label,
  description,
  max,
  onChange,
}: VideosFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const found = useVideos(clientUuid, { search: wanted });
  const chosen = useVideos(clientUuid, { uuids: value });
  const known = new Map([...(chosen.data ?? []), ...(found.data ?? [])].map((video) => [video.uuid, video]));
  // A video that was deleted in the meantime stays in the list under its uuid.
  const options = [...new Set([...known.keys(), ...value])].map((uuid) => ({
    value: uuid,
    label: known.get(uuid)?.title ?? uuid,
  }));
  const offered = new Set(found.data?.map(({ uuid }) => uuid));
  return (
    <MultiSelect
      searchable
      clearable={!isReadOnly}
      readOnly={isReadOnly}
      hidePickedOptions
      label={label}
      description={description}
      {...(max === undefined ? {} : { maxValues: max })}
      placeholder={value.length === 0 ? t("clients.authorizations.searchVideo") : ""}
      nothingFoundMessage={noneFoundMessage(found, t("clients.authorizations.noVideo"))}
      maxDropdownHeight={260}
      data={options}
      filter={({ options: all }) => all.filter((option) => "value" in option && offered.has(option.value))}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      onChange={onChange}
    />
  );
}

function useVideos(clientUuid: string, wanted: { search: string } | { uuids: string[] }) {
  const uuids = "uuids" in wanted ? wanted.uuids : undefined;
  const search = "search" in wanted && wanted.search ? { search: wanted.search } : {};
  return useQuery({
    queryKey: ["clients", "videos", clientUuid, wanted],
    placeholderData: keepPreviousData,
    enabled: uuids?.length !== 0,
    queryFn: async ({ signal }) => {
      const query = uuids
        ? { filter: { uuids }, pagesize: uuids.length }
        : { ...search, pagesize: MAX_OPTIONS };
      const page = await callInClient(clientUuid)(routes.listVideos, { query }, { signal });
      return page._embedded.map(({ uuid, title }) => ({ uuid, title }));
    },
  });
}
