import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import type { ChaptersService } from "./chapters.service.ts";
import { readChaptersBody } from "./chapters-body.ts";

const TYPES = { vtt: "text/vtt", txt: "text/plain", csv: "text/csv" } as const;

export function registerChapterRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  chapters: ChaptersService,
): void {
  bindRoutes(app, guardFor, routes, {
    setChapters: ({ actor, params, body }) => chapters.setChapters(actor, params.id, body),
    importChapters: async ({ actor, request, params, query }) =>
      chapters.importChapters(actor, params.id, await readChaptersBody(request), query.revision),
    exportChapters: async ({ actor, params, query, reply }) => {
      const { text, name } = await chapters.exportChapters(actor, params.id, query.format);
      reply
        .type(`${TYPES[query.format]}; charset=utf-8`)
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("cache-control", "no-store");
      return text as never;
    },
  });
}
