import type { Language } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { Mail, MailSender } from "../mails/index.ts";

interface Addressee {
  email: string | null;
  email_verified_at: Date | null;
  language: Language;
}
type Notice<V extends object> = Omit<Mail<V>, "to" | "language">;

/** Notifies users of changes to their account, at an address known to reach them. */
export interface Notices {
  send<V extends object>(tx: Tx, user: Addressee, notice: Notice<V>): Promise<void>;
}

/** Creates the notices. Users without a verified address get none. */
export function createNotices(mails: MailSender): Notices {
  return {
    async send(tx, user, notice) {
      if (!user.email || !user.email_verified_at) return;
      await mails.send(tx, { ...notice, to: user.email, language: user.language });
    },
  };
}
