import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import { readPictureBody } from "./picture-body.ts";
import type { PicturesService } from "./pictures.service.ts";

export function registerPictureRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  pictures: PicturesService,
): void {
  bindRoute(app, guardFor, routes.listPictures, ({ request, query }) =>
    pictures.listPictures(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.getPicture, ({ request, params }) =>
    pictures.getPicture(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.addPicture, async ({ request }) =>
    pictures.addPicture(actorOf(request), await readPictureBody(request)),
  );
  bindRoute(app, guardFor, routes.updatePicture, ({ request, params, body }) =>
    pictures.updatePicture(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deletePicture,
    ({ request, params }) => pictures.deletePicture(actorOf(request), params.id) as Promise<undefined>,
  );
}
