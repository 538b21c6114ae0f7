import { Alert, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { MAX_EXPORT_LINK_SITES } from "@shoal/contract";
import { siteNameIn } from "@shoal/domain";
import i18next from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { browserZone } from "../../lib/dates.ts";
import { isImmediate, readLocalText } from "../../lib/local-moment.ts";
import { DateTimeField } from "../ui/form/date-time-field.tsx";

/** The values of the form for an export link. */
export interface LinkValues extends Record<string, unknown> {
  name: string;
  sites: string[];
  /** The end as `DateTimeField` writes it; "" for no end. */
  endsAt: string;
}

export const NEW_LINK: LinkValues = { name: "", sites: [], endsAt: "" };

/** Finds the errors in the form, with a message for each. */
export function findLinkFaults({
  name,
  endsAt,
}: LinkValues): Partial<Record<keyof LinkValues, string | false>> {
  const { t } = i18next;
  return {
    name: name.trim() === "" && t("exportLinks.nameMissing"),
    endsAt: endsAt !== "" && !readLocalText(endsAt) && t("exportLinks.endsAtFault"),
  };
}

/** Converts the values to the body of the call. */
export const linkBodyOf = ({ name, sites, endsAt }: LinkValues) => ({
  name: name.trim(),
  sites,
  endsAt: readLocalText(endsAt) ?? null,
});

/** The fields shared by the forms for a new and an existing link. */
export function LinkFields<V extends LinkValues>({ form }: { form: UseFormReturnType<V> }) {
  const { t } = useTranslation();
  const { sites, endsAt } = form.getValues();
  const iso = readLocalText(endsAt);
  const zone = browserZone();
  return (
    <>
      <TextInput
        label={t("exportLinks.name")}
        description={t("exportLinks.nameHint")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <SitesField
        value={sites}
        onChange={(next) => form.setValues({ sites: next } as Partial<V>)}
        error={form.errors.sites}
      />
      <DateTimeField
        label={t("exportLinks.endsAt")}
        description={t("exportLinks.endsAtHint", { zone })}
        name="endsAt"
        {...form.getInputProps("endsAt")}
      />
      <div role="status">
        {iso && isImmediate(iso, Date.now()) && <Alert color="orange">{t("exportLinks.endsAtOver")}</Alert>}
      </div>
    </>
  );
}

interface SitesFieldProps {
  value: string[];
  onChange: (sites: string[]) => void;
  error?: ReactNode;
}

/** Selects sites by name. A complete URL is reduced to its site. */
function SitesField({ value, onChange, error }: SitesFieldProps) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<string>();
  function handleChange(texts: string[]): void {
    const read = texts.map((text) => ({ text, site: siteNameIn(text) }));
    setRefused(read.find(({ site }) => site === undefined)?.text);
    onChange([...new Set(read.flatMap(({ site }) => site ?? []))]);
  }
  return (
    <TagsInput
      label={t("exportLinks.sites")}
      description={t("exportLinks.sitesHint")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={value.length === 0 ? t("exportLinks.siteAdd") : ""}
      splitChars={[",", ";", " "]}
      maxTags={MAX_EXPORT_LINK_SITES}
      acceptValueOnBlur
      value={value}
      onChange={handleChange}
      error={error ?? (refused && t("exportLinks.siteRefused", { text: refused }))}
    />
  );
}
