import "@mantine/dates/styles.css";
import "dayjs/locale/fr";
import { DatePicker, TimePicker } from "@mantine/dates";
import { useTranslation } from "react-i18next";

export interface CalendarProps {
  /** The selected day as YYYY-MM-DD; "" for none. */
  day: string;
  /** The selected time as HH:mm; undefined if only days can be selected. */
  time?: string | undefined;
  /** The first day offered, as `day`; `max` is the last. */
  min?: string;
  max?: string;
  onDay: (day: string) => void;
  onTime?: (time: string) => void;
}

/** Shows a month in the language of the interface, to select a day and optionally a time. Uses the texts of the "dates" area. */
export function Calendar({ day, time, min = "", max = "", onDay, onTime }: CalendarProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <DatePicker
        locale={i18n.language}
        firstDayOfWeek={1}
        weekendDays={[]}
        {...(day ? { defaultDate: day } : {})}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        ariaLabels={{ previousMonth: t("calendar.previous"), nextMonth: t("calendar.next") }}
        value={day || null}
        onChange={(next) => next && onDay(next)}
      />
      {onTime && (
        <TimePicker
          mt="sm"
          label={t("calendar.time")}
          format="24h"
          hoursInputLabel={t("calendar.hours")}
          minutesInputLabel={t("calendar.minutes")}
          value={time ?? ""}
          onChange={(next) => next && onTime(next.slice(0, 5))}
        />
      )}
    </>
  );
}
