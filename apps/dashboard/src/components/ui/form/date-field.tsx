import { Box, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, parseDay } from "../../../lib/local-moment.ts";
import { CalendarButton } from "./calendar-button.tsx";

interface DateFieldProps extends Omit<TextInputProps, "onChange" | "value" | "min" | "max"> {
  /** The day as YYYY-MM-DD; "" for none. */
  value?: string;
  /** Called with the day as `value`; "" while the typed text is not a valid day. */
  onChange: (day: string) => void;
  /** The first day that the calendar offers, as `value`; `max` is the last. */
  min?: string;
  max?: string;
}

/**
 * Edits a day as dd/mm/yyyy, regardless of the browser's language (§5), typed or selected in the calendar. Texts of
 * area "dates".
 */
export function DateField({ value = "", onChange, min = "", max = "", error, ...props }: DateFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(true);
  // A value that changes outside the field, for example with the URL, replaces the typed text.
  const isTyped = typed !== undefined && (!isLeft || (parseDay(typed) ?? "") === value);
  const text = isTyped ? typed : formatDay(value);
  const isWrong = isLeft && text.trim() !== "" && parseDay(text) === undefined;
  function handleText(next: string): void {
    setTyped(next);
    const day = parseDay(next) ?? "";
    if (day !== value) onChange(day);
  }
  return (
    <Box maw={320}>
      <TextInput
        placeholder={t("date.format")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...props}
        value={text}
        error={error ?? (isWrong && t("date.fault"))}
        onFocus={(event) => {
          setLeft(false);
          props.onFocus?.(event);
        }}
        onBlur={(event) => {
          setLeft(true);
          props.onBlur?.(event);
        }}
        onChange={(event) => handleText(event.currentTarget.value)}
        rightSection={
          <CalendarButton day={value} min={min} max={max} onDay={(day) => handleText(formatDay(day))} />
        }
      />
    </Box>
  );
}
