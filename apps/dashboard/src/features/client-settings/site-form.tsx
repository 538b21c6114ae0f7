import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { type ConfigSite, type ConfigView, SITE_EXCHANGES, type SiteExchange } from "@shoal/contract";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { EntriesField } from "../../components/delivery-rules/inputs/entries-field.tsx";
import type { EntryKind } from "../../components/delivery-rules/inputs/entry-kinds.ts";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useCancel } from "../../components/ui/form/unsaved.ts";
import classes from "./configs.module.css";
import type { SiteValues } from "./site-values.ts";
import { useSiteForm } from "./use-site-form.ts";

const ENTRY_LISTS = {
  websites: "siteHost",
  publicIPs: "siteAddress",
  subnets: "subnet",
} as const satisfies Record<string, EntryKind>;

interface SiteFormProps {
  config: ConfigView;
  /** The site that is edited; undefined for a new one. */
  site?: ConfigSite;
  onClose: () => void;
}

/** Edits a site. */
export function SiteForm({ config, site, onClose }: SiteFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit, changes, acceptForeign, isGone } = useSiteForm(
    config,
    site,
    onClose,
  );
  const handleCancel = useCancel(onClose);
  const top = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Errors appear at the top of the form, so the form scrolls to the top.
    if (fault || isGone || changes.length > 0) top.current?.scrollIntoView({ block: "start" });
  }, [fault, isGone, changes]);
  return (
    <form
      ref={top}
      className={classes.siteForm}
      noValidate
      aria-label={site?.name ?? t("configs.site.add")}
      onSubmit={handleSubmit}
    >
      <FormFault
        fault={isGone ? t("configs.site.goneMeanwhile") : fault}
        title={t(isGone ? "shared.conflict.title" : "configs.site.failed")}
      />
      <ConflictNotice<SiteValues>
        changes={changes}
        labelOf={(field) => t(`configs.site.${field}`)}
        textOf={(field, value) =>
          field === "exchange"
            ? t(`configs.site.exchanges.${value as SiteExchange}`)
            : Array.isArray(value)
              ? value.join(", ")
              : String(value)
        }
        onAccept={acceptForeign}
      />
      <TextInput
        label={t("configs.site.name")}
        name="name"
        maxLength={200}
        maw={420}
        {...form.getInputProps("name")}
      />
      {(Object.keys(ENTRY_LISTS) as (keyof typeof ENTRY_LISTS)[]).map((list) => (
        <LabelledField key={list} label={t(`configs.site.${list}`)} hint={t(`configs.site.hints.${list}`)}>
          <EntriesField
            kind={ENTRY_LISTS[list]}
            label={t(`configs.site.${list}`)}
            value={form.getValues()[list]}
            onChange={(entries) => form.setFieldValue(list, entries)}
          />
        </LabelledField>
      ))}
      <Radio.Group
        label={t("configs.site.exchange")}
        description={t("configs.site.hints.exchange")}
        value={form.getValues().exchange}
        onChange={(chosen) => form.setFieldValue("exchange", chosen as SiteExchange)}
      >
        <Stack gap="xs" mt="xs">
          {SITE_EXCHANGES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`configs.site.exchanges.${each}`)}
              description={t(`configs.site.exchangeHints.${each}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t("shared.save")}
        </Button>
        <Button variant="default" onClick={handleCancel}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}

function LabelledField({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text id={id} size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {hint}
      </Text>
      {children}
    </section>
  );
}
