import type { Database, Tx } from "../../../platform/database.ts";
import { type Mailer, UndeliverableMailError } from "../../../platform/mail/mailer.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import { createMailsRepository } from "./mails.repository.ts";
import { renderMail } from "./render.ts";
import { type Mail, SavedMail } from "./templates.ts";

export const SEND_MAIL = defineTask<{ mailUuid: string }>("send-mail");
const KEPT_UNSENT_MS = 7 * 24 * 3_600_000;

/** What other modules need of the mails. */
export interface MailSender {
  /** Saves a mail with the transaction of what it is about; it is sent once that is committed. */
  send(tx: Tx, mail: Mail): Promise<void>;
}

/** @example await mails.send(tx, { template: "client-kept", to, language: "FR", values: { clientName } }); */
export function createMailsService(options: {
  db: Database;
  queue: Pick<JobQueue, "sendTask">;
  mailer: Mailer;
  supportEmail: string;
  onError: (error: unknown) => void;
}) {
  const { db, queue, mailer, supportEmail, onError } = options;
  const sender: MailSender = {
    async send(tx, mail) {
      const mailUuid = await createMailsRepository(tx).addMail(mail);
      await queue.sendTask(tx, SEND_MAIL, { mailUuid });
    },
  };
  return {
    ...sender,
    /**
     * Hands a saved mail to the mail server and forgets it. The row stays locked meanwhile, so that no other replica
     * sends it too. A server that is away is tried again by the queue; an address that is refused is not.
     */
    async deliver({ mailUuid }: { mailUuid: string }): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const mails = createMailsRepository(tx);
        const row = await mails.findToSend(mailUuid);
        if (!row) return;
        const { recipient, language, content } = SavedMail.parse(row);
        const message = renderMail(content, { language, supportEmail });
        await mailer
          .send({ ...message, to: recipient, uuid: mailUuid, date: row.created_at })
          .catch((error: unknown) => {
            if (!(error instanceof UndeliverableMailError)) throw error;
            onError(error);
          });
        await mails.deleteMail(mailUuid);
      });
    },
    deleteUnsent: () => createMailsRepository(db).deleteOlderThan(new Date(Date.now() - KEPT_UNSENT_MS)),
  };
}
export type MailsService = ReturnType<typeof createMailsService>;
