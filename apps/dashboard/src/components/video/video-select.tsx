import { Box, Group, Select, type SelectProps, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { routes } from "@shoal/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "../../lib/dates.ts";
import { call } from "../../lib/session.ts";
import { noneFoundMessage } from "../ui/form/none-found.tsx";
import classes from "./video-select.module.css";

const MAX_OPTIONS = 20;
const DEBOUNCE_MS = 300;

interface VideoSelectProps extends Omit<SelectProps, "data" | "value" | "onChange"> {
  /** The uuid of the selected video; "" if none is selected. */
  value?: string;
  onChange?: (uuid: string) => void;
  /** The text that is shown if no title matches. */
  noneFound: string;
}

/** Selects one of the client's videos by title, newest first. */
export function VideoSelect({ value = "", onChange, noneFound, ...props }: VideoSelectProps) {
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(search.trim(), DEBOUNCE_MS);
  const chosen = useVideos({ uuid: value }).data?.[0];
  // The field contains the title of the selected video, which must not filter the list.
  const found = useVideos({ search: wanted === chosen?.title ? "" : wanted });
  const offered = found.data ?? [];
  const isListed = !chosen || offered.some(({ uuid }) => uuid === chosen.uuid);
  const videos = new Map((isListed ? offered : [chosen, ...offered]).map((video) => [video.uuid, video]));
  return (
    <Select
      searchable
      clearable
      required
      data={[...videos].map(([uuid, { title }]) => ({ value: uuid, label: title }))}
      filter={({ options }) => options}
      renderOption={({ option }) => <VideoOption video={videos.get(option.value)} />}
      value={value || null}
      onChange={(uuid) => onChange?.(uuid ?? "")}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={noneFoundMessage(found, noneFound)}
      maxDropdownHeight={300}
      {...props}
    />
  );
}

type OfferedVideo = NonNullable<ReturnType<typeof useVideos>["data"]>[number];

function VideoOption({ video }: { video: OfferedVideo | undefined }) {
  if (!video) return null;
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={classes.picture}>
        {video.thumbnail && <img src={video.thumbnail} alt="" loading="lazy" decoding="async" />}
      </div>
      <Box miw={0}>
        <Text size="sm" truncate>
          {video.title}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(video.createdAt)}
        </Text>
      </Box>
    </Group>
  );
}

function useVideos(wanted: { search: string } | { uuid: string }) {
  const uuid = "uuid" in wanted ? wanted.uuid : undefined;
  return useQuery({
    queryKey: ["offeredVideos", wanted],
    ...(uuid === undefined ? { placeholderData: keepPreviousData } : {}),
    enabled: uuid !== "",
    queryFn: async ({ signal }) => {
      const filter = uuid ? { filter: { uuids: [uuid] } } : {};
      const search = "search" in wanted && wanted.search ? { search: wanted.search } : {};
      const page = await call(
        routes.listVideos,
        { query: { pagesize: MAX_OPTIONS, ...filter, ...search } },
        { signal },
      );
      return page._embedded.map(({ uuid: id, title, createdAt, manifest }) => ({
        uuid: id,
        title,
        createdAt,
        thumbnail: manifest.thumbnail,
      }));
    },
  });
}
