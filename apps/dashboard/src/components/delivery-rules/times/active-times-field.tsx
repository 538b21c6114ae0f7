import { Alert, SegmentedControl, Stack, Text } from "@mantine/core";
import { type ActiveTime, MAX_ACTIVE_TIMES } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TimeRows } from "./time-rows.tsx";
import { cellsOf, fitsGrid, timesOf } from "./week-grid.ts";
import { WeekGrid } from "./week-grid.tsx";

interface ActiveTimesFieldProps {
  label: string;
  value: readonly ActiveTime[];
  onChange: (times: ActiveTime[]) => void;
  /** The IANA name of the time zone in which the times apply. */
  timeZone: string;
  error: string | undefined;
}

/** Edits the times at which peers share: painted on a week, or as a list. */
export function ActiveTimesField({ label, value, onChange, timeZone, error }: ActiveTimesFieldProps) {
  const { t } = useTranslation();
  const [isEmptied, setEmptied] = useState(false);
  const [wanted, setView] = useState<"grid" | "list">("grid");
  const isFine = !fitsGrid(value);
  const view = isFine ? "list" : wanted;
  function handleCells(cells: ReadonlySet<number>): void {
    setEmptied(cells.size === 0);
    onChange(timesOf(cells));
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t("deliveryRules.times.zone", { zone: timeZone })}
        {timeZone !== "UTC" && ` ${t("deliveryRules.times.dst")}`}
      </Text>
      <SegmentedControl
        size="xs"
        maw={240}
        aria-label={t("deliveryRules.times.show")}
        value={view}
        data={(["grid", "list"] as const).map((each) => ({
          value: each,
          label: t(`deliveryRules.times.${each}`),
          disabled: each === "grid" && isFine,
        }))}
        onChange={setView}
      />
      {isFine && <Text size="sm">{t("deliveryRules.times.tooFine")}</Text>}
      {isEmptied && value.length === 0 && <Alert color="orange">{t("deliveryRules.times.never")}</Alert>}
      {view === "grid" ? (
        <WeekGrid
          label={`${label}: ${t("deliveryRules.times.gridLabel")}`}
          cells={isEmptied && value.length === 0 ? new Set() : cellsOf(value)}
          onChange={handleCells}
        />
      ) : (
        <TimeRows value={value} onChange={onChange} />
      )}
      {value.length > MAX_ACTIVE_TIMES && (
        <Alert color="red">{t("deliveryRules.times.tooMany", { max: MAX_ACTIVE_TIMES })}</Alert>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
