import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { figuresClock } from "./figures-clock.ts";
import type { Period } from "./period/period.ts";
import { writeZoned } from "./period/zone-time.ts";

interface WhenLineProps {
  period: Period;
  timeZone: string;
  /** Of when the figures are; undefined while there are none. */
  asOf: string | undefined;
  /** How a period is said: that it is compared with the one before, or not. */
  words: "analytics.when" | "rankings.whenAlone";
}

/** From when until when, and of when the figures are. */
export function WhenLine({ period, timeZone, asOf, words }: WhenLineProps) {
  const { t } = useTranslation();
  const [from, to] = [period.fromMs, period.toMs].map((ms) => writeZoned(ms, timeZone));
  return (
    <Text c="dimmed" size="sm">
      {t(words, { from, to, zone: timeZone })}
      {asOf && ` ${t("analytics.asOf", { time: figuresClock(asOf, timeZone) })}`}
    </Text>
  );
}
