import type { Language } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { MailSender, OutgoingMail } from "../mails/index.ts";

interface NoticeRecipient {
  email: string | null;
  email_verified_at: Date | null;
  language: Language;
}
type NoticeMail<V extends object> = Omit<OutgoingMail<V>, "to" | "language">;

/** Notifies users of changes to their account, at an address known to reach them. */
export interface AccountNotices {
  send<V extends object>(tx: Tx, user: NoticeRecipient, notice: NoticeMail<V>): Promise<void>;
}

/** Creates the notices. Users without a verified address get no notices. */
export function createNotices(mails: MailSender): AccountNotices {
  return {
    async send(tx, user, notice) {
      if (!user.email || !user.email_verified_at) return;
      await mails.send(tx, { ...notice, to: user.email, language: user.language });
    },
  };
}
