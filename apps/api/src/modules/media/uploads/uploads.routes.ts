import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { RemovalService } from "../plans/index.ts";
import type { ReplacementsService } from "../replacements/index.ts";
import type { VideoRow } from "../videos/index.ts";
import type { UseChunkBody } from "./chunk-body.ts";
import { requestedVideo } from "./requested-video.ts";
import type { UploadsService } from "./uploads.service.ts";

export function registerUploadRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  {
    uploads,
    removal,
    replacements,
    useChunkBody,
  }: {
    uploads: UploadsService;
    useChunkBody: UseChunkBody;
    removal: Pick<RemovalService, "cancelUpload">;
    replacements: Pick<ReplacementsService, "cancelUpload">;
  },
): void {
  bindRoutes(app, guardFor, routes, {
    createVideo: async ({ actor, body }) =>
      presentNew(await uploads.createVideo(actor, requestedVideo(body), presentNew)),
    createVideos: async ({ actor, body }) =>
      presentAllNew(await uploads.createVideos(actor, body.map(requestedVideo), { answerOf: presentAllNew })),
    getUpload: ({ actor, params }) => uploads.getUpload(actor, params.id),
    findUploads: ({ actor, query }) => uploads.findUploads(actor, query.fingerprint),
    cancelUpload: async ({ actor, params }) => {
      if (!(await replacements.cancelUpload(actor, params.id))) await removal.cancelUpload(actor, params.id);
    },
    failUploads: ({ actor, body }) => uploads.failUploads(actor, body.uuids),
    uploadChunk: ({ actor, request, reply, params }) => {
      const sender = actor;
      return uploads.storeChunk(sender, params.uuid, params.chunkNumber, (use) =>
        useChunkBody({ request, reply, sender }, use),
      );
    },
  });
}

const presentNew = ({ uuid, title }: VideoRow) => ({ uuid, title });
const presentAllNew = (rows: VideoRow[]) =>
  rows.map(({ uuid, title, original_name }) => ({
    video: { uuid, title, originalname: original_name ?? title },
  }));
