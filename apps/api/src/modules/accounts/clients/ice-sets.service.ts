import { randomUUID } from "node:crypto";
import {
  AppError,
  type BodyOf,
  type FieldError,
  type IceServer,
  type IceSet,
  isTurn,
  type routes,
} from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../auth/index.ts";
import { assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { createClientsRepository } from "./clients.repository.ts";
import {
  openIceServers,
  presentIceServers,
  presentPlatformServers,
  type StoredIceServer,
  toStoredIceServers,
} from "./ice-servers.ts";
import { createIceSetsRepository } from "./ice-sets.repository.ts";

/** Identifies the platform's own set, which clients cannot change. */
const PLATFORM_SET = "default";
const MAX_SETS = 50;

type IceSetChange = BodyOf<typeof routes.changeIce>;
type IceSetInput = BodyOf<typeof routes.addIce>;

export interface IceSetsDeps {
  db: Database;
  platformServers: readonly IceServer[];
  /** Encrypts the credentials of STUN and TURN servers. */
  box: SecretBox;
  onError: (error: unknown) => void;
}

/** Manages sets of STUN and TURN servers through which a client's viewers connect to each other. */
export function createIceSetsService(options: IceSetsDeps) {
  const { db, platformServers, box, onError } = options;
  return {
    /** Returns the client's own sets by uuid, including credentials, for edges only. */
    async openSets(clientUuid: string): Promise<Record<string, IceServer[]>> {
      const rows = await createIceSetsRepository(db).listSets(clientUuid);
      return Object.fromEntries(rows.map((row) => [row.uuid, openSet(row)]));
    },

    /** Lists sets, the platform's first. @throws AppError "client_not_found". */
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

    /** @throws AppError "bad_request" for a used name, a missing secret, or too many sets. */
    async addSet(actor: Actor, clientUuid: string, { name, iceServers }: IceSetInput): Promise<IceSet> {
      assertOwnClient(actor, clientUuid);
      const uuid = randomUUID();
      const kept = toStoredIceServers(iceServers, [], { box, setUuid: uuid });
      return inTransaction(async (tx) => {
        if (!(await createClientsRepository(tx).lockClient(clientUuid))) throw clientNotFound();
        const sets = createIceSetsRepository(tx);
        if ((await sets.listSets(clientUuid)).length >= MAX_SETS)
          throw invalidFieldsError([{ path: "body", reason: `a client can have at most ${MAX_SETS} sets` }]);
        await sets.addSet(clientUuid, { uuid, name, iceServers: kept });
        return getSet(tx, clientUuid, uuid);
      });
    },

    /**
     * @throws AppError "not_found" for an unknown set, "edit_conflict", "bad_request" as for `addSet`, also for the platform's
     * set.
     */
    async changeSet(actor: Actor, clientUuid: string, change: IceSetChange): Promise<IceSet> {
      assertOwnClient(actor, clientUuid);
      if (change.uuid === PLATFORM_SET) assertForceOnly(change);
      return inTransaction(async (tx) => {
        if (!(await createClientsRepository(tx).lockClient(clientUuid))) throw clientNotFound();
        const set = await getSet(tx, clientUuid, change.uuid);
        const sets = createIceSetsRepository(tx);
        if (set.uuid !== PLATFORM_SET) await changeOwn(tx, clientUuid, set.uuid, change);
        if (change.isInForce === true)
          await sets.putIntoForce(clientUuid, set.uuid === PLATFORM_SET ? null : set.uuid);
        // A client that has no set of its own in force uses the platform's set.
        if (change.isInForce === false && set.isInForce) await sets.putIntoForce(clientUuid, null);
        await createClientsRepository(tx).touchClient(clientUuid);
        return getSet(tx, clientUuid, set.uuid);
      });
    },
  };

  /** Decrypts a set. Servers sealed by another installation are left out, and the operator is notified. */
  function openSet({
    uuid,
    ice_servers: servers,
  }: {
    uuid: string;
    ice_servers: StoredIceServer[];
  }): IceServer[] {
    try {
      return openIceServers(servers, { box, setUuid: uuid });
    } catch (cause) {
      onError(new Error(`The TURN servers of the set ${uuid} cannot be opened: save them again`, { cause }));
      return openIceServers(
        servers.filter((server) => !isTurn(server)),
        { box, setUuid: uuid },
      );
    }
  }

  async function changeOwn(tx: Tx, clientUuid: string, uuid: string, change: IceSetChange): Promise<void> {
    const { name, iceServers, revision } = change;
    if (name === undefined && iceServers === undefined) return;
    const sets = createIceSetsRepository(tx);
    const former = (await sets.listSets(clientUuid)).find((row) => row.uuid === uuid);
    if (revision !== undefined && revision !== former?.revision)
      throw new AppError("edit_conflict", "Someone else changed this set: fetch it again");
    const kept =
      iceServers && toStoredIceServers(iceServers, former?.ice_servers ?? [], { box, setUuid: uuid });
    await sets.updateSet(clientUuid, uuid, { name, iceServers: kept });
  }

  async function readSets(tx: Tx, clientUuid: string): Promise<IceSet[]> {
    const rows = await createIceSetsRepository(tx).listSets(clientUuid);
    const own = rows.map((row) => ({
      uuid: row.uuid,
      name: row.name,
      iceServers: presentIceServers(row.ice_servers),
      isInForce: row.is_in_force,
      revision: row.revision,
    }));
    const isInForce = !own.some((set) => set.isInForce);
    const iceServers = presentPlatformServers(platformServers);
    return [{ uuid: PLATFORM_SET, name: "Default", iceServers, isInForce, revision: 1 }, ...own];
  }

  async function getSet(tx: Tx, clientUuid: string, uuid: string): Promise<IceSet> {
    const set = (await readSets(tx, clientUuid)).find((each) => each.uuid === uuid.toLowerCase());
    if (!set) throw new AppError("not_found", "No such set of servers");
    return set;
  }

  function inTransaction(work: (tx: Tx) => Promise<IceSet>): Promise<IceSet> {
    return db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw invalidFieldsError([{ path: "name", reason: "is already in use" }]);
      });
  }
}
export type IceSetsService = ReturnType<typeof createIceSetsService>;

const invalidFieldsError = (fields: FieldError[]) =>
  new AppError("bad_request", "Some fields are not valid", fields);

function assertForceOnly({ name, iceServers, isInForce }: IceSetChange): void {
  const changed = Object.entries({ name, iceServers }).filter(([, value]) => value !== undefined);
  if (isInForce === false) changed.push(["isInForce", isInForce as never]);
  if (changed.length === 0) return;
  throw invalidFieldsError(
    changed.map(([path]) => ({ path, reason: "the platform's own set cannot be changed" })),
  );
}
