import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { readPictureBody } from "./picture-body.ts";
import type { ThumbnailsService } from "./thumbnails.service.ts";

export function registerThumbnailRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  thumbnails: ThumbnailsService,
): void {
  bindRoutes(app, guardFor, routes, {
    takeThumbnail: ({ actor, params }) => thumbnails.captureFrame(actor, params.id, params.t),
    uploadThumbnail: async ({ actor, request, params }) => {
      await thumbnails.assertThere(actor, params.id);
      return thumbnails.uploadPicture(actor, params.id, await readPictureBody(request));
    },
    resetThumbnail: ({ actor, params }) => thumbnails.resetThumbnail(actor, params.id),
  });
}
