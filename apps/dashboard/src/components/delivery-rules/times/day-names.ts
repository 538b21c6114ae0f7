import { useTranslation } from "react-i18next";

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The days of the week in the reader's language; 1 is Monday. */
export function useDayNames(): { short: (day: number) => string; long: (day: number) => string } {
  const { i18n } = useTranslation();
  const nameBy = (weekday: "short" | "long") => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: "UTC" });
    return (day: number) => format.format(MONDAY_MS + (day - 1) * DAY_MS);
  };
  return { short: nameBy("short"), long: nameBy("long") };
}
