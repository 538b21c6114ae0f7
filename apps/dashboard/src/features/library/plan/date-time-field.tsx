import { ActionIcon, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import dayjs from "dayjs";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { writeMoment } from "../../../lib/planned-date.ts";
import classes from "./date-time-field.module.css";

interface DateTimeFieldProps {
  text: string;
  onText: (text: string) => void;
  error?: string | undefined;
}

/** A moment, dd/mm/yyyy hh:mm with 24 hours whatever the browser's own language writes, with the browser's calendar. */
export function DateTimeField({ text, onText, error }: DateTimeFieldProps) {
  const { t } = useTranslation();
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.field}>
      <TextInput
        data-autofocus
        label={t("plan.date")}
        placeholder={t("plan.format")}
        description={t("plan.format")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={text}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("plan.pick")}
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
        onChange={(event) => {
          const picked = dayjs(event.currentTarget.value);
          if (picked.isValid()) onText(writeMoment(picked.toDate()));
        }}
      />
    </div>
  );
}
