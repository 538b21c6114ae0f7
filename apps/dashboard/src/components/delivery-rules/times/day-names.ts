import { useTranslation } from "react-i18next";
import { weekdayOf } from "../../../lib/dates.ts";

/** Returns the names of the days of the week in the reader's language; 1 is Monday. */
export function useDayNames(): { short: (day: number) => string; long: (day: number) => string } {
  const { i18n } = useTranslation();
  return {
    short: (day) => weekdayOf(day, i18n.language, "short"),
    long: (day) => weekdayOf(day, i18n.language, "long"),
  };
}
