import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { RemovalService } from "../plans/index.ts";
import type { ReplacementsService } from "../replacements/index.ts";
import type { UseChunkBody } from "./chunk-body.ts";
import type { UploadsService } from "./uploads.service.ts";
import { wantedVideo } from "./wanted-video.ts";

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
  bindRoute(app, guardFor, routes.createVideo, async ({ request, body }) => {
    const { uuid, title } = await uploads.createVideo(actorOf(request), wantedVideo(body));
    return { uuid, title };
  });
  bindRoute(app, guardFor, routes.createVideos, async ({ request, body }) => {
    const rows = await uploads.createVideos(actorOf(request), body.map(wantedVideo));
    return rows.map(({ uuid, title, original_name }) => ({
      video: { uuid, title, originalname: original_name },
    }));
  });
  bindRoute(app, guardFor, routes.getUpload, ({ request, params }) =>
    uploads.getUpload(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.findUploads, ({ request, query }) =>
    uploads.findUploads(actorOf(request), query.fingerprint),
  );
  bindRoute(app, guardFor, routes.cancelUpload, async ({ request, params }) => {
    const actor = actorOf(request);
    if (!(await replacements.cancelUpload(actor, params.id))) await removal.cancelUpload(actor, params.id);
    return undefined;
  });
  bindRoute(
    app,
    guardFor,
    routes.failUploads,
    ({ request, body }) => uploads.failUploads(actorOf(request), body.uuids) as Promise<undefined>,
  );
  bindRoute(app, guardFor, routes.uploadChunk, ({ request, reply, params }) => {
    const sender = actorOf(request);
    return uploads.storeChunk(sender, params.uuid, params.chunkNumber, (use) =>
      useChunkBody({ request, reply, sender }, use),
    );
  });
}
