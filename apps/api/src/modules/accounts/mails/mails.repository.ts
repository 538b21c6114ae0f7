import type { Language } from "@shoal/contract";
import { z } from "zod";
import type { Tx } from "../../../platform/database.ts";

/** The content of a mail, stored until it is sent. */
export const SavedContent = z.object({
  /** The name of the mail's definition. */
  template: z.string(),
  values: z.looseObject({}),
});

interface NewMail {
  to: string;
  language: Language;
  content: { template: string; values: object };
}

/** Creates the repository of mails waiting to be sent. They are not tied to a client: some are about a deleted one. */
export function createMailsRepository(db: Tx) {
  return {
    async addMail({ to, language, content }: NewMail): Promise<string> {
      const { uuid } = await db
        .insertInto("mails")
        .values({ recipient: to, language, content: JSON.stringify(content) })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },
    /** Locks a mail; undefined if it was sent, or while another replica is sending it. */
    findToSend: (uuid: string) =>
      db.selectFrom("mails").selectAll().where("uuid", "=", uuid).forUpdate().skipLocked().executeTakeFirst(),
    /** Whether a mail is still to be sent, locked or not. */
    async isWaiting(uuid: string): Promise<boolean> {
      const row = await db.selectFrom("mails").select("uuid").where("uuid", "=", uuid).executeTakeFirst();
      return row !== undefined;
    },
    async deleteMail(uuid: string): Promise<void> {
      await db.deleteFrom("mails").where("uuid", "=", uuid).execute();
    },
    /** Deletes mails that could not be sent before their links expired. */
    async deleteOlderThan(at: Date): Promise<void> {
      await db.deleteFrom("mails").where("created_at", "<", at).execute();
    },
  };
}
