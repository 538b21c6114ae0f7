import {
  Checkbox,
  Input,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { CLIENT_TYPES, DEFAULT_PAGE_SIZE, PAGE_SIZES } from "@shoal/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { CountrySelect } from "../../components/ui/form/country-select.tsx";
import { DateField } from "../../components/ui/form/date-field.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { QualitiesField } from "../../components/video/qualities/qualities-field.tsx";
import { CLIENT_FLAGS, type ClientValues } from "./client-values.ts";

interface ClientFieldsProps {
  form: UseFormReturnType<ClientValues>;
}

/** Edits the settings of a client that administrators control (§1, §3). */
export function ClientFields({ form }: ClientFieldsProps) {
  return (
    <>
      <TermFields form={form} />
      <FlagFields form={form} />
      <DefaultFields form={form} />
      <ContactFields form={form} />
    </>
  );
}

function TermFields({ form }: ClientFieldsProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("clients.terms")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label={t("clients.clientname")}
          name="clientname"
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps("clientname")}
        />
        <TypeField form={form} />
        <TextInput
          label={t("clients.contractNumber")}
          name="contractNumber"
          maxLength={50}
          {...form.getInputProps("contractNumber")}
        />
        <DateField
          label={t("clients.subscriptionEndsAt")}
          description={t("clients.subscriptionHint")}
          name="subscriptionEndsAt"
          {...form.getInputProps("subscriptionEndsAt")}
        />
      </SimpleGrid>
      <Checkbox
        label={t("clients.freeTier")}
        description={t("clients.freeTierHint")}
        {...form.getInputProps("freeTier", { type: "checkbox" })}
      />
      <Checkbox
        label={t("clients.claimsLifted")}
        description={t("clients.claimsLiftedHint")}
        {...form.getInputProps("claimsLifted", { type: "checkbox" })}
      />
    </Panel>
  );
}

function TypeField({ form }: ClientFieldsProps) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <Input.Wrapper label={t("clients.type")} labelElement="div" labelProps={{ id: labelId }}>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        data={CLIENT_TYPES.map((type) => ({ value: type, label: t(`clients.types.${type}`) }))}
        {...form.getInputProps("type")}
      />
    </Input.Wrapper>
  );
}

function FlagFields({ form }: ClientFieldsProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("clients.flagsTitle")}>
      <SimpleGrid minColWidth="min(100%, 280px)" spacing="lg" verticalSpacing="md">
        {CLIENT_FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={t(`clients.flags.${flag}`)}
            description={t(`clients.flagHints.${flag}`)}
            {...form.getInputProps(flag, { type: "checkbox" })}
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}

/** Edits the defaults of new videos and lists, which the client's managers can change too. */
function DefaultFields({ form }: ClientFieldsProps) {
  const { t } = useTranslation();
  const { isOptimized, defaultQualities } = form.getValues();
  return (
    <Panel title={t("clients.defaults")}>
      <NativeSelect
        label={t("clients.defaultNumberPerPage")}
        maw={280}
        data={[
          { value: "", label: t("clients.productDefault", { size: DEFAULT_PAGE_SIZE }) },
          ...PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) })),
        ]}
        {...form.getInputProps("defaultNumberPerPage")}
      />
      <QualitiesField
        isOptimized={isOptimized}
        rows={defaultQualities}
        fault={form.errors.defaultQualities}
        onMode={(next) => form.setFieldValue("isOptimized", next)}
        onRows={(rows) => form.setFieldValue("defaultQualities", rows)}
      />
    </Panel>
  );
}

function ContactFields({ form }: ClientFieldsProps) {
  const { t } = useTranslation();
  const field = (name: "companyName" | "contactFirstName" | "contactLastName" | "siret" | "vatNumber") => (
    <TextInput label={t(`clients.${name}`)} name={name} maxLength={200} {...form.getInputProps(name)} />
  );
  return (
    <Panel title={t("clients.contact")}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {field("companyName")}
        {field("siret")}
        {field("vatNumber")}
        <CountrySelect label={t("clients.country")} name="country" {...form.getInputProps("country")} />
        {field("contactFirstName")}
        {field("contactLastName")}
        <TextInput
          label={t("clients.contactEmail")}
          name="contactEmail"
          type="email"
          {...form.getInputProps("contactEmail")}
        />
        <TextInput
          label={t("clients.phone")}
          name="phone"
          type="tel"
          maxLength={30}
          {...form.getInputProps("phone")}
        />
      </SimpleGrid>
      <Textarea
        label={t("clients.postalAddress")}
        name="postalAddress"
        maxLength={1_000}
        minRows={3}
        autosize
        {...form.getInputProps("postalAddress")}
      />
    </Panel>
  );
}
