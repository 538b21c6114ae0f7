import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { numberText } from "../../lib/figures.ts";
import { wholeIn } from "./address/rankings-address.ts";

interface CountFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number, which counts once it was typed: with Enter, or when the field is left. */
export function CountField({ label, value, min, max, onChange }: CountFieldProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState(String(value));
  // It changed by other means, as by the Back button.
  useEffect(() => setTyped(String(value)), [value]);
  const read = wholeIn(typed, { min, max });
  const show = () => read !== undefined && read !== value && onChange(read);
  const fault = t("rankings.countFault", { min, max: numberText(max, i18n.language) });
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={read === undefined && fault}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={show}
      onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && show()}
    />
  );
}
