import type { Language } from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { MailCatalog, MailDefinition } from "../../../platform/mail/define-mails.ts";
import { type Mailer, UndeliverableMailError } from "../../../platform/mail/mailer.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import { createMailsRepository, SavedContent } from "./mails.repository.ts";
import { renderMail } from "./render.ts";

export const SEND_MAIL = defineTask<{ mailUuid: string }>("send-mail");
const UNSENT_RETENTION_MS = 7 * 24 * 3_600_000;

/** A mail to one recipient, with the values for its definition. */
export interface OutgoingMail<V extends object> {
  mail: MailDefinition<V>;
  to: string;
  language: Language;
  values: NoInfer<V>;
}

/** The mail functions for other modules. */
export interface MailSender {
  /** Saves a mail in the transaction that causes it; it is sent after the commit. */
  send<V extends object>(tx: Tx, mail: OutgoingMail<V>): Promise<void>;
}

/** @example await mails.send(tx, { mail: CLIENT_MAILS["client-kept"], to, language: "FR", values: { clientName } }); */
export function createMailsService(options: {
  /** The definitions of the mails of all modules. */
  catalog: MailCatalog;
  db: Database;
  queue: Pick<JobQueue, "sendTask">;
  mailer: Mailer;
  supportEmail: string;
  onError: (error: unknown) => void;
}) {
  const { catalog, db, queue, mailer, supportEmail, onError } = options;
  const sender: MailSender = {
    async send(tx, { mail, to, language, values }) {
      const content = { template: mail.name, values };
      const mailUuid = await createMailsRepository(tx).addMail({ to, language, content });
      await queue.sendTask(tx, SEND_MAIL, { mailUuid });
    },
  };
  return {
    ...sender,
    /**
     * Hands a saved mail to the mail server and deletes it. Its row is locked during this time, so that no other replica sends it
     * too. The queue retries if the server is unavailable, but not if the address is rejected.
     * @throws Error while another replica is sending the mail, so that the queue retries if that replica fails.
     */
    async deliver({ mailUuid }: { mailUuid: string }): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const mails = createMailsRepository(tx);
        const row = await mails.findToSend(mailUuid);
        if (!row && (await mails.isWaiting(mailUuid)))
          throw new Error(`Another replica is sending the mail ${mailUuid}`);
        if (!row) return;
        const message = renderMail(findContent(catalog, row.content), {
          language: row.language,
          supportEmail,
        });
        await mailer
          .send({ ...message, to: row.recipient, uuid: mailUuid, date: row.created_at })
          .catch((error: unknown) => {
            if (!(error instanceof UndeliverableMailError)) throw error;
            onError(error);
          });
        await mails.deleteMail(mailUuid);
      });
    },
    deleteUnsent: () => createMailsRepository(db).deleteOlderThan(new Date(Date.now() - UNSENT_RETENTION_MS)),
  };
}
export type MailsService = ReturnType<typeof createMailsService>;

/**
 * Reads a stored mail, which another version of the api may have written.
 * @throws Error if this version does not define such a mail.
 */
function findContent(catalog: MailCatalog, content: unknown) {
  const saved = SavedContent.parse(content);
  const mail = catalog.get(saved.template) as unknown as MailDefinition<object> | undefined;
  if (!mail) throw new Error(`There is no mail "${saved.template}"`);
  return { mail, values: mail.values.parse(saved.values) };
}
