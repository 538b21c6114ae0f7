import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLatencyText } from "./latency-text.ts";

/** The choices of target latency, in seconds; null for the lowest. */
const LATENCY_CHOICES = [null, 6, 8, 12, 20, 30] as const;
const LOWEST_LATENCY = "near";

interface LatencyFieldProps {
  value: number | null;
  onChange: (targetLatencySec: number | null) => void;
}

/** Selects the latency of a live's viewers: the longer it is, the more they share with each other. Uses the texts of the "live" area. */
export function LatencyField({ value, onChange }: LatencyFieldProps) {
  const { t } = useTranslation();
  const textOf = useLatencyText();
  // A value that was set through the API may be missing from the predefined choices, so it is added.
  const choices = LATENCY_CHOICES.includes(value as never) ? LATENCY_CHOICES : [...LATENCY_CHOICES, value];
  return (
    <NativeSelect
      label={t("live.latency.label")}
      description={t("live.latency.hint")}
      name="targetLatencySec"
      value={value === null ? LOWEST_LATENCY : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === LOWEST_LATENCY ? null : Number(currentTarget.value))
      }
      data={choices.map((sec) => ({
        value: sec === null ? LOWEST_LATENCY : String(sec),
        label: textOf(sec),
      }))}
    />
  );
}
