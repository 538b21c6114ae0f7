import { AppError, type Category, MAX_CATEGORIES, type VideoView } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideosService, videoNotFound } from "../videos/index.ts";
import { createLabelsRepository } from "./labels.repository.ts";

export interface LabelsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo">;
}

/** Manages the labels of videos: tags, which are plain words, and categories, which belong to the client. */
export function createLabelsService({ db, realtime, videos }: LabelsDeps) {
  return {
    /** @param client another client, for administrators. @throws AppError "forbidden". */
    async listTags(actor: Actor, client: string | undefined): Promise<{ _id: string; count: number }[]> {
      if (client && client !== actor.clientUuid && !hasRole(actor.roles, "admin"))
        throw new AppError("forbidden", "This is not your client");
      const tags = await createLabelsRepository(db).listTags(client ?? actor.clientUuid);
      return tags.map(({ tag, count }) => ({ _id: tag, count }));
    },

    async listCategories(actor: Actor): Promise<Category[]> {
      return (await createLabelsRepository(db).listCategories(actor.clientUuid)).map(presentCategory);
    },

    /** @throws AppError "category_name_taken", or "bad_request" if there are too many. */
    addCategory: (actor: Actor, name: string): Promise<Category> =>
      withUniqueName(async (tx) => {
        const labels = createLabelsRepository(tx);
        if ((await labels.countForAdding(actor.clientUuid)) >= MAX_CATEGORIES) throw tooManyCategoriesError();
        return getCategory(tx, actor, await labels.addCategory(actor.clientUuid, name));
      }),

    /** @throws AppError "category_not_found" or "category_name_taken". */
    renameCategory: (actor: Actor, uuid: string, name: string): Promise<Category> =>
      withUniqueName(async (tx) => {
        await createLabelsRepository(tx).renameCategory(actor.clientUuid, uuid, name);
        return getCategory(tx, actor, uuid);
      }),

    /** @throws AppError "category_not_found". */
    async deleteCategory(actor: Actor, uuid: string): Promise<void> {
      if (!(await createLabelsRepository(db).deleteCategory(actor.clientUuid, uuid)))
        throw categoryNotFound();
    },

    /** @throws AppError "video_not_found" or "category_not_found". */
    addToCategory: (actor: Actor, uuid: string, categoryUuid: string): Promise<VideoView> =>
      label(actor, uuid, categoryUuid, (tx) => createLabelsRepository(tx).addLabel(uuid, categoryUuid)),

    /** @throws AppError "video_not_found" or "category_not_found". */
    removeFromCategory: (actor: Actor, uuid: string, categoryUuid: string): Promise<VideoView> =>
      label(actor, uuid, categoryUuid, (tx) => createLabelsRepository(tx).removeLabel(uuid, categoryUuid)),
  };

  function withUniqueName(work: (tx: Tx) => Promise<Category>): Promise<Category> {
    return db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, "categories_name")) throw error;
        throw new AppError("category_name_taken", "A category with this name already exists", [
          { path: "name", reason: "is already in use" },
        ]);
      });
  }

  async function label(
    actor: Actor,
    uuid: string,
    categoryUuid: string,
    work: (tx: Tx) => Promise<void>,
  ): Promise<VideoView> {
    await db.transaction().execute(async (tx) => {
      if (!(await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid))) throw videoNotFound();
      if (!(await createLabelsRepository(tx).holdCategory(actor.clientUuid, categoryUuid)))
        throw categoryNotFound();
      await work(tx);
    });
    realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    return videos.getVideo(actor, uuid);
  }
}
export type LabelsService = ReturnType<typeof createLabelsService>;

async function getCategory(tx: Tx, actor: Actor, uuid: string): Promise<Category> {
  const row = await createLabelsRepository(tx).findCategory(actor.clientUuid, uuid);
  if (!row) throw categoryNotFound();
  return presentCategory(row);
}

function presentCategory(row: { uuid: string; name: string; video_count: number }): Category {
  return { id: row.uuid, name: row.name, videoCount: row.video_count };
}

const categoryNotFound = () => new AppError("category_not_found", "No such category");
const tooManyCategoriesError = () =>
  new AppError("bad_request", "Too many categories", [
    { path: "name", reason: `exceeds the maximum of ${MAX_CATEGORIES} categories` },
  ]);
