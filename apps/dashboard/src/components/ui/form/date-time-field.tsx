import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import dayjs from "dayjs";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { browserZone } from "../../../lib/dates.ts";
import { readMoment, writeMoment } from "../../../lib/local-moment.ts";
import classes from "./date-time-field.module.css";

interface DateTimeFieldProps extends Omit<TextInputProps, "onChange"> {
  /** As `writeMoment` writes it, or what is being typed. */
  value?: string;
  onChange: (text: string) => void;
}

/**
 * A moment of the reader's time zone, dd/mm/yyyy hh:mm with 24 hours whatever the browser's own language writes (§5),
 * typed or taken from the browser's calendar. Texts of area "dates".
 */
export function DateTimeField({ value = "", onChange, ...props }: DateTimeFieldProps) {
  const { t } = useTranslation();
  const calendar = useRef<HTMLInputElement>(null);
  const zone = browserZone();
  const shown = readMoment(value);
  return (
    <div className={classes.field}>
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("dateTime.pick")}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={18} />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="datetime-local"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        max="9999-12-31T23:59"
        value={shown ? dayjs(shown).format("YYYY-MM-DDTHH:mm") : ""}
        onChange={(event) => {
          const picked = dayjs(event.currentTarget.value);
          if (picked.isValid()) onChange(writeMoment(picked.toDate()));
        }}
      />
    </div>
  );
}
