import { routes } from "@shoal/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
import {
  readCountAddress,
  readMultiSearchAddress,
  readPlainAddress,
  readSearchAddress,
} from "./address-parameters.ts";
import { SEARCH_HEALTH, SEARCH_INFO } from "./elastic-info.ts";
import type { RankingsService } from "./rankings.service.ts";
import { readerOf } from "./reader.ts";
import type { SearchService } from "./search.service.ts";

/** The content type of Elasticsearch's own clients. */
const ELASTIC_JSON = /^application\/vnd\.elasticsearch\+json(;|$)/;
/** The content types of newline-delimited JSON, from Elasticsearch's clients and others. */
const JSON_LINES = /^application\/(?:vnd\.elasticsearch\+)?x-ndjson(;|$)/;

/** Adds the header without which Elasticsearch's clients reject responses. */
const addProductHeader = (reply: FastifyReply) => void reply.header("x-elastic-product", "Elasticsearch");

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
  app.addContentTypeParser(JSON_LINES, { parseAs: "string" }, (_request, body, done) => done(null, body));
  registerSearches(app, guardFor, services.search);
  registerBesideSearches(app, guardFor, services.search);
  registerFigures(app, guardFor, services);
}

function registerSearches(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  const inAddress = (query: unknown, reply: FastifyReply) => {
    addProductHeader(reply);
    return readSearchAddress(query);
  };
  bindRoutes(app, guardFor, routes, {
    searchKey: async ({ request, reply, params, query, body }) =>
      search.search(readerOf(request, reply), { key: params.key, body, address: inAddress(query, reply) }),
    searchKeyByAddress: async ({ request, reply, params, query }) =>
      search.search(readerOf(request, reply), {
        key: params.key,
        body: {},
        address: inAddress(query, reply),
      }),
    searchAllByAddress: async ({ request, reply, query }) =>
      search.search(readerOf(request, reply), { body: {}, address: inAddress(query, reply) }),
  });
  for (const route of [routes.searchAll, routes.searchViewers])
    bindRoute(app, guardFor, route, async ({ request, reply, query, body }) =>
      search.search(readerOf(request, reply), { body, address: inAddress(query, reply) }),
    );
  bindRoutes(app, guardFor, routes, {
    feedback: async ({ request, reply, body: { key, query = {} } }) => ({
      data: await search.search(readerOf(request, reply), { key, body: query, at: "query" }),
    }),
  });
}

function registerBesideSearches(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  bindRoutes(app, guardFor, routes, {
    searchInfo: async ({ reply, query }) => {
      addProductHeader(reply);
      readPlainAddress(query, []);
      return SEARCH_INFO;
    },
  });
  registerHealth(app, guardFor, search);
  registerSeveral(app, guardFor, search);
  registerCounts(app, guardFor, search);
  registerFields(app, guardFor, search);
}

function registerHealth(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  const known = ["wait_for_status", "timeout"];
  bindRoutes(app, guardFor, routes, {
    searchHealth: async ({ reply, query }) => {
      addProductHeader(reply);
      readPlainAddress(query, known);
      return SEARCH_HEALTH;
    },
    searchKeyHealth: async ({ request, reply, params, query }) => {
      addProductHeader(reply);
      readPlainAddress(query, known);
      await search.assertThere(readerOf(request, reply), { key: params.key });
      return SEARCH_HEALTH;
    },
  });
}

function registerSeveral(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  bindRoutes(app, guardFor, routes, {
    searchSeveral: async ({ request, reply, query }) => {
      addProductHeader(reply);
      const address = readMultiSearchAddress(query);
      return search.searchSeveral(readerOf(request, reply), { lines: request.body, address });
    },
    searchKeySeveral: async ({ request, reply, params, query }) => {
      addProductHeader(reply);
      const address = readMultiSearchAddress(query);
      return search.searchSeveral(readerOf(request, reply), {
        key: params.key,
        lines: request.body,
        address,
      });
    },
  });
}

function registerCounts(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  const inAddress = (query: unknown, reply: FastifyReply) => {
    addProductHeader(reply);
    return readCountAddress(query);
  };
  bindRoutes(app, guardFor, routes, {
    countKey: async ({ request, reply, params, query, body }) =>
      search.count(readerOf(request, reply), { ...inAddress(query, reply), key: params.key, body }),
    countAll: async ({ request, reply, query, body }) =>
      search.count(readerOf(request, reply), { ...inAddress(query, reply), body }),
    countKeyByAddress: async ({ request, reply, params, query }) =>
      search.count(readerOf(request, reply), { ...inAddress(query, reply), key: params.key, body: {} }),
    countAllByAddress: async ({ request, reply, query }) =>
      search.count(readerOf(request, reply), { ...inAddress(query, reply), body: {} }),
  });
}

function registerFields(app: FastifyInstance, guardFor: GuardFor, search: SearchService): void {
  const inAddress = (query: unknown, reply: FastifyReply) => {
    addProductHeader(reply);
    const known = ["fields", "ignore_unavailable", "include_unmapped", "include_empty_fields"];
    const { texts, isLenient } = readPlainAddress(query, known);
    return { fields: texts.fields, isLenient };
  };
  bindRoutes(app, guardFor, routes, {
    getKeyMapping: async ({ request, reply, params, query }) => {
      addProductHeader(reply);
      const { isLenient } = readPlainAddress(query, ["ignore_unavailable"]);
      return search.getMapping(readerOf(request, reply), { key: params.key, isLenient });
    },
    getMapping: async ({ request, reply, query }) => {
      addProductHeader(reply);
      readPlainAddress(query, ["ignore_unavailable"]);
      return search.getMapping(readerOf(request, reply), {});
    },
    findKeyFields: async ({ request, reply, params, query, body }) =>
      search.findFields(readerOf(request, reply), { ...inAddress(query, reply), key: params.key, body }),
    findFields: async ({ request, reply, query, body }) =>
      search.findFields(readerOf(request, reply), { ...inAddress(query, reply), body }),
    findKeyFieldsByAddress: async ({ request, reply, params, query }) =>
      search.findFields(readerOf(request, reply), { ...inAddress(query, reply), key: params.key, body: {} }),
    findFieldsByAddress: async ({ request, reply, query }) =>
      search.findFields(readerOf(request, reply), { ...inAddress(query, reply), body: {} }),
  });
}

function registerFigures(
  app: FastifyInstance,
  guardFor: GuardFor,
  { search, rankings }: SearchServices,
): void {
  bindRoutes(app, guardFor, routes, {
    findMetricsKey: ({ request, reply, params }) => search.findKey(readerOf(request, reply), params.key),
    listMetricsKeys: ({ request, reply, query }) => rankings.listBest(readerOf(request, reply), query),
    listOwnMetricsKeys: ({ request, reply, query }) => rankings.listWorst(readerOf(request, reply), query),
    feedbackCdn: ({ request, reply, body }) => search.listCdnDays(readerOf(request, reply), body),
    feedbackRunning: ({ request, reply, body }) => search.countRunning(readerOf(request, reply), body.key),
    rankVideos: ({ request, reply, body }) => rankings.rank(readerOf(request, reply), body),
  });
}
