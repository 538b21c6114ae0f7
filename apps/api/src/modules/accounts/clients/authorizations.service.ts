import { AppError, type Authorizations, type AuthorizationsView } from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { columnsOfAuthorizations, presentAuthorizations, videoField } from "./authorizations.present.ts";
import { createAuthorizationsRepository } from "./authorizations.repository.ts";
import { assertOwnClient } from "./clients.policy.ts";
import { createClientsRepository } from "./clients.repository.ts";

/** Manages the lists of a client that decide who can watch. */
export function createAuthorizationsService({ db }: { db: Database }) {
  return {
    /** @throws AppError "client_not_found". */
    async getAuthorizations(actor: Actor, clientUuid: string): Promise<AuthorizationsView> {
      assertOwnClient(actor, clientUuid);
      return presentAuthorizations(await createAuthorizationsRepository(db).findAuthorizations(clientUuid));
    },

    /**
     * Replaces the given lists.
     * @throws AppError "bad_request" naming each video of another client; "edit_conflict" if `revision` is given and not the
     * latest.
     */
    async replaceLists(
      actor: Actor,
      clientUuid: string,
      { revision, ...lists }: Partial<Authorizations> & { revision?: number | undefined },
    ): Promise<AuthorizationsView> {
      assertOwnClient(actor, clientUuid);
      return db.transaction().execute(async (tx) => {
        await createClientsRepository(tx).lockClient(clientUuid);
        const former = await createAuthorizationsRepository(tx).findAuthorizations(clientUuid);
        if (revision !== undefined && revision !== (former?.revision ?? 0))
          throw new AppError("edit_conflict", "Someone else changed these lists: fetch them again");
        if (lists.authorizedVideos) await assertOwnVideos(tx, clientUuid, lists.authorizedVideos);
        const columns = columnsOfAuthorizations(lists);
        const row = await createAuthorizationsRepository(tx).saveAuthorizations(clientUuid, columns);
        await createClientsRepository(tx).touchClient(clientUuid);
        return presentAuthorizations(row);
      });
    },
  };
}
export type AuthorizationsService = ReturnType<typeof createAuthorizationsService>;

/** Checks the videos. A deleted video may stay in the list, because removing the last entry would allow all others. */
async function assertOwnVideos(tx: Tx, clientUuid: string, uuids: string[]): Promise<void> {
  const authorizations = createAuthorizationsRepository(tx);
  const present = await authorizations.findAuthorizations(clientUuid);
  const known = new Set(present?.authorized_videos);
  const foreign = new Set(await authorizations.listForeignVideos(clientUuid, uuids));
  const fields = uuids.flatMap((uuid, index) =>
    foreign.has(uuid.toLowerCase()) && !known.has(uuid.toLowerCase())
      ? [{ path: videoField(index), reason: "is not a video of this client" }]
      : [],
  );
  if (fields.length > 0) throw new AppError("bad_request", "Some fields are not valid", fields);
}
