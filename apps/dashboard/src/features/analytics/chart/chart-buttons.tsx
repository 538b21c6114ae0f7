import { Button, Group } from "@mantine/core";
import { IconChartBar, IconDownload, IconListNumbers, IconPhoto } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface ChartButtonsProps {
  /** Whether the chart has no data that could be exported. */
  isOff: boolean;
  isTable: boolean;
  onTable: () => void;
  onCsv: () => void;
  onPng: () => void;
  children?: ReactNode;
}

export const BUTTON_PROPS = { variant: "default", size: "compact-sm" } as const;

/** The buttons that switch to a table and export a chart. */
export function ChartButtons({ isOff, isTable, onTable, onCsv, onPng, children }: ChartButtonsProps) {
  const { t } = useTranslation();
  const Other = isTable ? IconChartBar : IconListNumbers;
  return (
    <Group gap="xs" align="stretch">
      {children}
      <Button {...BUTTON_PROPS} leftSection={<Other size={16} aria-hidden />} onClick={onTable}>
        {t(isTable ? "analytics.chart.asChart" : "analytics.chart.asTable")}
      </Button>
      <Button
        {...BUTTON_PROPS}
        leftSection={<IconDownload size={16} aria-hidden />}
        title={t("analytics.chart.csvHint")}
        disabled={isOff}
        onClick={onCsv}
      >
        {t("analytics.chart.csv")}
      </Button>
      <Button
        {...BUTTON_PROPS}
        leftSection={<IconPhoto size={16} aria-hidden />}
        title={t("analytics.chart.pngHint")}
        disabled={isOff || isTable}
        onClick={onPng}
      >
        {t("analytics.chart.png")}
      </Button>
    </Group>
  );
}
