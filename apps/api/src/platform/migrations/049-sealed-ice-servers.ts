import { createSecretBox } from "@shoal/tokens";
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

interface PlainServer {
  urls: string[];
  username?: string;
  credential?: string;
  secret?: string;
}

/** Credentials of TURN servers were stored in plain text. @param installationSecret undefined if no set can exist yet. */
export const sealIceServers = (installationSecret: string | undefined): Migration => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows: sets } = await sql<{ uuid: string; ice_servers: PlainServer[] }>`
      SELECT uuid, ice_servers FROM client_ice_sets`.execute(db);
    if (sets.length === 0) return;
    if (installationSecret === undefined) throw new Error("Sets of servers are sealed with INTERNAL_SECRET");
    const box = createSecretBox(installationSecret, "ICE servers");
    for (const { uuid, ice_servers: servers } of sets) {
      const sealed = servers.map(({ credential, secret, ...open }) => ({
        ...open,
        ...(secret ? { sealedSecret: box.seal(secret, uuid) } : {}),
        ...(credential && !secret ? { sealedCredential: box.seal(credential, uuid) } : {}),
      }));
      await sql`UPDATE client_ice_sets SET ice_servers = ${JSON.stringify(sealed)}::jsonb
        WHERE uuid = ${uuid}`.execute(db);
    }
  },
});
