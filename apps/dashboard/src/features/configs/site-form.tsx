import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { type SavedSite, SITE_EXCHANGES, type SiteExchange } from "@shoal/contract";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { EntriesField } from "../../components/delivery-rules/inputs/entries-field.tsx";
import type { EntryKind } from "../../components/delivery-rules/inputs/entry-kinds.ts";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useNoteUnsaved } from "../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import classes from "./configs.module.css";

const NEW_SITE: SiteValues = { name: "", websites: [], publicIPs: [], subnets: [], exchange: "first" };
const LISTS = { websites: "siteHost", publicIPs: "siteAddress", subnets: "subnet" } as const satisfies Record<
  string,
  EntryKind
>;

type SiteValues = Required<Omit<SavedSite, "uuid">> & Pick<SavedSite, "uuid">;

interface SiteFormProps {
  /** Undefined for a new one. */
  site?: SiteValues;
  onSave: (site: SiteValues) => Promise<void>;
  onClose: () => void;
}

/** The fields of a site. */
export function SiteForm({ site = NEW_SITE, onSave, onClose }: SiteFormProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useAppForm<SiteValues, void>({
    initialValues: site,
    validate: ({ name }) => ({ name: !name.trim() && t("configs.nameMissing") }),
    send: (values) => onSave({ ...values, name: values.name.trim() }),
    onSent: onClose,
  });
  useNoteUnsaved(form.isDirty());
  return (
    <form
      className={classes.siteForm}
      noValidate
      aria-label={site.name || t("configs.site.add")}
      onSubmit={handleSubmit}
    >
      <FormFault fault={fault} title={t("configs.site.failed")} />
      <TextInput
        label={t("configs.site.name")}
        name="name"
        maxLength={200}
        maw={420}
        {...form.getInputProps("name")}
      />
      {(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((list) => (
        <Labelled key={list} label={t(`configs.site.${list}`)} hint={t(`configs.site.hints.${list}`)}>
          <EntriesField
            kind={LISTS[list]}
            label={t(`configs.site.${list}`)}
            value={form.getValues()[list]}
            onChange={(entries) => form.setFieldValue(list, entries)}
          />
        </Labelled>
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
          {t("manage.save")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
      </Group>
    </form>
  );
}

function Labelled({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
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
