import { SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { ClientView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { FactList } from "../../components/ui/fact-list.tsx";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import { CountrySelect } from "../../components/ui/form/country-select.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { countryName } from "../../lib/display-names.ts";
import { useCan } from "../../lib/user.ts";
import { ClientCard } from "./client-card.tsx";
import { ClientFormFooter } from "./client-form-foot.tsx";
import { type ContactValues, findContactFaults, normalizeSiret } from "./contact-faults.ts";
import { NoRights } from "./no-rights.tsx";
import { useClientForm } from "./use-client-form.ts";

const CONTACT_FIELDS = [
  ["companyName", "organization", 200],
  ["siret", "off", 20],
  ["vatNumber", "off", 40],
  ["contactFirstName", "given-name", 100],
  ["contactLastName", "family-name", 100],
  ["contactEmail", "email", 320],
  ["phone", "tel", 30],
] as const;
type ContactField = (typeof CONTACT_FIELDS)[number][0] | "postalAddress" | "country";

/** Shows company, contact and address of the client: managers can edit them, others can read them. */
export function ContactCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const canChange = useCan("manager");
  return (
    <ClientCard
      section="contact"
      uuid={uuid}
      hint={t("profile.contact.hint")}
      aside={!canChange && <NoRights />}
    >
      {(client) => (
        <>
          <ContactFacts client={client} isWhole={!canChange} />
          {canChange && <ContactForm client={client} />}
        </>
      )}
    </ClientCard>
  );
}

/** Lists the read-only fields. With `isWhole`, lists all fields, for users who cannot edit any of them. */
function ContactFacts({ client, isWhole }: { client: ClientView; isWhole: boolean }) {
  const { t, i18n } = useTranslation();
  const names = [...CONTACT_FIELDS.map(([name]) => name), "postalAddress" as const];
  const contact = names.map((name) => [t(`profile.contact.${name}`), client[name] || "–"] as const);
  const country = [t("profile.contact.country"), countryName(client.country, i18n.language)] as const;
  return (
    <FactList
      facts={[
        [t("profile.contact.clientname"), client.clientname],
        [t("profile.contact.clientNumber"), String(client.clientNumber)],
        [t("profile.contact.contractNumber"), client.contractNumber || "–"],
        ...(isWhole ? [...contact, country] : []),
      ]}
    />
  );
}

function ContactForm({ client }: { client: ClientView }) {
  const { t, i18n } = useTranslation();
  const contact = useContactForm(client);
  const { form } = contact;
  return (
    <form onSubmit={contact.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={contact.fault} title={t("profile.contact.failed")} />
        <ConflictNotice
          changes={contact.changes}
          labelOf={(field) => t(`profile.contact.${field as ContactField}`)}
          textOf={(field, value) =>
            field === "country" ? countryName(String(value), i18n.language) : String(value)
          }
          onAccept={contact.acceptForeign}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {CONTACT_FIELDS.map(([name, autoComplete, maxLength]) => (
            <TextInput
              key={form.key(name)}
              label={t(`profile.contact.${name}`)}
              name={name}
              autoComplete={autoComplete}
              maxLength={maxLength}
              {...(name === "siret"
                ? { inputMode: "numeric", placeholder: t("profile.contact.siretHint") }
                : name === "vatNumber"
                  ? { placeholder: t("profile.contact.vatNumberHint") }
                  : {})}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Textarea
          label={t("profile.contact.postalAddress")}
          name="postalAddress"
          autoComplete="street-address"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1_000}
          key={form.key("postalAddress")}
          {...form.getInputProps("postalAddress")}
        />
        <CountrySelect
          label={t("profile.contact.country")}
          name="country"
          maw={360}
          key={form.key("country")}
          {...form.getInputProps("country")}
        />
        <ClientFormFooter isSending={contact.isSending} />
      </Stack>
    </form>
  );
}

function useContactForm(client: ClientView) {
  const { t } = useTranslation();
  return useClientForm<ContactValues>({
    client,
    valuesOf: ({
      companyName,
      siret,
      contactFirstName,
      contactLastName,
      contactEmail,
      phone,
      postalAddress,
      country,
      vatNumber,
    }) => ({
      companyName,
      siret,
      contactFirstName,
      contactLastName,
      contactEmail,
      phone,
      postalAddress,
      country,
      vatNumber,
    }),
    changeOf: (values) => ({
      ...values,
      siret: normalizeSiret(values.siret),
      contactEmail: values.contactEmail.trim(),
    }),
    validate(values) {
      const faults = findContactFaults(values);
      return {
        siret: faults.siret && t("profile.contact.siretFault"),
        contactEmail: faults.contactEmail && t("email.invalid"),
        vatNumber: faults.vatNumber && t("profile.contact.vatNumberFault"),
        phone: faults.phone && t("profile.contact.phoneFault"),
      };
    },
    saved: t("profile.contact.saved"),
  });
}
