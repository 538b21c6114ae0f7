import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLatencyText } from "./latency-text.ts";

/** The choices, in seconds behind; null for the lowest latency. */
const CHOICES = [null, 6, 8, 12, 20, 30] as const;
const NEAREST = "near";

interface LatencyFieldProps {
  value: number | null;
  onChange: (targetLatencySec: number | null) => void;
}

/** How far behind a live its viewers are: the farther, the more of it comes from one another. Texts of area "live". */
export function LatencyField({ value, onChange }: LatencyFieldProps) {
  const { t } = useTranslation();
  const textOf = useLatencyText();
  // One that was set by a call of the api is shown too.
  const choices = CHOICES.includes(value as never) ? CHOICES : [...CHOICES, value];
  return (
    <NativeSelect
      label={t("live.latency.label")}
      description={t("live.latency.hint")}
      name="targetLatencySec"
      value={value === null ? NEAREST : String(value)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === NEAREST ? null : Number(currentTarget.value))
      }
      data={choices.map((sec) => ({ value: sec === null ? NEAREST : String(sec), label: textOf(sec) }))}
    />
  );
}
