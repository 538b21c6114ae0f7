import { TagsInput } from "@mantine/core";
import { EXPORT_LINK_SITES_MAX_COUNT } from "@shoal/contract";
import { siteNameIn } from "@shoal/domain";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

interface SitesFieldProps {
  value: string[];
  onChange: (sites: string[]) => void;
  error?: ReactNode;
}

/** Sites by their names; a whole address is taken for the site that it is of. */
export function SitesField({ value, onChange, error }: SitesFieldProps) {
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
      maxTags={EXPORT_LINK_SITES_MAX_COUNT}
      acceptValueOnBlur
      value={value}
      onChange={handleChange}
      error={error ?? (refused && t("exportLinks.siteRefused", { text: refused }))}
    />
  );
}
