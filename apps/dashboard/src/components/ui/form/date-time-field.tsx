import { Box, TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { browserZone } from "../../../lib/dates.ts";
import { formatDay, isoDayOf, parseWritten } from "../../../lib/local-moment.ts";
import { CalendarButton } from "./calendar-button.tsx";

const today = () => isoDayOf(new Date());

interface DateTimeFieldProps extends Omit<TextInputProps, "onChange"> {
  /** A moment as written by `formatMoment`, or the text being typed. */
  value?: string;
  /** Whether the date belongs to a time zone other than the reader's. The caller then checks for times that its clock changes skip. */
  isOtherZone?: boolean;
  onChange: (text: string) => void;
}

/**
 * Edits a moment in the reader's time zone as dd/mm/yyyy hh:mm with 24 hours, regardless of the browser's language (§5),
 * typed or selected in the calendar. Uses the texts of the "dates" area.
 */
export function DateTimeField({
  value = "",
  isOtherZone = false,
  onChange,
  error,
  ...props
}: DateTimeFieldProps) {
  const { t } = useTranslation();
  const zone = browserZone();
  const shown = parseWritten(value);
  const isSkipped = !isOtherZone && shown !== undefined && shown.date === undefined;
  return (
    <Box maw={320}>
      <TextInput
        label={t("dateTime.label")}
        placeholder={t("dateTime.format")}
        description={t("dateTime.hint", { zone })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...props}
        value={value}
        error={isSkipped ? t("dateTime.skipped") : error}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          <CalendarButton
            day={shown?.day ?? ""}
            time={shown?.time ?? ""}
            onDay={(day) => onChange(`${formatDay(day)} ${shown?.time ?? "00:00"}`)}
            onTime={(time) => onChange(`${formatDay(shown?.day ?? today())} ${time}`)}
          />
        }
      />
    </Box>
  );
}
