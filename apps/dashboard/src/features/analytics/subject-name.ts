import type { StatisticsSubjects } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { AnalyticsAddress } from "./address/use-analytics-address.ts";
import { titlesQuery } from "./analytics-queries.ts";

/** Returns the titles of the selected videos, by uuid. */
export function useTitles({ state, video }: AnalyticsAddress): ReadonlyMap<string, string> {
  const chosen = video ? [video] : state.videos;
  const { data = [] } = useQuery({ ...titlesQuery(chosen), enabled: chosen.length > 0 });
  return new Map(data.map(({ uuid, title }) => [uuid, title]));
}

export function useSubjectName(
  { state, video }: AnalyticsAddress,
  subjects: StatisticsSubjects | undefined,
  titles: ReadonlyMap<string, string>,
): string {
  const { t } = useTranslation();
  if (video) return titles.get(video) ?? t("analytics.subject.oneVideo");
  if (state.videos.length > 0) return t("analytics.subject.several", { count: state.videos.length });
  if (state.config)
    return (
      subjects?.configs.find(({ uuid }) => uuid === state.config)?.name ?? t("analytics.subject.oneConfig")
    );
  return state.collection || t("analytics.subject.everything");
}
