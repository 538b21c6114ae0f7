import { Checkbox, type ComboboxItem, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { CAPTION_KINDS, type CaptionKind, MAX_CAPTION_LABEL_LENGTH } from "@shoal/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { languageChoices } from "./languages.ts";

/** The values of the form for a captions track. */
export interface TrackValues extends Record<string, unknown> {
  language: string;
  label: string;
  kind: CaptionKind;
  isDefault: boolean;
}

/** Returns a function that finds the errors in the fields of a track that the page can detect. */
export function useTrackFaults(): (
  values: TrackValues,
) => Partial<Record<keyof TrackValues, string | false>> {
  const { t } = useTranslation();
  return ({ language, label }) => ({
    language: language === "" && t("captions.languageMissing"),
    label: label.trim().length > MAX_CAPTION_LABEL_LENGTH && t("captions.labelLong"),
  });
}

/** Edits language, name and kind of a track, and whether it is the default. */
export function TrackFields<V extends TrackValues>({ form }: { form: UseFormReturnType<V> }) {
  const { t, i18n } = useTranslation();
  const { language, kind } = form.getValues();
  const languages = useMemo(
    () => languageChoices(i18n.language, t("captions.unknownLanguage"), language),
    [i18n.language, language, t],
  );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t("captions.language")}
          required
          searchable
          data={languages}
          filter={({ options, search }) => findLanguages(options as ComboboxItem[], search)}
          nothingFoundMessage={t("captions.languageNone")}
          maxDropdownHeight={260}
          {...form.getInputProps("language")}
          value={language || null}
          onChange={(value) => form.setFieldValue("language", (value ?? "") as never)}
        />
        <TextInput
          label={t("captions.label")}
          description={t("captions.labelHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("label")}
        />
      </SimpleGrid>
      <Select
        label={t("captions.kind")}
        description={t(`captions.kindHints.${kind}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        allowDeselect={false}
        maw={320}
        data={CAPTION_KINDS.map((value) => ({ value, label: t(`captions.kinds.${value}`) }))}
        {...form.getInputProps("kind")}
      />
      <Checkbox label={t("captions.isDefault")} {...form.getInputProps("isDefault", { type: "checkbox" })} />
    </Stack>
  );
}

const toPlainText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Finds languages by name, ignoring accents, or by language tag. */
function findLanguages(options: ComboboxItem[], search: string): ComboboxItem[] {
  const wanted = toPlainText(search.trim());
  return options.filter(
    ({ value, label }) => toPlainText(label).includes(wanted) || value.toLowerCase() === wanted,
  );
}
