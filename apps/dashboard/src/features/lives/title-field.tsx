import { Anchor, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { TITLE_MAX_LENGTH } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { datedTitle, isSuggestedTitle } from "./live-values.ts";

interface TitleFieldProps {
  /** As in the form. */
  input: GetInputPropsReturnType;
  onTitle: (title: string) => void;
}

/** The title of a new live. A default title is replaced on the first keystroke, or by a click with one that contains the date. */
export function TitleField({ input, onTitle }: TitleFieldProps) {
  const { t, i18n } = useTranslation();
  const title = String(input.value);
  const dated = datedTitle(Date.now(), i18n.language, t);
  return (
    <TextInput
      label={t("creation.live.title")}
      description={
        <>
          {t("creation.live.titleHint")}{" "}
          {isSuggestedTitle(title) && (
            <Anchor component="button" type="button" inherit onClick={() => onTitle(dated)}>
              {t("creation.live.useDated", { title: dated })}
            </Anchor>
          )}
        </>
      }
      descriptionProps={{ component: "div" }}
      inputWrapperOrder={["label", "input", "description", "error"]}
      name="title"
      maxLength={TITLE_MAX_LENGTH}
      required
      withAsterisk={false}
      {...input}
      onFocus={({ currentTarget }) => {
        // A click moves the caret after the field has received the focus.
        if (isSuggestedTitle(currentTarget.value)) requestAnimationFrame(() => currentTarget.select());
      }}
    />
  );
}
