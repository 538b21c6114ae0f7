import { routes } from "@shoal/contract";
import { writeCaptionsFile } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { CaptionsService } from "./captions.service.ts";
import { readUploadBody } from "./upload-body.ts";

const TYPES = { vtt: "text/vtt", srt: "application/x-subrip" } as const;

export function registerCaptionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  captions: CaptionsService,
): void {
  bindRoute(app, guardFor, routes.listCaptions, ({ request, params }) =>
    captions.listCaptions(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.uploadCaptions, async ({ request, params }) =>
    captions.addCaptions(actorOf(request), params.id, await readUploadBody(request)),
  );
  bindRoute(app, guardFor, routes.getCaptions, ({ request, params }) =>
    captions.getCaptions(actorOf(request), params),
  );
  bindRoute(app, guardFor, routes.changeCaptions, ({ request, params, body }) =>
    captions.changeCaptions(actorOf(request), params, body),
  );
  bindRoute(app, guardFor, routes.setCaptionCues, ({ request, params, body }) =>
    captions.setCues(actorOf(request), params, body),
  );
  bindRoute(app, guardFor, routes.exportCaptions, async ({ request, params, query, reply }) => {
    const { cues, language } = await captions.getCaptions(actorOf(request), params);
    reply
      .type(`${TYPES[query.format]}; charset=utf-8`)
      .header("content-disposition", `attachment; filename="captions-${language}.${query.format}"`)
      .header("cache-control", "no-store");
    return writeCaptionsFile(cues, query.format) as never;
  });
  bindRoute(
    app,
    guardFor,
    routes.deleteCaptions,
    ({ request, params }) => captions.deleteCaptions(actorOf(request), params) as Promise<undefined>,
  );
}
