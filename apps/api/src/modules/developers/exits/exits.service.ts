import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  AppError,
  EXIT_LINK_LIFETIME_MS,
  EXIT_RETENTION_DAYS,
  type ExitLink,
  type ExitView,
  fillPath,
  MAX_EXITS,
  routes,
} from "@shoal/contract";
import { passesGuard } from "@shoal/domain";
import type { MediaStore } from "@shoal/store";
import type { Database } from "../../../platform/database.ts";
import { type Actor, findActorOfUser } from "../../accounts/auth/index.ts";
import { createExitsRepository, createExitWorkRepository, type FoundExit } from "./exits.repository.ts";
import { readArchive } from "./read-archive.ts";

/** The number of random bytes of a key, which cannot be guessed. The rest of the key identifies the link's creator. */
const KEY_RANDOM_BYTES = 16;
/** The number of files looked up at once. Files of lines are read into memory, a few MB each at most. */
const FILES_AT_ONCE = 16;
const DAY_MS = 24 * 3_600_000;

export interface ExitsDeps {
  db: Database;
  store: Pick<MediaStore, "stream" | "pathOf">;
  publicUrl: string;
}

/** Creates the service with which a client exports all of its data as an archive. */
export function createExitsService({ db, store, publicUrl }: ExitsDeps) {
  return {
    async listExits({ clientUuid }: Actor): Promise<ExitView[]> {
      return (await createExitsRepository(db).listExits(clientUuid)).map(presentExit);
    },

    /** @throws AppError "exits_too_many". */
    async createExit({ clientUuid, userUuid }: Actor): Promise<ExitView> {
      const uuid = randomUUID();
      return db.transaction().execute(async (tx) => {
        const exits = createExitsRepository(tx);
        await exits.lockClient(clientUuid);
        if (await exits.isFull(clientUuid))
          throw new AppError("exits_too_many", `A client can have at most ${MAX_EXITS} archives`);
        await exits.addExit({ uuid, client_uuid: clientUuid, user_uuid: userUuid });
        const made = await exits.findExit(clientUuid, uuid);
        if (!made) throw new AppError("internal_error");
        return presentExit(made);
      });
    },

    /** @throws AppError "exit_not_found", also if it is not ready. */
    async createLink({ clientUuid, userUuid }: Actor, uuid: string): Promise<ExitLink> {
      const key = keyFor(userUuid);
      const until = new Date(Date.now() + EXIT_LINK_LIFETIME_MS);
      if (!(await createExitsRepository(db).setKey(clientUuid, uuid, { hash: computeHash(key), until })))
        throw exitNotFound();
      const path = fillPath(routes.downloadExit.path, { key });
      return { url: `${publicUrl}${path}`, expiresAt: until.toISOString() };
    },

    /** @throws AppError "exit_not_found". */
    async deleteExit({ clientUuid }: Actor, uuid: string): Promise<void> {
      if (!(await createExitsRepository(db).deleteExit(clientUuid, uuid))) throw exitNotFound();
    },

    /**
     * Opens the archive of a link, as long as the link's creator may still create links.
     * @throws AppError "exit_not_found".
     */
    async openArchive(key: string) {
      const work = createExitWorkRepository(db);
      const exit = await work.findByKey(computeHash(key));
      if (!exit) throw exitNotFound();
      const maker = await findActorOfUser(db, { userUuid: makerOfLink(key), clientUuid: exit.client_uuid });
      if (!maker || !passesGuard(maker, routes.createExitLink.guard)) throw exitNotFound();
      const sizeBytes = exit.size_bytes;
      const archive = {
        sizeBytes,
        mtimeSec: Math.floor(exit.snapshot_at.getTime() / 1_000),
        findFilesFrom: (offset: number) => work.listFilesFrom(exit, offset, FILES_AT_ONCE),
      };
      return {
        sizeBytes,
        name: `shoal-exit-${exit.snapshot_at.toISOString().slice(0, 10)}.tar`,
        // The manifest contains the checksums of all files.
        etag: `"${exit.manifest_sha256?.toString("base64url")}"`,
        read: (range: { from: number; to: number }) => readArchive(archive, range, store),
      };
    },
  };
}
export type ExitsService = ReturnType<typeof createExitsService>;

const keyFor = (userUuid: string): string =>
  Buffer.concat([randomBytes(KEY_RANDOM_BYTES), Buffer.from(userUuid.replaceAll("-", ""), "hex")]).toString(
    "base64url",
  );

/**
 * Returns the user who created a link, from its key. Forged keys have already been rejected, because their hashes are unknown.
 */
const makerOfLink = (key: string): string =>
  Buffer.from(key, "base64url")
    .subarray(KEY_RANDOM_BYTES)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const computeHash = (key: string) => createHash("sha256").update(key).digest();
const exitNotFound = () => new AppError("exit_not_found", "No such archive, or its link has expired");

const presentExit = (row: FoundExit): ExitView => ({
  uuid: row.uuid,
  state: row.state,
  fault: row.fault,
  snapshotAt: row.snapshot_at.toISOString(),
  user: row.username,
  fileCount: row.file_count,
  checkedCount: row.checked_count,
  sizeBytes: row.size_bytes,
  missingCount: row.missing_count,
  readyAt: row.ready_at?.toISOString() ?? null,
  deletedAt: row.ready_at
    ? new Date(row.ready_at.getTime() + EXIT_RETENTION_DAYS * DAY_MS).toISOString()
    : null,
});
