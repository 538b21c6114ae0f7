import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { bindRoute, type GuardFor } from "../../platform/http/bind-route.ts";
import type { RankingsService } from "./rankings.service.ts";
import { readerOf } from "./reader.ts";
import type { SearchService } from "./search.service.ts";

/** As which its own clients send JSON. */
const ELASTIC_JSON = /^application\/vnd\.elasticsearch\+json(;|$)/;

/** Its clients take answers from Elasticsearch alone, and know them by this. */
const signed = (reply: FastifyReply) => void reply.header("x-elastic-product", "Elasticsearch");

export interface SearchServices {
  search: SearchService;
  rankings: RankingsService;
}

export function registerSearchRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  services: SearchServices,
): void {
  app.addContentTypeParser(ELASTIC_JSON, { parseAs: "string" }, app.getDefaultJsonParser("error", "error"));
  registerSearches(app, guardFor, services.search);
  registerFigures(app, guardFor, services);
}

function registerSearches(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  bindRoute(app, guardFor, routes.searchKey, ({ request, reply, params, body }) => {
    signed(reply);
    return search.search(readerOf(request, reply), { key: params.key, body });
  });
  for (const route of [routes.searchAll, routes.searchViewers])
    bindRoute(app, guardFor, route, ({ request, reply, body }) => {
      signed(reply);
      return search.search(readerOf(request, reply), { body });
    });
  bindRoute(app, guardFor, routes.feedback, async ({ request, reply, body: { key, query = {} } }) => ({
    data: await search.search(readerOf(request, reply), { key, body: query, at: "query" }),
  }));
}

function registerFigures(
  app: FastifyInstance,
  guardFor: GuardFor,
  { search, rankings }: SearchServices,
): void {
  bindRoute(app, guardFor, routes.findMetricsKey, ({ request, reply, params }) =>
    search.findKey(readerOf(request, reply), params.key),
  );
  bindRoute(app, guardFor, routes.listMetricsKeys, ({ request, reply, query }) =>
    rankings.listBest(readerOf(request, reply), query),
  );
  bindRoute(app, guardFor, routes.listOwnMetricsKeys, ({ request, reply, query }) =>
    rankings.listWorst(readerOf(request, reply), query),
  );
  bindRoute(app, guardFor, routes.feedbackCdn, ({ request, reply, body }) =>
    search.listCdnDays(readerOf(request, reply), body),
  );
  bindRoute(app, guardFor, routes.feedbackRunning, ({ request, reply, body }) =>
    search.countRunning(readerOf(request, reply), body.key),
  );
  bindRoute(app, guardFor, routes.rankVideos, ({ request, reply, body }) =>
    rankings.rank(readerOf(request, reply), body),
  );
}
