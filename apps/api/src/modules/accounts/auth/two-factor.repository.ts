import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Creates the repository of second factors. Each use of a code is a single statement, so that only one of two concurrent uses succeeds. */
export function createTwoFactorRepository(db: Tx) {
  const ofUser = (uuid: string) => db.updateTable("users").where("uuid", "=", uuid);
  const isDone = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => numUpdatedRows > 0n;
  return {
    findSecret: (uuid: string) =>
      db
        .selectFrom("users")
        .select(["totp_secret", "totp_confirmed_at"])
        .where("uuid", "=", uuid)
        .executeTakeFirst(),
    /** Saves a secret that is not confirmed yet. @returns false if two-factor authentication is already on. */
    saveSecret: async (uuid: string, sealedSecret: string): Promise<boolean> =>
      isDone(
        await ofUser(uuid)
          .set({ totp_secret: sealedSecret, totp_last_step: null })
          .where("totp_confirmed_at", "is", null)
          .executeTakeFirst(),
      ),
    /** @returns false if another secret was saved in the meantime, or two-factor authentication is already on. */
    confirm: async (
      uuid: string,
      { sealedSecret, step, codeHashes }: { sealedSecret: string; step: number; codeHashes: string[] },
    ): Promise<boolean> =>
      isDone(
        await ofUser(uuid)
          .set({ totp_confirmed_at: sql<Date>`now()`, totp_last_step: step, recovery_codes: codeHashes })
          .where("totp_secret", "=", sealedSecret)
          .where("totp_confirmed_at", "is", null)
          .executeTakeFirst(),
      ),
    /** Uses up a time step. @returns false if a code of this step or a later one was already used. */
    consumeStep: async (uuid: string, step: number): Promise<boolean> =>
      isDone(
        await ofUser(uuid)
          .set({ totp_last_step: step })
          .where((eb) => eb.or([eb("totp_last_step", "is", null), eb("totp_last_step", "<", step)]))
          .executeTakeFirst(),
      ),
    /** Uses up a recovery code. @returns false if the user has no such code left. */
    consumeRecoveryCode: async (uuid: string, codeHash: string): Promise<boolean> =>
      isDone(
        await ofUser(uuid)
          .set({ recovery_codes: sql<string[]>`array_remove(recovery_codes, ${codeHash})` })
          .where(sql<boolean>`${codeHash} = ANY(recovery_codes)`)
          .executeTakeFirst(),
      ),
    async clear(uuid: string): Promise<void> {
      await ofUser(uuid)
        .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null, recovery_codes: [] })
        .execute();
    },
  };
}
