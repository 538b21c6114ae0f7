import type { DunningStage } from "@shoal/contract";
import { dayOfUtc, nextDunningStage, suspendsOn } from "@shoal/domain/billing";
import type { Database, Tx } from "../../../platform/database.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { createDunningRepository, type OverdueInvoice } from "./dunning.repository.ts";
import { createInvoicesRepository } from "./invoices.repository.ts";
import type { IsCharged } from "./invoices.service.ts";
import { INVOICE_MAILS } from "./mails/index.ts";

export interface DunningDeps {
  db: Database;
  mails: MailSender;
  isCharged: IsCharged;
  publicUrl: string;
  /** The days after an invoice was due until its client's CDN entries stop; null if they never do. */
  suspendAfterDays: number | null;
  onError: (error: unknown) => void;
  now?: () => number;
}

/**
 * Creates the reminders of overdue invoices, which are sent stage by stage. The last stage stops CDN entries if the operator
 * configured this, until everything is paid. Every replica may run it, because each stage is claimed once.
 */
export function createDunning(deps: DunningDeps) {
  const { db, mails, isCharged, publicUrl, suspendAfterDays, onError, now = Date.now } = deps;
  const today = () => dayOfUtc(now());

  /** Claims the stage and notifies managers, unless the invoice was paid in the meantime or is being charged. */
  async function remind({ uuid, clientUuid }: OverdueInvoice, stage: DunningStage): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const invoices = createInvoicesRepository(tx, today());
      const dunning = createDunningRepository(tx, today());
      if (!(await invoices.lockForAdministration(uuid))) return;
      const invoice = await invoices.findForAdministration(uuid);
      if (invoice?.state !== "overdue" || invoice.open_cents <= 0) return;
      const { number, document, open_cents: openCents, due_on: dueOn } = invoice;
      if (await isCharged(tx, { clientUuid, number })) return;
      if (!(await dunning.claimStage(uuid, stage))) return;
      if (stage === "suspended") await dunning.suspendClient(clientUuid);
      const { iban, bic } = document.seller;
      const stopsOn = suspendAfterDays === null ? null : suspendsOn(dueOn, today(), suspendAfterDays);
      for (const { email, language, clientName } of await listMailedManagers(tx, clientUuid))
        await mails.send(tx, {
          mail: INVOICE_MAILS["invoice-reminder"],
          to: email,
          language,
          values: {
            clientName,
            number,
            stage,
            openCents,
            dueOn,
            iban,
            bic,
            suspendsOn: stage === "final" ? stopsOn : null,
            url: `${publicUrl}/#/payments`,
          },
        });
    });
  }

  async function resume(tx: Tx, clientUuid: string): Promise<void> {
    for (const { email, language, clientName } of await listMailedManagers(tx, clientUuid))
      await mails.send(tx, {
        mail: INVOICE_MAILS["cdn-resumed"],
        to: email,
        language,
        values: { clientName, url: `${publicUrl}/#/cdn` },
      });
  }

  return {
    async run(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const resumed = await createDunningRepository(tx, today()).resumeClients(suspendAfterDays !== null);
        for (const clientUuid of resumed) await resume(tx, clientUuid);
      });
      for (const invoice of await createDunningRepository(db, today()).listOverdue()) {
        const stage = nextDunningStage({ ...invoice, today: today(), suspendAfterDays });
        // A failure for one client does not delay the others.
        if (stage) await remind(invoice, stage).catch(onError);
      }
    },
  };
}
export type DunningService = ReturnType<typeof createDunning>;
