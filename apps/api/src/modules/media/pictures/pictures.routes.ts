import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import { readPictureBody } from "./picture-body.ts";
import type { PicturesService } from "./pictures.service.ts";

export function registerPictureRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  pictures: PicturesService,
): void {
  bindRoutes(app, guardFor, routes, {
    listPictures: ({ actor, query }) => pictures.listPictures(actor, query),
    getPicture: ({ actor, params }) => pictures.getPicture(actor, params.id),
    addPicture: async ({ actor, request }) => pictures.addPicture(actor, await readPictureBody(request)),
    updatePicture: ({ actor, params, body }) => pictures.updatePicture(actor, params.id, body),
    deletePicture: ({ actor, params }) => pictures.deletePicture(actor, params.id),
  });
}
