import {
  AppError,
  type BodyOf,
  type CollectionListQuery,
  type CollectionView,
  DEFAULT_PAGE_SIZE,
  MAX_COLLECTIONS,
  type routes,
} from "@shoal/contract";
import { changeSettings, hasRole } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { assertIceSet } from "./ice-rule.ts";
import { presentCollection } from "./rules.present.ts";

export interface CollectionsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
}

/** Manages collections: named groups of videos with rules of their own. */
export function createCollectionsService({ db, realtime }: CollectionsDeps) {
  const announce = (clientUuid: string) => realtime.emit(clientUuid, "pluginVideos.changed");
  return {
    /** @throws AppError "forbidden" for a client other than the caller's, unless the caller is an administrator. */
    async listCollections(actor: Actor, { client, search, page, pagesize }: CollectionListQuery) {
      if (client && client !== actor.clientUuid && !hasRole(actor.roles, "admin"))
        throw new AppError("forbidden", "This is not your client");
      const clientUuid = client ?? actor.clientUuid;
      const collections = createCollectionsRepository(db);
      const limit = pagesize ?? DEFAULT_PAGE_SIZE;
      const listing = { search, limit, offset: (page - 1) * limit };
      const rows = await collections.listCollections(clientUuid, listing);
      const size = await collections.countCollections(clientUuid, search);
      return { _embedded: rows.map(presentCollection), _size: size };
    },

    /** @throws AppError "collection_not_found". */
    getCollection: ({ clientUuid }: Actor, uuid: string): Promise<CollectionView> =>
      readCollection(db, clientUuid, uuid),

    /**
     * @throws AppError "collection_name_taken", "not_found" for another client's ICE set, or "bad_request" if there are too many.
     */
    addCollection: ({ clientUuid }: Actor, { name, rules }: BodyOf<typeof routes.addCollection>) =>
      withUniqueName(clientUuid, async (tx) => {
        const collections = createCollectionsRepository(tx);
        await assertIceSet(tx, clientUuid, rules);
        const uuid = await collections.addCollection(clientUuid, name, JSON.stringify(rules));
        // Collections are counted after the insertion, because other changes also lock the name first and then the client.
        if ((await collections.countForAdding(clientUuid)) > MAX_COLLECTIONS) throw tooManyCollectionsError();
        return readCollection(tx, clientUuid, uuid);
      }),

    /** @throws AppError "collection_not_found", "edit_conflict", "collection_name_taken", or "not_found" for a foreign ICE set. */
    updateCollection: (
      { clientUuid }: Actor,
      uuid: string,
      change: BodyOf<typeof routes.updateCollection>,
    ): Promise<CollectionView> =>
      withUniqueName(clientUuid, async (tx) => {
        const collections = createCollectionsRepository(tx);
        const row = await collections.lockCollection(clientUuid, uuid);
        if (!row) throw collectionNotFound();
        if (change.revision !== undefined && row.revision !== change.revision)
          throw new AppError("edit_conflict", "Someone else changed this collection: fetch it again");
        await assertIceSet(tx, clientUuid, change.rules);
        const rules = JSON.stringify(changeSettings(row.rules, change.rules));
        await collections.updateCollection(clientUuid, uuid, { name: change.name ?? row.name, rules });
        return readCollection(tx, clientUuid, uuid);
      }),

    /** Deletes a collection; its rules are copied to its videos. @throws AppError "collection_not_found". */
    async deleteCollection({ clientUuid }: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const collections = createCollectionsRepository(tx);
        const row = await collections.lockCollection(clientUuid, uuid);
        if (!row) throw collectionNotFound();
        await collections.deleteCollection(clientUuid, row);
      });
      announce(clientUuid);
    },
  };

  async function withUniqueName(
    clientUuid: string,
    work: (tx: Tx) => Promise<CollectionView>,
  ): Promise<CollectionView> {
    const view = await db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, "collections_name")) throw error;
        throw new AppError("collection_name_taken", "The name might be already taken", [
          { path: "name", reason: "is already in use" },
        ]);
      });
    announce(clientUuid);
    return view;
  }
}
export type CollectionsService = ReturnType<typeof createCollectionsService>;

async function readCollection(db: Tx, clientUuid: string, uuid: string): Promise<CollectionView> {
  const row = await createCollectionsRepository(db).findCollection(clientUuid, uuid);
  if (!row) throw collectionNotFound();
  return presentCollection(row);
}

export const collectionNotFound = () => new AppError("collection_not_found", "No such collection");
const tooManyCollectionsError = () =>
  new AppError("bad_request", "Too many collections", [
    { path: "name", reason: `exceeds the maximum of ${MAX_COLLECTIONS} collections` },
  ]);
