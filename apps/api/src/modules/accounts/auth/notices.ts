import type { Language } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { Mail, MailSender } from "../mails/index.ts";

interface Addressee {
  email: string | null;
  email_verified_at: Date | null;
  language: Language;
}
type Notice = Mail extends infer M ? (M extends Mail ? Omit<M, "to" | "language"> : never) : never;

/** Tells a user what happened to his account, where he is known to read it. */
export interface Notices {
  send(tx: Tx, user: Addressee, notice: Notice): Promise<void>;
}

/** Users without a verified address get none. */
export function createNotices(mails: MailSender): Notices {
  return {
    async send(tx, user, notice) {
      if (!user.email || !user.email_verified_at) return;
      await mails.send(tx, { ...notice, to: user.email, language: user.language } as Mail);
    },
  };
}
