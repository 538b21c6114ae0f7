import { routes } from "@shoal/contract";
import { writeCaptionsFile } from "@shoal/domain";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { CaptionsService } from "./captions.service.ts";
import { readUploadBody } from "./upload-body.ts";

const CONTENT_TYPES = { vtt: "text/vtt", srt: "application/x-subrip" } as const;

export function registerCaptionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  captions: CaptionsService,
): void {
  bindRoutes(app, guardFor, routes, {
    listCaptions: ({ actor, params }) => captions.listCaptions(actor, params.id),
    uploadCaptions: async ({ actor, request, params }) =>
      captions.addCaptions(actor, params.id, await readUploadBody(request)),
    getCaptions: ({ actor, params }) => captions.getCaptions(actor, params),
    changeCaptions: ({ actor, params, body }) => captions.changeCaptions(actor, params, body),
    setCaptionCues: ({ actor, params, body }) => captions.setCues(actor, params, body),
    exportCaptions: async ({ actor, params, query, reply }) => {
      const { cues, language } = await captions.getCaptions(actor, params);
      reply
        .type(`${CONTENT_TYPES[query.format]}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="captions-${language}.${query.format}"`)
        .header("cache-control", "no-store");
      return writeCaptionsFile(cues, query.format) as never;
    },
    deleteCaptions: ({ actor, params }) => captions.deleteCaptions(actor, params),
  });
}
