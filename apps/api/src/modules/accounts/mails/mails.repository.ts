import type { Tx } from "../../../platform/database.ts";
import type { Mail } from "./templates.ts";

/** Mails that wait to be sent. They belong to no client: some are about a client that is gone. */
export function createMailsRepository(db: Tx) {
  return {
    async addMail({ to, language, ...content }: Mail): Promise<string> {
      const { uuid } = await db
        .insertInto("mails")
        .values({ recipient: to, language, content: JSON.stringify(content) })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      return uuid;
    },
    /** Waits while another replica sends it; undefined when it was sent. */
    findToSend: (uuid: string) =>
      db.selectFrom("mails").selectAll().where("uuid", "=", uuid).forUpdate().skipLocked().executeTakeFirst(),
    async deleteMail(uuid: string): Promise<void> {
      await db.deleteFrom("mails").where("uuid", "=", uuid).execute();
    },
    /** Mails that no try could send: their links are over by then. */
    async deleteOlderThan(at: Date): Promise<void> {
      await db.deleteFrom("mails").where("created_at", "<", at).execute();
    },
  };
}
