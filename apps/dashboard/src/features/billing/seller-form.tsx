import { Button, SimpleGrid, Skeleton, Stack, TextInput } from "@mantine/core";
import { routes, type Seller } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { CountrySelect } from "../../components/ui/form/country-select.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { NumberField } from "../../components/ui/form/number-field.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { PartFailure } from "../../components/ui/part-failure.tsx";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { ALL_INVOICES_KEY } from "./invoice-forms.tsx";

const EMPTY_SELLER: Seller = {
  name: "",
  street: "",
  postalCode: "",
  city: "",
  country: "FR",
  siren: "",
  siret: "",
  vatNumber: "",
  registration: "",
  iban: "",
  bic: "",
  email: "",
  phone: "",
  paymentTermDays: 30,
};
const TEXT_FIELDS = ["street", "postalCode", "city"] as const;
const NUMBER_FIELDS = [
  "siren",
  "siret",
  "vatNumber",
  "registration",
  "iban",
  "bic",
  "email",
  "phone",
] as const;
/** The longest payment term that French law allows, in days. */
const MAX_PAYMENT_TERM_DAYS = 60;

/** Edits the seller: the company named on contracts and invoices. */
export async function openSellerForm(): Promise<void> {
  let close: () => void = () => undefined;
  close = await openDialog({
    title: i18next.t("invoices.seller.title"),
    size: "lg",
    children: <SellerPart onDone={() => close()} />,
  });
}

function SellerPart({ onDone }: { onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...ALL_INVOICES_KEY, "seller"],
    queryFn: ({ signal }) => call(routes.getSeller, {}, { signal }),
  });
  if (data) return <SellerForm seller={data.seller ?? EMPTY_SELLER} onDone={onDone} />;
  if (error) return <PartFailure error={error} onRetry={refetch} />;
  return <Skeleton h={320} />;
}

function SellerForm({ seller, onDone }: { seller: Seller; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { ...seller },
    send: (body) =>
      call(routes.saveSeller, { body: { ...body, paymentTermDays: Number(body.paymentTermDays) } }),
    async onSent() {
      notify.success({ message: t("invoices.seller.saved") });
      onDone();
      await queries.invalidateQueries({ queryKey: ALL_INVOICES_KEY });
    },
  });
  return (
    <form noValidate aria-label={t("invoices.seller.title")} onSubmit={handleSubmit}>
      <Stack gap={14}>
        <FormFault fault={fault} title={t("common.failure")} />
        <TextInput
          label={t("invoices.seller.name")}
          description={t("invoices.seller.nameHint")}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {TEXT_FIELDS.map((name) => (
            <TextInput key={name} label={t(`invoices.seller.${name}`)} {...form.getInputProps(name)} />
          ))}
          <CountrySelect
            label={t("invoices.seller.country")}
            name="country"
            {...form.getInputProps("country")}
          />
          {NUMBER_FIELDS.map((name) => (
            <TextInput key={name} label={t(`invoices.seller.${name}`)} {...form.getInputProps(name)} />
          ))}
          <NumberField
            label={t("invoices.seller.paymentTermDays")}
            min={0}
            max={MAX_PAYMENT_TERM_DAYS}
            allowDecimal={false}
            {...form.getInputProps("paymentTermDays")}
          />
        </SimpleGrid>
        <Button type="submit" loading={isSending} style={{ alignSelf: "flex-start" }}>
          {t("invoices.seller.save")}
        </Button>
      </Stack>
    </form>
  );
}
