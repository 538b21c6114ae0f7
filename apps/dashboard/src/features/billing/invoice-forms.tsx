import { Button, Stack, Textarea, TextInput } from "@mantine/core";
import { type ClientInvoice, routes } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../components/ui/dialogs/dialogs.tsx";
import { DateField } from "../../components/ui/form/date-field.tsx";
import { FormFault } from "../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../components/ui/form/use-app-form.ts";
import { eurosText } from "../../lib/money-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

export const ALL_INVOICES_KEY = ["invoices"] as const;

/** Returns the current day in UTC, because the dates of invoices are in UTC. */
const todayInUtc = () => new Date().toISOString().slice(0, 10);

async function openInvoiceForm(title: string, form: (close: () => void) => ReactNode): Promise<void> {
  let close: () => void = () => undefined;
  close = await openDialog({ title, children: form(() => close()) });
}

/** Opens the form for the date and reference of an invoice's payment. */
export const openPaymentForm = (invoice: ClientInvoice): Promise<void> =>
  openInvoiceForm(i18next.t("invoices.payTitle", { number: invoice.number }), (close) => (
    <PaymentForm invoice={invoice} onDone={close} />
  ));

/** Opens the form for the amount and reason of a credit note. */
export const openCreditForm = (invoice: ClientInvoice): Promise<void> =>
  openInvoiceForm(i18next.t("invoices.creditTitle", { number: invoice.number }), (close) => (
    <CreditForm invoice={invoice} onDone={close} />
  ));

interface FormProps {
  invoice: ClientInvoice;
  onDone: () => void;
}

function PaymentForm({ invoice, onDone }: FormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { paidOn: todayInUtc(), reference: "" },
    send: (body) => call(routes.markInvoicePaid, { params: { id: invoice.uuid }, body }),
    async onSent() {
      notify.success({ message: t("invoices.paid", { number: invoice.number }) });
      onDone();
      await queries.invalidateQueries({ queryKey: ALL_INVOICES_KEY });
    },
  });
  return (
    <form noValidate aria-label={t("invoices.pay")} onSubmit={handleSubmit}>
      <Stack gap={14}>
        <FormFault fault={fault} title={t("common.failure")} />
        <DateField
          label={t("invoices.payDay")}
          min={invoice.issuedOn}
          max={todayInUtc()}
          {...form.getInputProps("paidOn")}
        />
        <TextInput label={t("invoices.payReference")} maxLength={140} {...form.getInputProps("reference")} />
        <Button type="submit" loading={isSending} style={{ alignSelf: "flex-start" }}>
          {t("invoices.pay")}
        </Button>
      </Stack>
    </form>
  );
}

/** Converts an amount in euros to cents. @returns undefined for an invalid amount. @example parseCents("12,5") // 1250 */
function parseCents(text: string): number | undefined {
  const [, euros = "", cents = ""] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return euros === "" ? undefined : Number(euros) * 100 + Number(cents.padEnd(2, "0"));
}

function CreditForm({ invoice, onDone }: FormProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const left = invoice.creditableCents;
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { reason: "", amount: (left / 100).toFixed(2) },
    validate: ({ amount }) => {
      const cents = parseCents(amount) ?? 0;
      return { amount: (cents < 1 || cents > left) && t("invoices.creditAmountFault") };
    },
    send: ({ reason, amount }) =>
      call(routes.creditInvoice, {
        params: { id: invoice.uuid },
        body: { reason, cents: parseCents(amount) ?? left },
      }),
    async onSent(note) {
      notify.success({ message: t("invoices.credited", { number: note.number }) });
      onDone();
      await queries.invalidateQueries({ queryKey: ALL_INVOICES_KEY });
    },
  });
  return (
    <form noValidate aria-label={t("invoices.credit")} onSubmit={handleSubmit}>
      <Stack gap={14}>
        <FormFault fault={fault} title={t("common.failure")} />
        <Textarea
          autosize
          minRows={2}
          label={t("invoices.creditReason")}
          maxLength={500}
          {...form.getInputProps("reason")}
        />
        <TextInput
          label={t("invoices.creditAmount")}
          description={t("invoices.creditAmountHint", { left: eurosText(left, i18n.language) })}
          inputMode="decimal"
          {...form.getInputProps("amount")}
        />
        <Button type="submit" loading={isSending} style={{ alignSelf: "flex-start" }}>
          {t("invoices.credit")}
        </Button>
      </Stack>
    </form>
  );
}
