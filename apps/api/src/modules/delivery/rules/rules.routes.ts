import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import { bindRoute, type GuardFor } from "../../../platform/http/bind-route.ts";
import { actorOf } from "../../accounts/auth/index.ts";
import type { CollectionsService } from "./collections.service.ts";
import type { ConfigsService } from "./configs.service.ts";
import type { VideoRulesService } from "./video-rules.service.ts";

export interface RulesServices {
  videoRules: VideoRulesService;
  configs: ConfigsService;
  collections: CollectionsService;
}

export function registerRuleRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  { videoRules, configs, collections }: RulesServices,
): void {
  bindRoute(app, guardFor, routes.getVideoRules, ({ request, params }) =>
    videoRules.getVideoRules(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateVideoRules, ({ request, params, body }) =>
    videoRules.updateVideoRules(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.getClientRules, ({ request, params }) =>
    videoRules.getClientRules(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateClientRules, ({ request, params, body }) =>
    videoRules.updateClientRules(actorOf(request), params.id, body),
  );
  registerConfigRoutes(app, guardFor, configs);
  registerCollectionRoutes(app, guardFor, collections);
}

function registerConfigRoutes(app: FastifyInstance, guardFor: GuardFor, configs: ConfigsService): void {
  bindRoute(app, guardFor, routes.listConfigs, ({ request, query }) =>
    configs.listConfigs(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.addConfig, ({ request, body }) =>
    configs.addConfig(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.getConfig, ({ request, params }) =>
    configs.getConfig(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateConfig, ({ request, params, body }) =>
    configs.updateConfig(actorOf(request), params.id, body),
  );
  bindRoute(app, guardFor, routes.renewConfigKey, ({ request, params, body }) =>
    configs.renewKey(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteConfig,
    ({ request, params }) => configs.deleteConfig(actorOf(request), params.id) as Promise<undefined>,
  );
}

function registerCollectionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  collections: CollectionsService,
): void {
  bindRoute(app, guardFor, routes.listCollections, ({ request, query }) =>
    collections.listCollections(actorOf(request), query),
  );
  bindRoute(app, guardFor, routes.addCollection, ({ request, body }) =>
    collections.addCollection(actorOf(request), body),
  );
  bindRoute(app, guardFor, routes.getCollection, ({ request, params }) =>
    collections.getCollection(actorOf(request), params.id),
  );
  bindRoute(app, guardFor, routes.updateCollection, ({ request, params, body }) =>
    collections.updateCollection(actorOf(request), params.id, body),
  );
  bindRoute(
    app,
    guardFor,
    routes.deleteCollection,
    ({ request, params }) => collections.deleteCollection(actorOf(request), params.id) as Promise<undefined>,
  );
}
