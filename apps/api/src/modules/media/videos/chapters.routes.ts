import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { ChaptersService } from "./chapters.service.ts";
import { readChaptersBody } from "./chapters-body.ts";

const TYPES = { vtt: "text/vtt", txt: "text/plain", csv: "text/csv" } as const;

export function registerChapterRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  chapters: ChaptersService,
): void {
  bindRoute(app, guardFor, routes.setChapters, ({ request, params, body }) =>
    chapters.setChapters(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.importChapters, async ({ request, params, query }) =>
    chapters.importChapters(actorOf(request), params.id, await readChaptersBody(request), query.revision),
  );
  bindRoute(app, guardFor, routes.exportChapters, async ({ request, params, query, reply }) => {
    const { text, name } = await chapters.exportChapters(actorOf(request), params.id, query.format);
    reply
      .type(`${TYPES[query.format]}; charset=utf-8`)
      .header("content-disposition", `attachment; filename="${name}"`)
      .header("cache-control", "no-store");
    return text as never;
  });
}
