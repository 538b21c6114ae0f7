import { NativeSelect } from "@mantine/core";
import { STATISTICS_SORTS, type StatisticsSort } from "@shoal/contract";
import { useTranslation } from "react-i18next";

interface MetricSelectProps {
  value: StatisticsSort;
  onChange: (metric: StatisticsSort) => void;
}

/** Selects the figure to show. */
export function MetricSelect({ value, onChange }: MetricSelectProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t("rankings.metric")}
      value={value}
      data={STATISTICS_SORTS.map((sort) => ({ value: sort, label: t(`rankings.metrics.${sort}`) }))}
      onChange={(event) => {
        const metric = STATISTICS_SORTS.find((sort) => sort === event.currentTarget.value);
        if (metric) onChange(metric);
      }}
    />
  );
}
