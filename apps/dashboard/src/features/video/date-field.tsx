import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { plannedDateOf, readLocalText } from "./planned-dates.ts";

/** A date and a time in the reader's time zone; said again as dd/mm/yyyy hh:mm, however the browser writes it. */
export function DateField(props: TextInputProps & { value?: string }) {
  const { t } = useTranslation();
  const iso = readLocalText(props.value ?? "");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <TextInput
      type="datetime-local"
      label={t("videoPage.start.field")}
      description={t("videoPage.start.fieldHint", { zone, date: iso ? plannedDateOf(iso) : "" })}
      inputWrapperOrder={["label", "input", "description", "error"]}
      max="9999-12-31T23:59"
      maw={320}
      {...props}
    />
  );
}
