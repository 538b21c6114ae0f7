import type { Database } from "../../../platform/database.ts";
import { createAuthRepository } from "./auth.repository.ts";
import { generatePassword, hashPassword } from "./passwords.ts";
import { createSessionsRepository } from "./sessions.repository.ts";
import { createTwoFactorRepository } from "./two-factor.repository.ts";

const ADMINISTRATOR_USERNAME = "admin";
const ADMINISTRATION_CLIENT = "Administration";

/** Manages the platform's administrator account, for people with access to the machine. */
export function createAdministration(db: Database) {
  const users = createAuthRepository(db);
  return {
    hasAdministrator: async () => (await users.findByUsername(ADMINISTRATOR_USERNAME)) !== undefined,

    /**
     * Sets a new one-time password for the administrator, creating the account if necessary. Because it must also help after
     * losing the second factor, it turns two-factor authentication off and ends all sessions.
     */
    async resetAdministrator(): Promise<{ username: string; password: string }> {
      const password = generatePassword();
      const passwordHash = await hashPassword(password);
      const existing = await users.findByUsername(ADMINISTRATOR_USERNAME);
      if (existing) await resetUser(db, existing.uuid, passwordHash);
      else await addAdministrator(db, passwordHash);
      return { username: ADMINISTRATOR_USERNAME, password };
    },
  };
}

async function resetUser(db: Database, uuid: string, passwordHash: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await createAuthRepository(tx).setPassword(uuid, passwordHash, false);
    await createTwoFactorRepository(tx).clear(uuid);
    await createSessionsRepository(tx).deleteSessions(uuid);
  });
}

async function addAdministrator(db: Database, passwordHash: string): Promise<void> {
  const users = createAuthRepository(db);
  const clientUuid = await users.ensureClient(ADMINISTRATION_CLIENT);
  await users.addUser({
    clientUuid,
    username: ADMINISTRATOR_USERNAME,
    email: null,
    passwordHash,
    roles: ["admin"],
  });
}
