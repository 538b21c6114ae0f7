import { Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import {
  MAX_LINK_LENGTH,
  MAX_OUTRO_BUTTON_LENGTH,
  MAX_OUTRO_DESCRIPTION_LENGTH,
  MAX_OUTRO_SUBTEXT_LENGTH,
  MAX_OUTRO_TITLE_LENGTH,
  type PictureView,
} from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PictureField } from "../../components/pictures/picture-picker.tsx";
import { cachePictures, pictureQuery } from "../../components/pictures/pictures-query.ts";
import { Panel } from "../../components/ui/panel.tsx";
import classes from "./outro-page.module.css";
import { completeUrl, type OutroValues } from "./outro-values.ts";

type OutroFormHandle = UseFormReturnType<OutroValues>;
type TextName = Exclude<keyof OutroValues, "image" | "backgroundImage">;

const MAX_LENGTHS: Record<TextName, number> = {
  title: MAX_OUTRO_TITLE_LENGTH,
  description: MAX_OUTRO_DESCRIPTION_LENGTH,
  buttonText: MAX_OUTRO_BUTTON_LENGTH,
  buttonUrl: MAX_LINK_LENGTH,
  subtextText: MAX_OUTRO_SUBTEXT_LENGTH,
  subtextUrl: MAX_LINK_LENGTH,
};

/** Returns the label of each field of the form for an outro. */
export function useOutroLabels(): Record<keyof OutroValues, string> {
  const { t } = useTranslation();
  return {
    title: t("outros.heading"),
    description: t("outros.description"),
    buttonText: t("outros.buttonText"),
    buttonUrl: t("outros.buttonUrl"),
    subtextText: t("outros.subtextText"),
    subtextUrl: t("outros.subtextUrl"),
    image: t("outros.image"),
    backgroundImage: t("outros.backgroundImage"),
  };
}

/** Edits the fields of an outro. */
export function OutroFields({ form, isReadOnly }: { form: OutroFormHandle; isReadOnly: boolean }) {
  const { t } = useTranslation();
  const labels = useOutroLabels();
  const propsOf = (name: TextName) => ({
    label: labels[name],
    name,
    maxLength: MAX_LENGTHS[name],
    readOnly: isReadOnly,
    ...form.getInputProps(name),
  });
  const urlPropsOf = (name: "buttonUrl" | "subtextUrl") => ({
    ...propsOf(name),
    inputMode: "url" as const,
    placeholder: t("outros.urlHint"),
    onBlur: () => form.setFieldValue(name, completeUrl(form.getValues()[name])),
  });
  return (
    <>
      <Panel title={t("outros.words")}>
        <Stack gap="sm">
          <TextInput required {...propsOf("title")} />
          <Textarea autosize minRows={2} maxRows={8} {...propsOf("description")} />
          <div className={classes.pair}>
            <TextInput {...propsOf("buttonText")} />
            <TextInput {...urlPropsOf("buttonUrl")} />
          </div>
          <div className={classes.pair}>
            <TextInput {...propsOf("subtextText")} />
            <TextInput {...urlPropsOf("subtextUrl")} />
          </div>
        </Stack>
      </Panel>
      <Panel title={t("outros.pictures")}>
        <ChosenPicture form={form} name="image" isReadOnly={isReadOnly} />
        <ChosenPicture form={form} name="backgroundImage" isReadOnly={isReadOnly} />
      </Panel>
    </>
  );
}

interface ChosenPictureProps {
  form: OutroFormHandle;
  name: "image" | "backgroundImage";
  isReadOnly: boolean;
}

function ChosenPicture({ form, name, isReadOnly }: ChosenPictureProps) {
  const queries = useQueryClient();
  const labels = useOutroLabels();
  const picture = useQuery(pictureQuery(form.getValues()[name])).data ?? null;
  const handleChange = (next: PictureView | null) => {
    cachePictures(queries, next);
    form.setFieldValue(name, next?.id ?? null);
    form.clearFieldError(name);
  };
  return (
    <PictureField
      label={labels[name]}
      picture={picture}
      fault={form.errors[name] as string | undefined}
      isReadOnly={isReadOnly}
      onChange={handleChange}
    />
  );
}
