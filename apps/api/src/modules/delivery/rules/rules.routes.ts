import { routes } from "@shoal/contract";
import type { FastifyInstance } from "fastify";
import type { GuardFor } from "../../../platform/http/bind-route.ts";
import { bindRoutes } from "../../accounts/auth/index.ts";
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
  bindRoutes(app, guardFor, routes, {
    getVideoRules: ({ actor, params }) => videoRules.getVideoRules(actor, params.id),
    updateVideoRules: ({ actor, params, body }) => videoRules.updateVideoRules(actor, params.id, body),
    getClientRules: ({ actor, params }) => videoRules.getClientRules(actor, params.id),
    updateClientRules: ({ actor, params, body }) => videoRules.updateClientRules(actor, params.id, body),
  });
  registerConfigRoutes(app, guardFor, configs);
  registerCollectionRoutes(app, guardFor, collections);
}

function registerConfigRoutes(app: FastifyInstance, guardFor: GuardFor, configs: ConfigsService): void {
  bindRoutes(app, guardFor, routes, {
    listConfigs: ({ actor, query }) => configs.listConfigs(actor, query),
    addConfig: ({ actor, body }) => configs.addConfig(actor, body),
    getConfig: ({ actor, params }) => configs.getConfig(actor, params.id),
    updateConfig: ({ actor, params, body }) => configs.updateConfig(actor, params.id, body),
    renewConfigKey: ({ actor, params, body }) => configs.renewKey(actor, params.id, body),
    deleteConfig: ({ actor, params }) => configs.deleteConfig(actor, params.id),
  });
}

function registerCollectionRoutes(
  app: FastifyInstance,
  guardFor: GuardFor,
  collections: CollectionsService,
): void {
  bindRoutes(app, guardFor, routes, {
    listCollections: ({ actor, query }) => collections.listCollections(actor, query),
    addCollection: ({ actor, body }) => collections.addCollection(actor, body),
    getCollection: ({ actor, params }) => collections.getCollection(actor, params.id),
    updateCollection: ({ actor, params, body }) => collections.updateCollection(actor, params.id, body),
    deleteCollection: ({ actor, params }) => collections.deleteCollection(actor, params.id),
  });
}
