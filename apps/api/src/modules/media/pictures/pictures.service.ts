import { randomUUID } from "node:crypto";
import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  MAX_PICTURE_NAME_LENGTH,
  MAX_PICTURES,
  PICTURE_REFUSALS,
  type PictureListQuery,
  type PictureView,
  type routes,
} from "@shoal/contract";
import type { MediaStore } from "@shoal/store";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { DiskGuard } from "../../../platform/disk-guard.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { PictureBody } from "./picture-body.ts";
import { assertPicture, pictureRefused } from "./picture-check.ts";
import { presentPicture } from "./pictures.present.ts";
import { createPicturesRepository } from "./pictures.repository.ts";

/** Runs within the transaction that changes a picture in use. */
type OnPictureChanged = (tx: Tx, clientUuid: string, uuid: string) => Promise<void>;
export const ON_PICTURE_CHANGED = need<OnPictureChanged>("changes of pictures");

export interface PicturesDeps {
  db: Database;
  store: Pick<MediaStore, "put" | "remove">;
  queue: Pick<JobQueue, "send" | "sendPurge">;
  disk: DiskGuard;
  edgeUrl: string;
  onChanged: OnPictureChanged;
}

/** The maximum number of outros named when a picture cannot be deleted. */
const MAX_NAMED_OUTROS = 20;
export const folderOf = (uuid: string) => `pictures/${uuid}/`;
/** Returns the folder of the uploaded file, which only a worker reads and which is removed afterwards. */
export const sourceFolderOf = (uuid: string) => `${folderOf(uuid)}source/`;

/** Manages the picture bank of clients. */
export function createPicturesService({ db, store, queue, disk, edgeUrl, onChanged }: PicturesDeps) {
  const service = {
    async listPictures(actor: Actor, query: PictureListQuery) {
      const pictures = createPicturesRepository(db);
      const limit = query.pagesize ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const [size, rows] = await Promise.all([
        pictures.countPictures(actor.clientUuid, query.search),
        limit === 0 ? [] : pictures.listPictures(actor.clientUuid, query.search, page),
      ]);
      return { _embedded: rows.map((row) => presentPicture(row, edgeUrl)), _size: size };
    },

    /** @throws AppError "picture_not_found". */
    async getPicture(actor: Actor, uuid: string): Promise<PictureView> {
      const row = await createPicturesRepository(db).findPicture(actor.clientUuid, uuid);
      if (!row) throw pictureNotFound();
      return presentPicture(row, edgeUrl);
    },

    /** Stores an uploaded file and requests its conversion. @throws AppError "picture_refused", "disk_low". */
    async addPicture(actor: Actor, body: PictureBody): Promise<PictureView> {
      assertPicture(body.bytes);
      await disk.assertRoom(body.bytes.length);
      const uuid = randomUUID();
      const object = `${sourceFolderOf(uuid)}original`;
      // The file is stored first, so that the worker always finds it.
      await store.put(object, body.bytes);
      await db
        .transaction()
        .execute((tx) => register(tx, actor, { uuid, object, body }))
        .catch(async (error: unknown) => {
          await store.remove(folderOf(uuid));
          throw error;
        });
      return service.getPicture(actor, uuid);
    },

    /** @throws AppError "picture_not_found". */
    async updatePicture(
      actor: Actor,
      uuid: string,
      change: BodyOf<typeof routes.updatePicture>,
    ): Promise<PictureView> {
      await db.transaction().execute(async (tx) => {
        const pictures = createPicturesRepository(tx);
        const picture = await pictures.lockPicture(actor.clientUuid, uuid);
        if (!picture) throw pictureNotFound();
        await pictures.updatePicture(actor.clientUuid, uuid, withoutUndefined(change));
        const isSeen = change.alt !== undefined && change.alt !== picture.alt;
        if (isSeen) await onChanged(tx, actor.clientUuid, uuid);
      });
      return service.getPicture(actor, uuid);
    },

    /** @throws AppError "picture_not_found", or "picture_in_use" that names the outros. */
    async deletePicture(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const pictures = createPicturesRepository(tx);
        if (!(await pictures.lockPicture(actor.clientUuid, uuid))) throw pictureNotFound();
        const users = await pictures.listUsers(actor.clientUuid, uuid, MAX_NAMED_OUTROS);
        if (users.length > 0) throw pictureInUseError(users);
        await pictures.deletePicture(actor.clientUuid, uuid);
        await queue.sendPurge(tx, { prefixes: [folderOf(uuid)] });
      });
    },
  };
  return service;

  async function register(
    tx: Tx,
    actor: Actor,
    { uuid, object, body }: { uuid: string; object: string; body: PictureBody },
  ): Promise<void> {
    const pictures = createPicturesRepository(tx);
    if ((await pictures.countForAdding(actor.clientUuid)) >= MAX_PICTURES)
      throw pictureRefused(PICTURE_REFUSALS.tooMany);
    await pictures.addPicture({
      uuid,
      client_uuid: actor.clientUuid,
      name: body.name ?? nameOfFile(body.originalName),
      alt: body.alt ?? "",
      original_name: body.originalName,
      original_size_bytes: body.bytes.length,
    });
    await queue.send(tx, "make-picture", {
      payload: { asset: { kind: "picture", uuid }, object },
      clientUuid: actor.clientUuid,
      key: `picture:${uuid}`,
    });
  }
}
export type PicturesService = ReturnType<typeof createPicturesService>;

const pictureNotFound = () => new AppError("picture_not_found", "No such picture");

/** @example nameOfFile("Our team.final.jpg") // "Our team.final" */
function nameOfFile(originalName: string): string {
  const name = originalName.replace(/\.[^.]*$/, "").trim() || originalName.trim();
  return name.slice(0, MAX_PICTURE_NAME_LENGTH).toWellFormed() || "Picture";
}

const withoutUndefined = <T extends object>(change: T): T =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;

const pictureInUseError = (users: { uuid: string; title: string }[]) =>
  new AppError(
    "picture_in_use",
    "This picture is used by outros: choose another picture for them first",
    users.map(({ uuid, title }) => ({ path: `outros.${uuid}`, reason: title })),
  );
