import { Radio, Stack, Text } from "@mantine/core";
import i18next from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QualityFields } from "./quality-fields.tsx";
import { type QualityRow, resolutionText } from "./quality-rows.ts";

interface QualitiesFieldProps {
  /** Whether the platform chooses the qualities automatically; otherwise, the rows apply. */
  isOptimized: boolean;
  rows: readonly QualityRow[];
  fault?: ReactNode;
  onMode: (isOptimized: boolean) => void;
  onRows: (rows: QualityRow[]) => void;
}

/** Edits the qualities in which new videos of a client are encoded. Uses the texts of the "profile" area. */
export function QualitiesField({ isOptimized, rows, fault, onMode, onRows }: QualitiesFieldProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t("profile.defaults.qualities")}
        value={isOptimized ? "optimized" : "custom"}
        onChange={(value) => onMode(value === "optimized")}
      >
        <Stack gap="xs" mt="xs">
          {(["optimized", "custom"] as const).map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`profile.defaults.${mode}`)}
              description={t(`profile.defaults.${mode}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {!isOptimized && <QualityFields rows={rows} areFaultsShown={Boolean(fault)} onChange={onRows} />}
      {fault && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
    </Stack>
  );
}

/** Describes the qualities as a string with one quality per line. */
export const qualitiesText = (rows: readonly QualityRow[]): string =>
  rows
    .map((row) => i18next.t("profile.defaults.line", { ...row, resolution: resolutionText(row.resolution) }))
    .join("\n");
