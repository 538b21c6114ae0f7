import { Box, TextInput, type TextInputProps } from "@mantine/core";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { browserZone } from "../../../lib/dates.ts";
import { readMoment, writeDay } from "../../../lib/local-moment.ts";
import { CalendarButton } from "./calendar-button.tsx";

interface DateTimeFieldProps extends Omit<TextInputProps, "onChange"> {
  /** A moment as written by `writeMoment`, or the text being typed. */
  value?: string;
  onChange: (text: string) => void;
}

/**
 * Edits a moment in the reader's time zone as dd/mm/yyyy hh:mm with 24 hours, regardless of the browser's language (§5),
 * typed or selected in the calendar. Texts of area "dates".
 */
export function DateTimeField({ value = "", onChange, ...props }: DateTimeFieldProps) {
  const { t } = useTranslation();
  const zone = browserZone();
  const shown = readMoment(value);
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
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          <CalendarButton
            day={shown ? dayjs(shown).format("YYYY-MM-DD") : ""}
            time={shown ? dayjs(shown).format("HH:mm") : ""}
            onDay={(day) => onChange(`${writeDay(day)} ${shown ? dayjs(shown).format("HH:mm") : "00:00"}`)}
            onTime={(time) => onChange(`${dayjs(shown).format("DD/MM/YYYY")} ${time}`)}
          />
        }
      />
    </Box>
  );
}
