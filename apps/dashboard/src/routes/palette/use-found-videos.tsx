import { useDebouncedValue } from "@mantine/hooks";
import { routes } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconBroadcast, IconMovie } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatDateTime } from "../../lib/dates.ts";
import { call } from "../../lib/session.ts";
import { useMe } from "../../lib/user.ts";
import type { PaletteChoice } from "./use-choices.tsx";

const DEBOUNCE_MS = 200;
const MIN_SEARCH_LENGTH = 2;
const MAX_FOUND = 8;

/**
 * Returns the client's videos that the server finds for a search, newest first. Further input cancels the previous request.
 */
export function useFoundVideos(search: string) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useMe();
  const typed = search.trim();
  const [wanted] = useDebouncedValue(typed, DEBOUNCE_MS);
  const maySee = user !== undefined && !readsAnalyticsOnly(user.roles);
  const isAsked = maySee && typed.length >= MIN_SEARCH_LENGTH;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["videos", "palette", wanted],
    enabled: isAsked && wanted.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) =>
      call(
        routes.listVideos,
        { query: { search: wanted, pagesize: MAX_FOUND, sort: { createdAt: -1 } } },
        { signal },
      ),
  });
  const choices = isAsked
    ? (data?._embedded ?? []).map(
        ({ uuid, title, type, createdAt }): PaletteChoice => ({
          id: uuid,
          group: "videos",
          label: title,
          icon: type === "live" ? <IconBroadcast size={18} /> : <IconMovie size={18} />,
          hint: t("palette.from", { date: formatDateTime(createdAt) }),
          run: () => void navigate(`/player/${uuid}`),
        }),
      )
    : [];
  return {
    choices,
    isSearching: isAsked && (isFetching || wanted !== typed),
    isFailed: isAsked && isError,
  };
}
