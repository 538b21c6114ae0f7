import { Button, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { TITLE_MAX_LENGTH } from "@shoal/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { datedTitle, isSuggestedTitle } from "./live-values.ts";

interface TitleFieldProps {
  /** As in the form. */
  input: GetInputPropsReturnType;
  onTitle: (title: string) => void;
}

/** Wide enough for the longest date in both languages. */
const DATED_WIDTH_PX = 212;

/** The title of a new live. A default title is replaced on the first keystroke, or by a click with one that contains the date. */
export function TitleField({ input, onTitle }: TitleFieldProps) {
  const { t } = useTranslation();
  const isSuggested = isSuggestedTitle(String(input.value));
  const field = useRef<HTMLInputElement>(null);
  function handleDated(title: string): void {
    onTitle(title);
    // The button goes.
    requestAnimationFrame(() => field.current?.focus());
  }
  return (
    <TextInput
      label={t("creation.live.title")}
      description={t("creation.live.titleHint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      name="title"
      maxLength={TITLE_MAX_LENGTH}
      required
      withAsterisk={false}
      {...(isSuggested
        ? { rightSection: <DatedButton onTitle={handleDated} />, rightSectionWidth: DATED_WIDTH_PX }
        : {})}
      rightSectionPointerEvents="all"
      {...input}
      ref={field}
      onFocus={({ currentTarget }) => {
        // A click moves the caret after the field has received the focus.
        if (isSuggestedTitle(currentTarget.value)) requestAnimationFrame(() => currentTarget.select());
      }}
    />
  );
}

function DatedButton({ onTitle }: Pick<TitleFieldProps, "onTitle">) {
  const { t, i18n } = useTranslation();
  const dated = datedTitle(Date.now(), i18n.language, t);
  return (
    <Button
      size="compact-sm"
      variant="light"
      maw={DATED_WIDTH_PX - 8}
      px={6}
      aria-label={t("creation.live.useDated", { title: dated })}
      onClick={() => onTitle(dated)}
    >
      {dated}
    </Button>
  );
}
