import { AppError, type BodyOf, type FieldError, type IceSet, type routes } from "@shoal/contract";
import type { Database, Tx } from "../../platform/database.ts";
import { isUniqueViolation } from "../../platform/unique-violation.ts";
import type { Actor } from "../auth/index.ts";
import { assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { createClientsRepository } from "./clients.repository.ts";
import { createIceSetsRepository } from "./ice-sets.repository.ts";

/** Stands for the platform's own set, which no client changes. */
const PLATFORM_SET = "default";
const MAX_SETS = 50;

type Change = BodyOf<typeof routes.changeIce>;
type Input = BodyOf<typeof routes.addIce>;

/** Sets of STUN and TURN servers that viewers of a client reach one another by. */
export function createIceSetsService(options: { db: Database; platformServers: IceSet["iceServers"] }) {
  const { db, platformServers } = options;
  return {
    /** The platform's set first. @throws AppError "client_not_found". */
    async listSets(actor: Actor, clientUuid: string): Promise<IceSet[]> {
      assertOwnClient(actor, clientUuid);
      return readSets(db, clientUuid);
    },

    /** @throws AppError "client_not_found". */
    async getSetInForce(actor: Actor, clientUuid: string): Promise<IceSet> {
      assertOwnClient(actor, clientUuid);
      const set = (await readSets(db, clientUuid)).find(({ isInForce }) => isInForce);
      if (!set) throw clientNotFound();
      return set;
    },

    /** @throws AppError "bad_request" for a name that is used, credentials that miss, or too many sets. */
    async addSet(actor: Actor, clientUuid: string, { name, iceServers }: Input): Promise<IceSet> {
      assertOwnClient(actor, clientUuid);
      assertCredentials(iceServers);
      return inTransaction(async (tx) => {
        if (!(await createClientsRepository(tx).lockClient(clientUuid))) throw clientNotFound();
        const sets = createIceSetsRepository(tx);
        if ((await sets.listSets(clientUuid)).length >= MAX_SETS)
          throw invalid([{ path: "body", reason: `a client has ${MAX_SETS} sets at most` }]);
        return getSet(tx, clientUuid, await sets.addSet(clientUuid, name, iceServers));
      });
    },

    /** @throws AppError "not_found" for an unknown set, "bad_request" as in addSet or for the platform's own. */
    async changeSet(actor: Actor, clientUuid: string, change: Change): Promise<IceSet> {
      assertOwnClient(actor, clientUuid);
      assertCredentials(change.iceServers ?? []);
      if (change.uuid === PLATFORM_SET) assertForceOnly(change);
      return inTransaction(async (tx) => {
        if (!(await createClientsRepository(tx).lockClient(clientUuid))) throw clientNotFound();
        const set = await getSet(tx, clientUuid, change.uuid);
        const sets = createIceSetsRepository(tx);
        if (set.uuid !== PLATFORM_SET) await sets.updateSet(clientUuid, set.uuid, change);
        if (change.isInForce === true)
          await sets.putIntoForce(clientUuid, set.uuid === PLATFORM_SET ? null : set.uuid);
        // Without its own set a client has the platform's.
        if (change.isInForce === false && set.isInForce) await sets.putIntoForce(clientUuid, null);
        await createClientsRepository(tx).touchClient(clientUuid);
        return getSet(tx, clientUuid, set.uuid);
      });
    },
  };

  async function readSets(tx: Tx, clientUuid: string): Promise<IceSet[]> {
    const rows = await createIceSetsRepository(tx).listSets(clientUuid);
    const own = rows.map((row) => ({
      uuid: row.uuid,
      name: row.name,
      iceServers: row.ice_servers,
      isInForce: row.is_in_force,
    }));
    const isInForce = !own.some((set) => set.isInForce);
    return [{ uuid: PLATFORM_SET, name: "Default", iceServers: platformServers, isInForce }, ...own];
  }

  async function getSet(tx: Tx, clientUuid: string, uuid: string): Promise<IceSet> {
    const set = (await readSets(tx, clientUuid)).find((each) => each.uuid === uuid.toLowerCase());
    if (!set) throw new AppError("not_found", "There is no such set of servers");
    return set;
  }

  function inTransaction(work: (tx: Tx) => Promise<IceSet>): Promise<IceSet> {
    return db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw invalid([{ path: "name", reason: "is already used" }]);
      });
  }
}
export type IceSetsService = ReturnType<typeof createIceSetsService>;

const invalid = (fields: FieldError[]) => new AppError("bad_request", "Some fields are not valid", fields);

/** A browser refuses a TURN server without credentials, and every connection with it. */
function assertCredentials(iceServers: IceSet["iceServers"]): void {
  const fields = iceServers.flatMap(({ urls, username, credential }, index) => {
    if (!urls.some((url) => url.startsWith("turn"))) return [];
    const missing = [username ? [] : "username", credential ? [] : "credential"].flat();
    return missing.map((name) => ({ path: `iceServers.${index}.${name}`, reason: "is needed for TURN" }));
  });
  if (fields.length > 0) throw invalid(fields);
}

function assertForceOnly({ name, iceServers, isInForce }: Change): void {
  const changed = Object.entries({ name, iceServers }).filter(([, value]) => value !== undefined);
  if (isInForce === false) changed.push(["isInForce", isInForce as never]);
  if (changed.length === 0) return;
  throw invalid(changed.map(([path]) => ({ path, reason: "the platform's own set is not changed" })));
}
