import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import { readPictureBody } from "./picture-body.ts";
import type { ThumbnailsService } from "./thumbnails.service.ts";

export function registerThumbnailRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  thumbnails: ThumbnailsService,
): void {
  bindRoute(app, guardFor, routes.takeThumbnail, ({ request, params }) =>
    thumbnails.takeFrame(actorOf(request), params.id, params.t),
  );
  bindRoute(app, guardFor, routes.uploadThumbnail, async ({ request, params }) => {
    await thumbnails.assertThere(actorOf(request), params.id);
    return thumbnails.uploadPicture(actorOf(request), params.id, await readPictureBody(request));
  });
  bindRoute(app, guardFor, routes.resetThumbnail, ({ request, params }) =>
    thumbnails.resetThumbnail(actorOf(request), params.id),
  );
}
