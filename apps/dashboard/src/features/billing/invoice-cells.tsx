import { Text } from "@mantine/core";
import type { ClientInvoice, InvoiceState, InvoiceView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import { formatDay } from "../../lib/dates.ts";
import classes from "./billing.module.css";

const INVOICE_STATE_TONES: Record<InvoiceState, StateTone> = {
  open: "warning",
  overdue: "bad",
  paid: "good",
  credited: "plain",
};

/** Shows the state of an invoice for its client, and when it was paid. */
export function InvoiceStateCell({ invoice: { state, paidOn, charge } }: { invoice: InvoiceView }) {
  const { t } = useTranslation();
  return (
    <span>
      <StateBadge tone={INVOICE_STATE_TONES[state]}>{t(`invoices.states.${state}`)}</StateBadge>
      {paidOn !== null && (
        <Text span display="block" c="dimmed" fz={13}>
          {t("invoices.paidOn", { day: formatDay(paidOn, "UTC") })}
        </Text>
      )}
      {charge && (
        <Text
          span
          display="block"
          fz={13}
          c={charge.state === "failed" ? "var(--shoal-bad)" : "dimmed"}
          fw={charge.state === "failed" ? 600 : 400}
        >
          {charge.state === "pending"
            ? t("invoices.chargePending")
            : charge.triedAgainOn === null
              ? t("invoices.chargeFailed")
              : t("invoices.chargeFailedUntil", {
                  day: formatDay(charge.triedAgainOn, "UTC"),
                })}
        </Text>
      )}
    </span>
  );
}

/** Shows the state of an invoice for administrators, with the last and the next reminder. */
export function AdminStateCell({ invoice }: { invoice: ClientInvoice }) {
  const { t } = useTranslation();
  const { last, next } = invoice.reminders ?? { last: null, next: null };
  const step = ({ stage, on }: NonNullable<typeof last>) => ({
    stage: t(`invoices.stages.${stage}`),
    day: formatDay(on, "UTC"),
  });
  return (
    <span>
      <InvoiceStateCell invoice={invoice} />
      {last && (
        <Text span display="block" fz={13}>
          {t("invoices.lastReminder", step(last))}
        </Text>
      )}
      {next && (
        <Text span display="block" c="dimmed" fz={13}>
          {t("invoices.nextReminder", step(next))}
        </Text>
      )}
    </span>
  );
}

/** Shows the document's number, and marks credit notes. */
export function InvoiceNumber({ invoice: { number, kind, credited } }: { invoice: InvoiceView }) {
  const { t } = useTranslation();
  return (
    <span className={classes.whole}>
      {number}
      {kind === "credit_note" && (
        <Text span display="block" c="dimmed" fz={13}>
          {credited ? t("invoices.creditOf", { number: credited.number }) : t("invoices.creditNote")}
        </Text>
      )}
    </span>
  );
}
