import type { StatisticsSubjects } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { StatisticsQuestion } from "../../components/analytics/statistics-queries.ts";
import type { AnalyticsAddress } from "./address/use-analytics-address.ts";
import { titleQuery } from "./analytics-queries.ts";
import { useNames } from "./breakdown/use-names.ts";

/** What is looked at, by its name. */
export function useSubjectName(
  { state, video }: AnalyticsAddress,
  subjects: StatisticsSubjects | undefined,
  question: StatisticsQuestion | undefined,
): string {
  const { t } = useTranslation();
  const watched = useNames(question, "video", video ? [video] : []);
  const title = useQuery({ ...titleQuery(video), enabled: video !== "" && !watched.has(video) });
  if (video) return watched.get(video) ?? title.data ?? t("analytics.subject.oneVideo");
  if (state.config)
    return (
      subjects?.configs.find(({ uuid }) => uuid === state.config)?.name ?? t("analytics.subject.oneConfig")
    );
  return state.collection || t("analytics.subject.everything");
}
