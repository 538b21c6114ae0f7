import { Button, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { MAX_TITLE_LENGTH } from "@shoal/contract";
import { IconCalendarEvent } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { datedTitle, isSuggestedTitle, titleDateOf } from "./live-values.ts";

interface TitleFieldProps {
  /** The input's props from the form. */
  input: GetInputPropsReturnType;
  onTitle: (title: string) => void;
}

/**
 * The width of the button, in pixels. It fits the longest date in both languages, also in wide fonts, and leaves the title visible on a
 * phone.
 */
const DATED_WIDTH_PX = 184;

/**
 * Edits the title of a new live. The first key replaces a default title. A button replaces it by a title with the date.
 */
export function TitleField({ input, onTitle }: TitleFieldProps) {
  const { t } = useTranslation();
  const isSuggested = isSuggestedTitle(String(input.value));
  const field = useRef<HTMLInputElement>(null);
  function handleDated(title: string): void {
    onTitle(title);
    // The focus moves to the field, because the button disappears.
    requestAnimationFrame(() => field.current?.focus());
  }
  return (
    <TextInput
      label={t("newVideos.live.title")}
      description={t("newVideos.live.titleHint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      name="title"
      maxLength={MAX_TITLE_LENGTH}
      required
      withAsterisk={false}
      {...(isSuggested
        ? { rightSection: <DatedButton onTitle={handleDated} />, rightSectionWidth: DATED_WIDTH_PX }
        : {})}
      rightSectionPointerEvents="all"
      {...input}
      ref={field}
      onFocus={({ currentTarget }) => {
        // Selects the title in the next frame, because a click moves the caret after the field has received the focus.
        if (isSuggestedTitle(currentTarget.value)) requestAnimationFrame(() => currentTarget.select());
      }}
    />
  );
}

function DatedButton({ onTitle }: Pick<TitleFieldProps, "onTitle">) {
  const { t, i18n } = useTranslation();
  const nowMs = Date.now();
  const dated = datedTitle(nowMs, i18n.language, t);
  const action = t("newVideos.live.useDated", { title: dated });
  return (
    <Button
      size="compact-sm"
      variant="light"
      maw={DATED_WIDTH_PX - 8}
      px={8}
      leftSection={<IconCalendarEvent size={15} aria-hidden />}
      aria-label={action}
      title={action}
      onClick={() => onTitle(dated)}
    >
      {titleDateOf(nowMs, i18n.language)}
    </Button>
  );
}
