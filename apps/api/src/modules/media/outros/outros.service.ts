import {
  AppError,
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  type FieldError,
  MAX_OUTROS,
  type OutroFigures,
  type OutroInput,
  type OutroListQuery,
  type OutroView,
  type routes,
  type VideoView,
} from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createPicturesRepository, presentPicture } from "../pictures/index.ts";
import { createVideosRepository, type VideosService, videoNotFound } from "../videos/index.ts";
import { picturesOf, presentOutro } from "./outros.present.ts";
import { createOutrosRepository, type OutroRow } from "./outros.repository.ts";

/** Reads figures by outro; undefined while they are unavailable. */
type ReadOutroFigures = (
  clientUuid: string,
  outroUuids: string[],
) => Promise<Map<string, OutroFigures> | undefined>;
export const FIGURES_OF_OUTROS = need<ReadOutroFigures>("figures of outros");

export interface OutrosDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  videos: Pick<VideosService, "getVideo">;
  readFigures: ReadOutroFigures;
  edgeUrl: string;
}

const NO_OUTRO_FIGURES: OutroFigures = { shown: 0, buttonClicks: 0, subtextClicks: 0 };

/** Manages outros. They belong to a client, and many of its videos may share one. */
export function createOutrosService({ db, realtime, videos, readFigures, edgeUrl }: OutrosDeps) {
  const service = {
    async listOutros(actor: Actor, query: OutroListQuery) {
      const outros = createOutrosRepository(db);
      const limit = query.pagesize ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const [size, rows] = await Promise.all([
        outros.countOutros(actor.clientUuid, query.search),
        limit === 0 ? [] : outros.listOutros(actor.clientUuid, query.search, page),
      ]);
      return { _embedded: await present(actor, rows), _size: size };
    },

    /** @throws AppError "outro_not_found". */
    async getOutro(actor: Actor, uuid: string): Promise<OutroView> {
      const row = await createOutrosRepository(db).findOutro(actor.clientUuid, uuid);
      const [outro] = row ? await present(actor, [row]) : [];
      if (!outro) throw outroNotFound();
      return outro;
    },

    /** @throws AppError "picture_not_found" that names the field, or "bad_request" if there are too many. */
    async addOutro(actor: Actor, input: OutroInput): Promise<OutroView> {
      const uuid = await db.transaction().execute(async (tx) => {
        const outros = createOutrosRepository(tx);
        if ((await outros.countForAdding(actor.clientUuid)) >= MAX_OUTROS) throw tooManyOutrosError();
        await lockPictures(tx, actor, input);
        return outros.addOutro({ client_uuid: actor.clientUuid, ...columnsOf(input) });
      });
      return service.getOutro(actor, uuid);
    },

    /** @throws AppError "outro_not_found", "edit_conflict", or "picture_not_found" that names the field. */
    async updateOutro(
      actor: Actor,
      uuid: string,
      { revision, ...input }: BodyOf<typeof routes.updateOutro>,
    ): Promise<OutroView> {
      await db.transaction().execute(async (tx) => {
        const outros = createOutrosRepository(tx);
        const outro = await outros.lockOutro(actor.clientUuid, uuid);
        if (!outro) throw outroNotFound();
        if (outro.revision !== revision)
          throw new AppError("edit_conflict", "Someone else changed this outro: fetch it again");
        await lockPictures(tx, actor, input);
        await outros.updateOutro(actor.clientUuid, uuid, columnsOf(input));
        await outros.touchVideos(actor.clientUuid, [uuid]);
      });
      return service.getOutro(actor, uuid);
    },

    /** @throws AppError "outro_not_found". */
    async deleteOutro(actor: Actor, uuid: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const outros = createOutrosRepository(tx);
        if (!(await outros.lockOutro(actor.clientUuid, uuid))) throw outroNotFound();
        await outros.touchVideos(actor.clientUuid, [uuid]);
        await outros.deleteOutro(actor.clientUuid, uuid);
      });
    },

    /** @param outroUuid null removes the outro. @throws AppError "video_not_found" or "outro_not_found". */
    async assignOutro(actor: Actor, videoUuid: string, outroUuid: string | null): Promise<VideoView> {
      await db.transaction().execute(async (tx) => {
        const repository = createVideosRepository(tx);
        if (!(await repository.lockVideo(actor.clientUuid, videoUuid))) throw videoNotFound();
        if (outroUuid && !(await createOutrosRepository(tx).holdOutro(actor.clientUuid, outroUuid)))
          throw outroNotFound();
        await repository.updateVideo(actor.clientUuid, videoUuid, { outro_uuid: outroUuid });
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid: videoUuid, isNew: false });
      return videos.getVideo(actor, videoUuid);
    },

    /** The edge page that previews an outro for its editor. */
    previewUrl: `${edgeUrl}/outro`,
  };
  return service;

  async function present(actor: Actor, rows: OutroRow[]): Promise<OutroView[]> {
    const [pictures, figures] = await Promise.all([
      createPicturesRepository(db).listByUuid(actor.clientUuid, picturesOf(rows)),
      readFigures(
        actor.clientUuid,
        rows.map(({ uuid }) => uuid),
      ),
    ]);
    const views = new Map(pictures.map((row) => [row.uuid, presentPicture(row, edgeUrl)]));
    return rows.map((row) =>
      presentOutro(row, views, figures ? (figures.get(row.uuid) ?? NO_OUTRO_FIGURES) : null),
    );
  }
}
export type OutrosService = ReturnType<typeof createOutrosService>;

/** Prevents the pictures from being deleted while an outro starts to use them. */
async function lockPictures(tx: Tx, actor: Actor, input: OutroInput): Promise<void> {
  const fields: FieldError[] = [];
  const pictures = createPicturesRepository(tx);
  // Pictures are locked in a fixed order, so that two requests for the same pictures cannot deadlock.
  const wanted = [
    { path: "image", uuid: input.image },
    { path: "backgroundImage", uuid: input.backgroundImage },
  ].toSorted((a, b) => String(a.uuid).localeCompare(String(b.uuid)));
  for (const { path, uuid } of wanted) {
    const picture = uuid === null ? undefined : await pictures.lockPicture(actor.clientUuid, uuid);
    if (uuid !== null && picture?.state !== "ready")
      fields.push({ path, reason: picture ? "is not ready yet" : "is not in the picture bank" });
  }
  if (fields.length > 0) throw new AppError("picture_not_found", "This picture is not ready yet", fields);
}

function columnsOf({ title, description, button, subtext, image, backgroundImage }: OutroInput) {
  return {
    title,
    description,
    button: button && JSON.stringify(button),
    subtext: subtext && JSON.stringify(subtext),
    image_uuid: image,
    background_uuid: backgroundImage,
  };
}

const outroNotFound = () => new AppError("outro_not_found", "No such outro");
const tooManyOutrosError = () =>
  new AppError("bad_request", "Too many outros", [
    { path: "title", reason: `exceeds the maximum of ${MAX_OUTROS} outros` },
  ]);
